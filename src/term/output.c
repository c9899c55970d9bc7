// SPDX-License-Identifier: GPL-2.0-or-later
#include "term/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int tty = -1;
static int composed = -1; /* where ncurses writes to */
static char *pending;	  /* bytes to send: [sent, length) */
static size_t sent, length, room;

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000) + ts.tv_nsec / 1000000;
}

int output__open(void)
{
	/* A flag of the shared description would make the shell's terminal non-blocking too. */
	tty = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (tty < 0) /* somebody else's terminal (su): blocks, but signals interrupt it */
		tty = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (tty < 0)
		return -errno;
	composed = memfd_create("screen", MFD_CLOEXEC);
	if (composed < 0) {
		int err = -errno;

		output__close();
		return err;
	}
	return 0;
}

void output__close(void)
{
	if (tty >= 0)
		close(tty);
	if (composed >= 0)
		close(composed);
	tty = composed = -1;
	free(pending);
	pending = NULL;
	sent = length = room = 0;
}

int output__tty(void)
{
	return tty;
}

int output__capture(int fd)
{
	return dup2(composed, fd) < 0 ? -errno : 0;
}

bool output__is_behind(void)
{
	return sent < length;
}

void output__drop(void)
{
	sent = length = 0;
}

static int make_room(size_t more)
{
	char *bytes;

	if (sent) {
		memmove(pending, pending + sent, length - sent);
		length -= sent;
		sent = 0;
	}
	if (length + more <= room)
		return 0;
	bytes = realloc(pending, length + more);
	if (!bytes)
		return -ENOMEM;
	pending = bytes;
	room = length + more;
	return 0;
}

/* Takes what ncurses has written since. */
static int collect(void)
{
	off_t end = lseek(composed, 0, SEEK_CUR);
	ssize_t n;

	if (end <= 0)
		return end < 0 ? -errno : 0;
	if (make_room((size_t)end))
		return -ENOMEM;
	n = pread(composed, pending + length, (size_t)end, 0);
	if (n < 0)
		return -errno;
	length += (size_t)n;
	if (lseek(composed, 0, SEEK_SET) < 0 || ftruncate(composed, 0))
		return -errno;
	return 0;
}

/* True when the terminal takes bytes again; false when time is up or a signal came. */
static bool wait_writable(int64_t deadline)
{
	struct pollfd fd = {.fd = tty, .events = POLLOUT};
	int64_t left = deadline - now_ms();

	return left > 0 && poll(&fd, 1, (int)left) > 0;
}

int output__send(int wait_ms)
{
	int64_t deadline = now_ms() + wait_ms;
	int err = collect();

	if (err)
		return err;
	while (sent < length) {
		ssize_t n = write(tty, pending + sent, length - sent);

		if (n >= 0)
			sent += (size_t)n;
		else if (errno == EINTR) /* it may be the signal that ends us */
			return 1;
		else if (errno != EAGAIN)
			return -EIO;
		else if (!wait_writable(deadline))
			return 1;
	}
	output__drop();
	return 0;
}
