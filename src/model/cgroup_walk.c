// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

struct walk {
	const struct cgroup_visitor *visitor;
	dev_t dev;
	char *path; /* of the directory at hand; empty for the root */
	size_t len, size;
	unsigned int depth, dirs;
};

static const char *path_of(const struct walk *w)
{
	return w->len ? w->path : "/";
}

static int push_name(struct walk *w, const char *name)
{
	size_t need = w->len + 1 + strlen(name) + 1;

	if (need > w->size) {
		size_t size = need + 4096;
		char *path = realloc(w->path, size);

		if (!path)
			return -ENOMEM;
		w->path = path;
		w->size = size;
	}
	w->path[w->len] = '/';
	strcpy(w->path + w->len + 1, name);
	w->len = need - 1;
	return 0;
}

static void pop_name(struct walk *w, size_t len)
{
	w->len = len;
	w->path[len] = '\0';
}

/* Errors of a directory that was removed, or replaced by something else, under us. */
static bool vanished(int err)
{
	return err == ENOENT || err == ENODEV || err == ENOTDIR || err == ELOOP;
}

static int visit(struct walk *w, const struct stat *st)
{
	if (++w->dirs > CGROUP_WALK_DIRS)
		return -E2BIG;
	return w->visitor->dir(w->visitor->ctx, st->st_ino, path_of(w));
}

static void unread(const struct walk *w, int err)
{
	w->visitor->unread(w->visitor->ctx, path_of(w), err);
}

static int walk_dir(struct walk *w, int fd);

/* What cannot be opened may be gone, or no directory; else its id can still be had. */
static int visit_closed(struct walk *w, int parent_fd, const char *name, int open_err)
{
	struct stat st;
	int err;

	if (fstatat(parent_fd, name, &st, AT_SYMLINK_NOFOLLOW)) {
		if (!vanished(errno))
			unread(w, errno);
		return 0;
	}
	if (!S_ISDIR(st.st_mode) || st.st_dev != w->dev)
		return 0;
	err = visit(w, &st);
	if (!err)
		unread(w, open_err);
	return err;
}

static int walk_child(struct walk *w, int parent_fd, const char *name)
{
	size_t len = w->len;
	int err = push_name(w, name), fd;

	if (err)
		return err;
	fd = openat(parent_fd, name, OPEN_FLAGS);
	if (fd >= 0)
		err = walk_dir(w, fd);
	else
		err = visit_closed(w, parent_fd, name, errno);
	pop_name(w, len);
	return err;
}

static bool may_be_child(const struct dirent *entry)
{
	if (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN)
		return false;
	return strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
}

static int walk_children(struct walk *w, DIR *dir)
{
	for (;;) {
		const struct dirent *entry;
		int err;

		errno = 0;
		entry = readdir(dir);
		if (!entry) {
			if (errno && !vanished(errno))
				unread(w, errno);
			return 0;
		}
		if (!may_be_child(entry))
			continue;
		err = walk_child(w, dirfd(dir), entry->d_name);
		if (err)
			return err;
	}
}

/* Visits the directory @fd, which it closes, and all below. */
static int walk_dir(struct walk *w, int fd)
{
	struct stat st;
	DIR *dir = NULL;
	int err = 0;

	if (fstat(fd, &st) || st.st_dev != w->dev)
		goto out;
	err = visit(w, &st);
	if (err)
		goto out;
	if (w->depth == CGROUP_WALK_DEPTH) {
		unread(w, ENAMETOOLONG);
		goto out;
	}
	dir = fdopendir(fd);
	if (!dir) {
		unread(w, errno);
		goto out;
	}
	w->depth++;
	err = walk_children(w, dir);
	w->depth--;
out:
	if (dir)
		closedir(dir);
	else
		close(fd);
	return err;
}

int cgroup_walk(int root_fd, const struct cgroup_visitor *visitor)
{
	struct walk w = {.visitor = visitor};
	/* A stream of its own: reading one moves the offset of its descriptor. */
	int fd = openat(root_fd, ".", OPEN_FLAGS), err;
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st)) {
		err = -errno;
		close(fd);
		return err;
	}
	w.dev = st.st_dev;
	err = walk_dir(&w, fd);
	free(w.path);
	return err ? err : (int)w.dirs;
}
