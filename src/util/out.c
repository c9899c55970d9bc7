// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/out.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/log.h"

#define DEFAULT_COLUMNS 80

struct out {
	int fd;
	const char *name; /* for messages; not owned */
	FILE *piece;
	char *text;
	size_t bytes;
	int error;
};

struct out *out__open(const char *path)
{
	struct out *out = calloc(1, sizeof(*out));

	if (!out) {
		log__error("output: out of memory");
		return NULL;
	}
	out->fd = STDOUT_FILENO;
	out->name = "standard output";
	if (!path)
		return out;
	out->name = path;
	out->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (out->fd < 0) {
		log__error("cannot write %s: %s", path, strerror(errno));
		free(out);
		return NULL;
	}
	return out;
}

FILE *out__begin(struct out *out)
{
	out->piece = open_memstream(&out->text, &out->bytes);
	if (!out->piece)
		log__error("output: out of memory");
	return out->piece;
}

static int out__fail(struct out *out, int err)
{
	if (out->error)
		return out->error;
	out->error = err;
	if (err != -EPIPE)
		log__error("cannot write to %s: %s; what follows is lost", out->name,
			   strerror(-err));
	return err;
}

/* A pipe set non-blocking by its reader or a sibling must not lose output. */
static void wait_writable(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLOUT};

	poll(&p, 1, -1);
}

static int write_all(int fd, const char *text, size_t bytes)
{
	while (bytes) {
		ssize_t n = write(fd, text, bytes);

		if (n >= 0) {
			text += n;
			bytes -= (size_t)n;
		} else if (errno == EAGAIN) {
			wait_writable(fd);
		} else if (errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

int out__commit(struct out *out)
{
	int err = 0;

	if (!out->piece)
		return out__fail(out, -ENOMEM);
	if (fclose(out->piece))
		err = -ENOMEM;
	out->piece = NULL;
	if (!err && !out->error)
		err = write_all(out->fd, out->text, out->bytes);
	free(out->text);
	out->text = NULL;
	if (err || out->error)
		return out__fail(out, err);
	return 0;
}

int out__error(const struct out *out)
{
	return out->error;
}

unsigned int out__columns(const struct out *out)
{
	struct winsize size;

	if (ioctl(out->fd, TIOCGWINSZ, &size) || !size.ws_col)
		return DEFAULT_COLUMNS;
	return size.ws_col;
}

bool out__is_terminal(const struct out *out)
{
	return isatty(out->fd);
}

int out__close(struct out *out)
{
	int err;

	if (!out)
		return 0;
	if (out->piece) {
		fclose(out->piece);
		free(out->text);
	}
	if (out->fd != STDOUT_FILENO && close(out->fd) && errno != EINTR)
		out__fail(out, -errno);
	err = out->error;
	free(out);
	return err;
}

void out__guard_standard_fds(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		/* Opened for reading: writing to it fails with EBADF, as when closed. */
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) < 0)
			return;
	}
}
