// SPDX-License-Identifier: GPL-2.0-or-later
#include "textfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t textfile__read(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = 0, total = 0;

	if (fd < 0)
		return -errno;
	while ((size_t)total < size - 1) {
		got = read(fd, text + total, size - 1 - (size_t)total);
		if (got <= 0)
			break;
		total += got;
	}
	if (got < 0)
		total = -errno;
	else
		text[total] = '\0';
	close(fd);
	return total;
}

static int to_u64(const char *text, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	return end == text || errno ? -EINVAL : 0;
}

int textfile__read_u64(const char *path, uint64_t *value)
{
	char text[64];
	ssize_t got = textfile__read(path, text, sizeof(text));

	return got < 0 ? (int)got : to_u64(text, value);
}

int textfile__reread_u64(int fd, uint64_t *value)
{
	char text[64];
	ssize_t got = pread(fd, text, sizeof(text) - 1, 0);

	if (got < 0)
		return -errno;
	text[got] = '\0';
	return to_u64(text, value);
}

int textfile__write(const char *path, const char *text)
{
	size_t length = strlen(text);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t put;
	int err = 0;

	if (fd < 0)
		return -errno;
	put = write(fd, text, length);
	if (put < 0)
		err = -errno;
	else if ((size_t)put != length)
		err = -EIO;
	close(fd);
	return err;
}
