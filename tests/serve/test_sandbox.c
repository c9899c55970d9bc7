// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The sandbox from inside: each attempt in a process of its own, once with
 * capabilities dropped and nothing else (then it must work, or the test would prove
 * nothing of the filter), once in the sandbox.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <bpf/bpf.h>
#include <cap-ng.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox_attempts.h"
#include "serve/sandbox.h"
#include "serve/service.h"
#include "serve/textfile.h"

enum how { BARE, SANDBOX, SANDBOX_WITH_FOLDER, HOW_NR };

static struct held held;
static struct sandbox_state in_force;
static int wrong;

/* --- what is held from before --------------------------------------------------- */

static void make_folder(char *path, const char *name)
{
	char theirs[128];
	FILE *f;

	snprintf(path, 64, "/tmp/memcgtop-%s.XXXXXX", name);
	assert_non_null(mkdtemp(path));
	snprintf(theirs, sizeof(theirs), "%s/theirs", path);
	f = fopen(theirs, "w");
	assert_non_null(f);
	fputs("theirs\n", f);
	fclose(f);
}

static void remove_folder(const char *path)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", path);
	assert_int_equal(system(command), 0);
}

static void listen_somewhere(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t bytes = sizeof(at);

	held.listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	assert_true(held.listening >= 0);
	assert_int_equal(bind(held.listening, (struct sockaddr *)&at, bytes), 0);
	assert_int_equal(listen(held.listening, 10), 0);
	getsockname(held.listening, (struct sockaddr *)&at, &bytes);
	held.port = at.sin_port;
}

static int load(enum bpf_prog_type type)
{
	const struct bpf_insn code[] = {
		{.code = 0xb7}, /* r0 = 0 */
		{.code = 0x95}, /* exit */
	};
	int fd = bpf_prog_load(type, NULL, "GPL", code, 2, NULL);

	return fd < 0 ? -errno : fd;
}

static void make_map(void)
{
	uint32_t key = 0;
	uint64_t value = 7;

	held.map = bpf_map_create(BPF_MAP_TYPE_ARRAY, NULL, 4, 8, 1, NULL);
	if (held.map < 0)
		held.map = -errno;
	else
		assert_int_equal(bpf_map_update_elem(held.map, &key, &value, 0), 0);
}

static int group_setup(void **state)
{
	(void)state;
	service__start();
	make_map();
	held.program = load(BPF_PROG_TYPE_SOCKET_FILTER);
	held.tracepoint = load(BPF_PROG_TYPE_RAW_TRACEPOINT);
	return 0;
}

static bool has_bpf(void)
{
	return held.map >= 0 && held.program >= 0 && held.tracepoint >= 0;
}

static int setup(void **state)
{
	(void)state;
	make_folder(held.inside, "inside");
	make_folder(held.outside, "outside");
	listen_somewhere();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	remove_folder(held.inside);
	remove_folder(held.outside);
	close(held.listening);
	return 0;
}

/* --- trying ---------------------------------------------------------------------- */

static int enter(enum how how, struct sandbox_state *state)
{
	const struct sandbox_wishes wishes = {
		.write_folder = how == SANDBOX_WITH_FOLDER ? held.inside : NULL,
	};

	if (how != BARE)
		return sandbox__enter(&wishes, state);
	capng_clear(CAPNG_SELECT_BOTH);
	return capng_apply(CAPNG_SELECT_CAPS);
}

/* The attempt's outcome, in a new process; 200 and above: the process did not get that far. */
static int try_it(const struct attempt *attempt, enum how how)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		struct sandbox_state state;

		alarm(20);
		if (enter(how, &state))
			_exit(255);
		_exit(-attempt->try(&held));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 200 + WTERMSIG(status);
}

static void expect(const struct attempt *attempt, enum how how, bool works)
{
	static const char *const name[HOW_NR] = {"without capabilities", "in the sandbox",
						 "in the sandbox with a folder"};
	int err = try_it(attempt, how);

	if (works ? !err : err == EPERM || err == EACCES)
		return;
	wrong++;
	print_message("%s, %s: should %s, but: %s\n", attempt->name, name[how],
		      works ? "work" : "be refused", err < 200 ? strerror(err) : "the process died");
}

/* Some of it makes or takes away files: afresh each time. */
static void afresh(void)
{
	teardown(NULL);
	setup(NULL);
}

static void test_forbidden(void **state)
{
	(void)state;
	wrong = 0;
	for (size_t i = 0; i < n_forbidden; i++) {
		if (forbidden[i].bpf && !has_bpf())
			continue;
		for (enum how how = BARE; how < HOW_NR; how++) {
			if (how != BARE || forbidden[i].works_bare)
				expect(&forbidden[i], how, how == BARE);
			if (how == BARE)
				afresh();
		}
	}
	assert_int_equal(wrong, 0);
}

static void test_bpf_is_seen(void **state)
{
	(void)state;
	if (has_bpf())
		return;
	printf("skipped: sandbox: bpf(2) itself: no map or program can be made here (%s)\n",
	       strerror(held.map < 0 ? -held.map : held.program < 0 ? -held.program :
								      -held.tracepoint));
	skip();
}

