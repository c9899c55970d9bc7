// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/host_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define FIRST_ROOM 4096
#define MOST_BYTES (16u << 20)

char *host_file__read(const char *path, size_t *bytes)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t room = FIRST_ROOM, n = 0;
	char *text = fd >= 0 ? malloc(room) : NULL;
	ssize_t got = -1;

	while (text && (got = read(fd, text + n, room - n - 1))) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			break;
		n += (size_t)got;
		if (room - n == 1) {
			char *more = room < MOST_BYTES ? realloc(text, room *= 2) : NULL;

			if (!more)
				break;
			text = more;
		}
	}
	if (fd >= 0)
		close(fd);
	if (got) {
		free(text);
		return NULL;
	}
	text[n] = '\0';
	if (bytes)
		*bytes = n;
	return text;
}
