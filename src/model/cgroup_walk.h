/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A walk over the directories of a cgroup hierarchy: the one place that reads
 * them.  A directory's inode number is its kernfs id on 64-bit machines.
 */
#ifndef MODEL_CGROUP_WALK_H
#define MODEL_CGROUP_WALK_H

#include <stddef.h>
#include <stdint.h>

#define CGROUP_WALK_DEPTH 100u /* levels; one file descriptor is open for each */
#define CGROUP_WALK_DIRS  100000u

struct cgroup_visitor {
	/* A directory; @path "/" for the root.  Non-zero ends the walk with it. */
	int (*dir)(void *ctx, uint64_t id, const char *path);
	/* Below @path nothing could be read, for the reason @err (positive errno). */
	void (*unread)(void *ctx, const char *path, int err);
	void *ctx;
};

/*
 * cgroup_walk - visits @root_fd and all directories below it, parents first,
 * without following symbolic links or leaving the file system.  Directories
 * that vanish on the way are passed over in silence; those that may not be
 * read, or lie too deep, are visited and told to @unread.
 * Returns the number of directories, a negative errno when the root cannot be
 * read or memory is short, -E2BIG above CGROUP_WALK_DIRS, or what a visitor
 * returned.
 */
int cgroup_walk(int root_fd, const struct cgroup_visitor *visitor);

#endif
