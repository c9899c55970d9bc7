/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cgroup.h - the cgroups of one run: made, entered, removed.
 *
 * A tree is one directory (memcgload.PID or --name) below the parent that
 * hierarchy.h found, with children one level down. Only what lies below that
 * directory is ever removed. Functions return a negative errno; those that
 * print say so.
 */
#ifndef MEMCGLOAD_CGROUP_H
#define MEMCGLOAD_CGROUP_H

#include "base.h"

struct cgroup_tree;

/* Makes the directory, ready for children with a memory controller. Prints. */
int cgroup_tree__create(struct cgroup_tree **tree, const char *root, const char *name);
/*
 * Removes all children and the directory unless @keep, and frees the tree.
 * Waits up to some seconds for processes that are still leaving. Prints.
 */
int cgroup_tree__destroy(struct cgroup_tree *tree, bool keep);

const char *cgroup_tree__path(const struct cgroup_tree *tree);
bool cgroup_tree__is_v2(const struct cgroup_tree *tree);

int cgroup_tree__make(const struct cgroup_tree *tree, const char *child);
int cgroup_tree__drop(const struct cgroup_tree *tree, const char *child);
/* Moves the calling process. */
int cgroup_tree__enter(const struct cgroup_tree *tree, const char *child);

/*
 * Open files to be used over and over: opening and closing one charges and
 * frees memory itself. Descriptors, or a negative errno.
 *
 * The usage is in bytes, stocks included; read it with textfile__reread_u64().
 */
int cgroup_tree__open_usage(const struct cgroup_tree *tree, const char *child);
/*
 * The limit that makes the kernel drain stocks when usage is above it and
 * never kills: memory.high, on v1 memory.limit_in_bytes.
 */
int cgroup_tree__open_limit(const struct cgroup_tree *tree, const char *child);
/* Sets or lifts (UINT64_MAX) it; on v1 -EBUSY if it cannot be met. */
int cgroup_tree__set_limit(const struct cgroup_tree *tree, int limit_fd, uint64_t bytes);

#endif
