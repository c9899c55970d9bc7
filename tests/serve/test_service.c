// SPDX-License-Identifier: GPL-2.0-or-later
/* What systemd is told, read back from a socket in its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "serve/service.h"
#include "util/log.h"

static int manager = -1;
static char where[64];	/* for NOTIFY_SOCKET */
static char line[256];	/* last one logged */

static void keep_line(const char *text)
{
	snprintf(line, sizeof(line), "%s", text);
}

/* A socket as systemd's: a file, or a name that is none. */
static void listen_at(const char *name)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	size_t n = strlen(name);
	struct timeval limit = {5, 0};

	memcpy(at.sun_path, name, n);
	if (name[0] == '@')
		at.sun_path[0] = 0;
	manager = socket(AF_UNIX, SOCK_DGRAM, 0);
	assert_int_equal(bind(manager, (struct sockaddr *)&at,
			      offsetof(struct sockaddr_un, sun_path) + n + (name[0] == '/')),
			 0);
	setsockopt(manager, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
}

static const char *heard(void)
{
	static char text[2048];
	ssize_t n = recv(manager, text, sizeof(text) - 1, 0);

	assert_true(n >= 0);
	text[n] = 0;
	return text;
}

static int setup(void **state)
{
	(void)state;
	snprintf(where, sizeof(where), "/tmp/memcgtop-service.%d", getpid());
	unlink(where);
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	unsetenv("WATCHDOG_PID");
	line[0] = 0;
	log__set_sink(keep_line);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	unlink(where);
	close(manager);
	log__set_sink(NULL);
	return 0;
}

/* The module starts once a process: each case in one of its own. */
static int in_child(void (*in)(void))
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		in();
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void say_all(void)
{
	char long_status[5000];

	service__start();
	service__ready("watching 2 CPUs");
	service__status("one line\nWATCHDOG=trigger");
	service__reloading();
	service__ping();
	service__stopping();
	memset(long_status, 'x', sizeof(long_status));
	long_status[sizeof(long_status) - 1] = 0;
	service__status(long_status);
}

static void assert_heard_all(void)
{
	const char *text;
	unsigned long long usec;

	assert_string_equal(heard(), "READY=1\nSTATUS=watching 2 CPUs\n");
	assert_string_equal(heard(), "STATUS=one line\n");
	text = heard();
	assert_int_equal(sscanf(text, "RELOADING=1\nMONOTONIC_USEC=%llu\n", &usec), 1);
	assert_true(usec > 0);
	assert_string_equal(heard(), "WATCHDOG=1\n");
	assert_string_equal(heard(), "STOPPING=1\n");
	text = heard();
	assert_int_equal(strncmp(text, "STATUS=xxx", 10), 0);
	assert_int_equal(strlen(text), 1023);
}

static void test_path(void **state)
{
	(void)state;
	listen_at(where);
	setenv("NOTIFY_SOCKET", where, 1);
	assert_int_equal(in_child(say_all), 0);
	assert_heard_all();
}

static void test_name_that_is_no_file(void **state)
{
	(void)state;
	where[0] = '@';
	listen_at(where);
	setenv("NOTIFY_SOCKET", where, 1);
	assert_int_equal(in_child(say_all), 0);
	assert_heard_all();
}

/* Nobody there, or nobody any more: we go on. */
static void test_nobody(void **state)
{
	(void)state;
	assert_int_equal(in_child(say_all), 0);
	setenv("NOTIFY_SOCKET", where, 1);
	assert_int_equal(in_child(say_all), 0);
}

static void start_with_nonsense(void)
{
	service__start();
	service__ping();
	if (!strstr(line, "NOTIFY_SOCKET=vsock:2:1"))
		_exit(1);
}

static void test_nonsense(void **state)
{
	(void)state;
	setenv("NOTIFY_SOCKET", "vsock:2:1", 1);
	assert_int_equal(in_child(start_with_nonsense), 0);
}

static uint64_t wanted_ns;
static void assert_watchdog(void)
{
	char own[16];

	snprintf(own, sizeof(own), "%d", getpid());
	if (getenv("WATCHDOG_PID") && !strcmp(getenv("WATCHDOG_PID"), "own"))
		setenv("WATCHDOG_PID", own, 1);
	service__start();
	if (service__watchdog_ns() != wanted_ns)
		_exit(1);
}

static void expect_watchdog(const char *usec, const char *pid, uint64_t ns)
{
	setenv("WATCHDOG_USEC", usec, 1);
	if (pid)
		setenv("WATCHDOG_PID", pid, 1);
	else
		unsetenv("WATCHDOG_PID");
	wanted_ns = ns;
	assert_int_equal(in_child(assert_watchdog), 0);
}

static void test_watchdog(void **state)
{
	(void)state;
	listen_at(where);
	setenv("NOTIFY_SOCKET", where, 1);
	expect_watchdog("30000000", NULL, 15000000000ull);
	expect_watchdog("30000000", "own", 15000000000ull);
	expect_watchdog("30000000", "1", 0);
	expect_watchdog("", NULL, 0);
	expect_watchdog("-5", NULL, 0);
	expect_watchdog("12x", NULL, 0);
	expect_watchdog("99999999999999999999999", NULL, 0);
	unsetenv("NOTIFY_SOCKET");
	expect_watchdog("30000000", NULL, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_path),     TEST(test_name_that_is_no_file), TEST(test_nobody),
		TEST(test_nonsense), TEST(test_watchdog),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
