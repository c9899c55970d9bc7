// SPDX-License-Identifier: GPL-2.0-or-later
/* Where the settings are kept, by the XDG base directory specification. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/settings.h"
#include "util/log.h"

#define FILE_NAME "memcgtop/config"

/* The specification has relative paths ignored. */
static const char *absolute(const char *variable)
{
	const char *path = getenv(variable);

	return path && *path == '/' ? path : NULL;
}

char *settings__path(void)
{
	const char *base = absolute("XDG_CONFIG_HOME"), *below = "";
	char *path;

	if (!base) {
		base = absolute("HOME");
		below = "/.config";
	}
	if (!base || asprintf(&path, "%s%s/%s", base, below, FILE_NAME) < 0)
		return NULL;
	return path;
}

static void warn_line(unsigned int line, const char *what)
{
	log__warn("settings file, line %u: %s; it is kept and ignored", line, what);
}

/* Opens for reading what is a regular file; a FIFO must not hold the screen up. */
static int open_file(const char *path, FILE **f)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), err;
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		err = -errno;
	else if (!S_ISREG(st.st_mode))
		err = -EINVAL;
	else
		err = (*f = fdopen(fd, "r")) ? 0 : -errno;
	if (err)
		close(fd);
	return err;
}

static int load_file(struct settings *settings, const char *path)
{
	FILE *f;
	int err = open_file(path, &f);

	if (err == -ENOENT || err == -ENOTDIR)
		return 0;
	if (!err) {
		err = settings__parse(settings, f, warn_line);
		fclose(f);
	}
	if (err == -EINVAL)
		log__warn("settings: %s is no regular file; ignored", path);
	else if (err)
		log__warn("settings: cannot read %s: %s; ignored", path, strerror(-err));
	return err;
}

int settings__load(struct settings *settings)
{
	char *path = settings__path();
	int err = path ? load_file(settings, path) : 0;

	free(path);
	return err;
}

static int check_owner(const char *folder)
{
	struct stat st;

	if (stat(folder, &st))
		return -errno;
	return st.st_uid == geteuid() ? 0 : -EPERM;
}

/* Folder of @path, "/" at last; caller frees. */
static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strndup(path, slash > path ? (size_t)(slash - path) : 1);
}

/*
 * Makes @folder, and where @parents is not 0 the one it is in.  Not those above:
 * a home that is not there, such as /nonexistent, is not there on purpose.
 */
static int make_folder(const char *folder, unsigned int parents)
{
	char *parent;
	int err;

	if (!access(folder, F_OK))
		return 0;
	parent = folder_of(folder);
	if (!parent)
		return -ENOMEM;
	err = parents ? make_folder(parent, parents - 1) : 0;
	err = err ?: check_owner(parent);
	if (!err && mkdir(folder, 0700) && errno != EEXIST)
		err = -errno;
	free(parent);
	return err;
}

/* May @path be replaced?  @mode: what its replacement gets. */
static int check_file(const char *path, mode_t *mode)
{
	struct stat st;

	*mode = 0600;
	if (stat(path, &st))
		return errno == ENOENT ? 0 : -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	if (st.st_size > SETTINGS_MAX_BYTES)
		return -EFBIG;
	if (!(st.st_mode & 0200) || access(path, R_OK | W_OK))
		return -EACCES;
	*mode = st.st_mode & 0777;
	return 0;
}

static int print_file(const struct settings *settings, int fd, mode_t mode)
{
	FILE *f = fdopen(fd, "w");
	int err = 0;

	if (!f) {
		err = -errno;
		close(fd);
		return err;
	}
	settings__print(settings, f);
	if (fflush(f) || ferror(f) || fchmod(fd, mode) || fsync(fd))
		err = errno ? -errno : -EIO;
	else if (ftell(f) > SETTINGS_MAX_BYTES)
		err = -EFBIG; /* nobody could read it */
	if (fclose(f) && !err)
		err = -errno;
	return err;
}

static int replace_file(const struct settings *settings, const char *path, mode_t mode)
{
	char *temporary;
	int fd, err;

	if (asprintf(&temporary, "%s.XXXXXX", path) < 0)
		return -ENOMEM;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		free(temporary);
		return err;
	}
	err = print_file(settings, fd, mode);
	if (!err && rename(temporary, path))
		err = -errno;
	if (err)
		unlink(temporary);
	free(temporary);
	return err;
}

/* @path: without links, or not there yet. */
static int save_file(const struct settings *settings, const char *path)
{
	char *folder = folder_of(path);
	mode_t mode;
	int err;

	if (!folder)
		return -ENOMEM;
	err = make_folder(folder, 1);
	err = err ?: check_owner(folder);
	err = err ?: check_file(path, &mode);
	err = err ?: replace_file(settings, path, mode);
	free(folder);
	return err;
}

/* Where the links end; @path itself where nothing is.  A link to nothing is an error. */
static char *follow(const char *path)
{
	char *target = realpath(path, NULL);
	struct stat st;

	if (!target && errno == ENOENT && lstat(path, &st))
		target = strdup(path);
	return target;
}

int settings__save(const struct settings *settings)
{
	char *path = settings__path(), *target;
	int err;

	if (!path)
		return -ENOENT;
	target = follow(path);
	err = target ? save_file(settings, target) : -errno;
	free(target);
	free(path);
	return err;
}
