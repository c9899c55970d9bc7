// SPDX-License-Identifier: GPL-2.0-or-later
/* Sockets that systemd opened: sd_listen_fds(3) without its library, which a build may lack. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/listen.h"
#include "util/log.h"
#include "util/number.h"

#define FIRST_FD 3 /* by the protocol */
#define MOST	 1024

static const char *const variables[] = {"LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDS",
					"LISTEN_FDNAMES"};

/* Number of sockets that are for this process, 0 when none are, or -EINVAL. */
static int announced(void)
{
	const char *pid = getenv("LISTEN_PID"), *fds = getenv("LISTEN_FDS");
	uint64_t for_pid, n;

	if (!pid || !fds)
		return 0;
	if (number__parse_count(pid, 1, INT32_MAX, &for_pid) ||
	    number__parse_count(fds, 0, MOST, &n)) {
		log__error("sockets from systemd: LISTEN_PID=%.20s and LISTEN_FDS=%.20s are no "
			   "numbers; start by a .socket unit, or unset both",
			   pid, fds);
		return -EINVAL;
	}
	return for_pid == (uint64_t)getpid() ? (int)n : 0;
}

static int option_of(int fd, int option)
{
	int value = -1;
	socklen_t bytes = sizeof(value);

	return getsockopt(fd, SOL_SOCKET, option, &value, &bytes) ? -errno : value;
}

/* NULL, or what is wrong with it. */
static const char *wrong(int fd)
{
	int type = option_of(fd, SO_TYPE), domain = option_of(fd, SO_DOMAIN);

	if (type == -EBADF)
		return "it is not open";
	if (type < 0)
		return "it is no socket";
	if (type != SOCK_STREAM)
		return "it is no stream socket: use ListenStream=";
	if (domain != AF_INET && domain != AF_INET6 && domain != AF_UNIX)
		return "it is neither IP nor unix";
	if (option_of(fd, SO_ACCEPTCONN) != 1)
		return "it does not listen: use Accept=no";
	return NULL;
}

static int take(int fd)
{
	const char *why = wrong(fd);
	int flags;

	if (why) {
		log__error("socket %d from systemd: %s", fd, why);
		return -EINVAL;
	}
	flags = fcntl(fd, F_GETFL);
	if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) || fcntl(fd, F_SETFD, FD_CLOEXEC))
		return -errno;
	return 0;
}

int listen__inherited(int *fds, size_t max)
{
	int n = announced(), err;

	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		unsetenv(variables[i]);
	if (n > 0 && (size_t)n > max) {
		log__error("%d sockets from systemd: at most %zu can be served; take some out of "
			   "the .socket unit",
			   n, max);
		return -E2BIG;
	}
	for (int i = 0; i < n; i++) {
		err = take(FIRST_FD + i);
		if (err)
			return err;
		fds[i] = FIRST_FD + i;
	}
	return n;
}
