// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * systemd's notification protocol: one datagram of assignments to the socket
 * named in NOTIFY_SOCKET.  libsystemd makes a new socket for each message, for
 * which the sandbox would have to allow socket(2) for good; here one is made at the
 * start and kept.  sd_notify(3) calls the protocol stable and meant for this.
 */
#include "serve/service.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "util/log.h"

#define MOST_BYTES 1024 /* of a message */

static struct {
	int fd; /* meaningless while address_bytes is 0 */
	struct sockaddr_un address;
	socklen_t address_bytes; /* 0: nobody to talk to */
	uint64_t watchdog_ns;
} manager;

/* A path, or "@name" for a name that is no file.  Returns its size, 0 if it is neither. */
static socklen_t parse_address(const char *text, struct sockaddr_un *address)
{
	size_t n = strlen(text);

	if ((text[0] != '/' && text[0] != '@') || n < 2 || n >= sizeof(address->sun_path))
		return 0;
	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	memcpy(address->sun_path, text, n);
	if (text[0] == '@')
		address->sun_path[0] = 0;
	/* A name ends where the size says, a path by its NUL. */
	return offsetof(struct sockaddr_un, sun_path) + n + (text[0] == '/');
}

static uint64_t number_in(const char *variable)
{
	const char *text = getenv(variable);
	char *end;
	unsigned long long value;

	if (!text || *text < '0' || *text > '9')
		return 0;
	errno = 0;
	value = strtoull(text, &end, 10);
	return errno || *end ? 0 : value;
}

/* WATCHDOG_PID names another process where the variables were only inherited. */
static uint64_t wanted_watchdog_ns(void)
{
	uint64_t usec = number_in("WATCHDOG_USEC");

	if (getenv("WATCHDOG_PID") && number_in("WATCHDOG_PID") != (uint64_t)getpid())
		return 0;
	return usec > UINT64_MAX / 1000 ? 0 : usec * 1000;
}

void service__start(void)
{
	const char *text = getenv("NOTIFY_SOCKET");

	if (!text || !*text || manager.address_bytes)
		return;
	manager.address_bytes = parse_address(text, &manager.address);
	if (!manager.address_bytes) {
		log__warn("NOTIFY_SOCKET=%s: neither a path nor @NAME; systemd is not told of us", text);
		return;
	}
	manager.fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (manager.fd < 0) {
		log__warn("NOTIFY_SOCKET: %s; systemd is not told of us", strerror(errno));
		manager.address_bytes = 0;
		return;
	}
	manager.watchdog_ns = wanted_watchdog_ns();
}

/* @flags: MSG_DONTWAIT for what may be lost when systemd is too busy to read. */
__attribute__((format(printf, 2, 3))) static void tell(int flags, const char *fmt, ...)
{
	char text[MOST_BYTES];
	struct iovec part = {text, 0};
	struct msghdr message = {
		.msg_name = &manager.address,
		.msg_namelen = manager.address_bytes,
		.msg_iov = &part,
		.msg_iovlen = 1,
	};
	va_list args;
	int n;

	if (!manager.address_bytes)
		return;
	va_start(args, fmt);
	n = vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (n < 0)
		return;
	part.iov_len = (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1;
	while (sendmsg(manager.fd, &message, flags | MSG_NOSIGNAL) < 0)
		if (errno != EINTR) {
			log__verbose("systemd was not told: %s", strerror(errno));
			return;
		}
}

/* STATUS is one line; what follows a newline would be another assignment. */
static int line_bytes(const char *status)
{
	return (int)strcspn(status, "\n");
}

void service__ready(const char *status)
{
	tell(0, "READY=1\nSTATUS=%.*s\n", line_bytes(status), status);
}

void service__status(const char *status)
{
	tell(MSG_DONTWAIT, "STATUS=%.*s\n", line_bytes(status), status);
}

void service__reloading(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	/* The time is asked for by Type=notify-reload (systemd 253). */
	tell(0, "RELOADING=1\nMONOTONIC_USEC=%" PRIu64 "\n",
	     (uint64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000);
}

void service__stopping(void)
{
	tell(0, "STOPPING=1\n");
}

uint64_t service__watchdog_ns(void)
{
	return manager.watchdog_ns / 2;
}

void service__ping(void)
{
	tell(MSG_DONTWAIT, "WATCHDOG=1\n");
}
