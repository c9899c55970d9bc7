// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/reader_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int copy_all(int from, int to)
{
	char buffer[65536];

	for (;;) {
		ssize_t got = read(from, buffer, sizeof(buffer));

		if (!got)
			return 0;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		for (ssize_t done = 0; done < got;) {
			ssize_t put = write(to, buffer + done, (size_t)(got - done));

			if (put < 0 && errno != EINTR)
				return -errno;
			done += put > 0 ? put : 0;
		}
	}
}

/* Takes @fd, gives one that can be read at any place. */
static int spool(int fd)
{
	FILE *f = tmpfile();
	int spooled = f ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 3) : -1;
	int err = spooled < 0 ? -errno : copy_all(fd, spooled);

	if (f)
		fclose(f);
	close(fd);
	if (err && spooled >= 0)
		close(spooled);
	return err ?: spooled;
}

int reader_file__open(const char *path)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC)
				   : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st)) {
		int err = -errno;

		close(fd);
		return err;
	}
	return S_ISREG(st.st_mode) ? fd : spool(fd);
}
