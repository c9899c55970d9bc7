// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/write_all.h"

#include <errno.h>
#include <unistd.h>

int write_all(int fd, const char *text, size_t bytes)
{
	while (bytes) {
		ssize_t n = write(fd, text, bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		bytes -= (size_t)n;
	}
	return fsync(fd) ? -errno : 0;
}