static pid_t connect_somebody(void)
{
	pid_t pid = fork();

	if (!pid) {
		struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = held.port,
					 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
		int fd = socket(AF_INET, SOCK_STREAM, 0);
		char got[6];

		if (connect(fd, (struct sockaddr *)&to, sizeof(to)))
			_exit(1);
		_exit(recv(fd, got, sizeof(got), MSG_WAITALL) != 6 || memcmp(got, "answer", 6));
	}
	return pid;
}

static void test_allowed(void **state)
{
	(void)state;
	wrong = 0;
	for (size_t i = 0; i < n_allowed; i++) {
		if (allowed[i].bpf && !has_bpf())
			continue;
		for (enum how how = BARE; how < HOW_NR; how++) {
			bool answers = !strcmp(allowed[i].name, "answer");
			pid_t client = answers ? connect_somebody() : 0;
			int status = 0;

			expect(&allowed[i], how, true);
			if (answers)
				waitpid(client, &status, 0);
			wrong += status != 0;
		}
	}
	assert_int_equal(wrong, 0);
}

static void test_writing(void **state)
{
	(void)state;
	wrong = 0;
	for (size_t i = 0; i < n_writes; i++)
		for (enum how how = BARE; how < HOW_NR; how++) {
			bool outside = how == BARE || (how == SANDBOX_WITH_FOLDER && !in_force.landlock);

			expect(&writes_inside[i], how, how != SANDBOX);
			expect(&writes_outside[i], how, outside);
			afresh();
		}
	assert_int_equal(wrong, 0);
}

/* Runs @in in a new process that is in the sandbox; returns how it ended. */
static int in_sandbox(enum how how, int (*in)(const struct sandbox_state *state))
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		struct sandbox_state state;

		alarm(20);
		_exit(enter(how, &state) ? 255 : in(&state));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static int status_says(const char *line)
{
	char got[128];
	FILE *f = fopen("/proc/self/status", "r");
	int found = 0;

	while (f && fgets(got, sizeof(got), f))
		found |= !strcmp(got, line);
	if (f)
		fclose(f);
	return found;
}

static int look_at_status(const struct sandbox_state *state)
{
	if (!status_says("CapEff:\t0000000000000000\n") || !status_says("CapPrm:\t0000000000000000\n") ||
	    !status_says("CapInh:\t0000000000000000\n") || !status_says("CapAmb:\t0000000000000000\n"))
		return 1;
	if (!status_says("NoNewPrivs:\t1\n") || !status_says("Seccomp:\t2\n"))
		return 2;
	if (!state->no_caps || !state->seccomp || state->landlock == !!state->landlock_why_not)
		return 3;
	return state->landlock ? 0 : 100;
}

static void test_state(void **state)
{
	int status = in_sandbox(SANDBOX, look_at_status);

	(void)state;
	assert_true(WIFEXITED(status));
	in_force.landlock = WEXITSTATUS(status) == 0;
	if (WEXITSTATUS(status) == 100) {
		printf("skipped: sandbox: writing outside the folder: no Landlock here\n");
		return;
	}
	assert_int_equal(WEXITSTATUS(status), 0);
}

static struct textfile *file;

static int rewrite(const struct sandbox_state *state)
{
	(void)state;
	for (int i = 0; i < 10; i++)
		if (textfile__write(file, "text\n", 5, i))
			return 1;
	return textfile__writes(file) == 10 ? 0 : 2;
}

static void test_textfile_inside(void **state)
{
	char path[128], got[16] = "";
	FILE *f;

	(void)state;
	snprintf(path, sizeof(path), "%s/a.prom", held.inside);
	assert_int_equal(textfile__open(path, &file), 0);
	assert_int_equal(in_sandbox(SANDBOX_WITH_FOLDER, rewrite), 0);
	textfile__close(file);
	f = fopen(path, "r");
	assert_non_null(f);
	assert_non_null(fgets(got, sizeof(got), f));
	fclose(f);
	assert_string_equal(got, "text\n");
}

static int abort_inside(const struct sandbox_state *state)
{
	(void)state;
	abort();
}

static void test_abort_kills(void **state)
{
	int status = in_sandbox(SANDBOX, abort_inside);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
}

static int enter_again(const struct sandbox_state *state)
{
	const struct sandbox_wishes wishes = {.write_folder = held.inside};
	struct sandbox_state again;

	(void)state;
	/* no way back to more rights */
	return sandbox__enter(&wishes, &again) ? 0 : 1;
}

static void test_for_good(void **state)
{
	int status = in_sandbox(SANDBOX, enter_again);

	(void)state;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_state),     TEST(test_bpf_is_seen),	  TEST(test_forbidden),
		TEST(test_allowed),   TEST(test_writing),	  TEST(test_textfile_inside),
		TEST(test_abort_kills), TEST(test_for_good),
	};

	return cmocka_run_group_tests_name("sandbox", tests, group_setup, NULL);
}
