// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/live_export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/write_all.h"

/* mkstemp makes it private; the user's umask is what was wished for. */
static mode_t wanted_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

static int write_temporary(const char *path, const char *temporary, int fd, const char *text,
			   size_t bytes)
{
	int err = write_all(fd, text, bytes);

	if (!err && fchmod(fd, wanted_mode()))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	/* Unlike rename, this fails where a file of that name has come meanwhile. */
	if (!err && renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE))
		err = -errno;
	if (err == -EINVAL && link(temporary, path) == 0) /* file system without it */
		return unlink(temporary) ? -errno : 0;
	if (err)
		unlink(temporary);
	return err;
}

int live_export__write(const char *path, const char *text, size_t bytes)
{
	char *temporary;
	struct stat st;
	int fd, err;

	if (!lstat(path, &st))
		return -EEXIST;
	if (asprintf(&temporary, "%s.XXXXXX", path) < 0)
		return -ENOMEM;
	fd = mkostemp(temporary, O_CLOEXEC);
	err = fd < 0 ? -errno : write_temporary(path, temporary, fd, text, bytes);
	free(temporary);
	return err;
}
