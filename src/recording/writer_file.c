// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/writer_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/log.h"

#define PATIENCE_MS 1000

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int writer_file__take(struct writer_file *f, int fd, const char *name)
{
	struct stat st;

	f->fd = fd;
	f->open = true;
	f->name = strdup(name);
	f->start = !fstat(fd, &st) && S_ISREG(st.st_mode) ? lseek(fd, 0, SEEK_CUR) : -1;
	return f->name ? 0 : -ENOMEM;
}

/*
 * A pipe is opened anew, so that it is us alone whom a slow reader does not
 * block; whatever else standard output is shared with others as it is.
 */
static int open_stdout(void)
{
	struct stat st;

	if (!fstat(STDOUT_FILENO, &st) && S_ISFIFO(st.st_mode)) {
		int fd = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_CLOEXEC);

		if (fd >= 0)
			return fd;
	}
	return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
}

/* As perf does: the last recording is kept, the one before it is not. */
static int move_away(struct writer_file *f)
{
	struct stat st;

	if (lstat(f->path, &st) || !S_ISREG(st.st_mode))
		return 0;
	if (asprintf(&f->old_path, "%s.old", f->path) < 0) {
		f->old_path = NULL;
		return -ENOMEM;
	}
	if (rename(f->path, f->old_path)) {
		int err = -errno;

		free(f->old_path);
		f->old_path = NULL;
		return err;
	}
	return 0;
}

/* What is there now is no regular file: written to as it is (/dev/null, a FIFO, a link). */
static int open_other(struct writer_file *f)
{
	int fd = open(f->path, O_WRONLY | O_TRUNC | O_CLOEXEC);

	if (fd >= 0)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
	return fd;
}

static int open_path(struct writer_file *f, const char *path)
{
	int fd, err;

	f->path = strdup(path);
	if (!f->path)
		return -ENOMEM;
	err = move_away(f);
	if (err)
		return err;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	f->made = fd >= 0;
	if (fd < 0 && errno == EEXIST)
		fd = open_other(f);
	err = fd < 0 ? -errno : writer_file__take(f, fd, path);
	if (err)
		writer_file__discard(f);
	return err;
}

int writer_file__open(struct writer_file *f, const char *path)
{
	int err;

	if (strcmp(path, "-")) {
		err = open_path(f, path);
	} else {
		int fd = open_stdout();

		err = fd < 0 ? -errno : writer_file__take(f, fd, "standard output");
	}
	if (err)
		log__error("cannot write %s: %s", path, strerror(-err));
	return err;
}

/* Part of a frame is none: it would be taken for damage. */
static void cut_back(struct writer_file *f)
{
	off_t end = f->start + (off_t)f->bytes;

	if (f->start < 0 || ftruncate(f->fd, end) || lseek(f->fd, end, SEEK_SET) < 0)
		log__verbose("%s cannot be cut back to its last whole frame", f->name);
}

static int wait_writable(int fd, int64_t until_ms)
{
	struct pollfd p = {.fd = fd, .events = POLLOUT};
	int64_t left = until_ms - now_ms();

	if (left <= 0)
		return -EAGAIN;
	return poll(&p, 1, (int)left) < 0 && errno != EINTR ? -errno : 0;
}

int writer_file__write(struct writer_file *f, const void *at, size_t n)
{
	int64_t until_ms = now_ms() + PATIENCE_MS;
	size_t done = 0;
	int err = 0;

	while (!err && done < n) {
		ssize_t got = write(f->fd, (const char *)at + done, n - done);

		if (got > 0)
			done += (size_t)got;
		else if (!got)
			err = -ENOSPC;
		else if (errno == EAGAIN)
			err = wait_writable(f->fd, until_ms);
		else if (errno != EINTR)
			err = -errno;
	}
	if (!err)
		f->bytes += n;
	else if (done)
		cut_back(f);
	return err;
}

static void free_names(struct writer_file *f)
{
	free(f->name);
	free(f->path);
	free(f->old_path);
	f->name = f->path = f->old_path = NULL;
}

int writer_file__close(struct writer_file *f, int error)
{
	int err = f->open && close(f->fd) ? -errno : 0;

	if (err && !error)
		log__error("cannot write %s: %s", f->name, strerror(-err));
	f->open = false;
	free_names(f);
	return err;
}

void writer_file__discard(struct writer_file *f)
{
	if (f->made)
		unlink(f->path);
	if (f->old_path)
		rename(f->old_path, f->path);
	if (f->open)
		close(f->fd);
	f->open = f->made = false;
	free_names(f);
}
