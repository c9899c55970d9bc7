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
int cgroup_tree__create(struct cgroup_tree **tree, const char *root,
			const char *name);
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

/* What @child is charged with now, stocks included. */
int cgroup_tree__usage_bytes(const struct cgroup_tree *tree, const char *child,
			     uint64_t *bytes);
/*
 * Sets or lifts (UINT64_MAX) the limit that makes the kernel drain stocks
 * when usage is above it and never kills: memory.high, on v1
 * memory.limit_in_bytes (-EBUSY if it cannot be met).
 */
int cgroup_tree__limit(const struct cgroup_tree *tree, const char *child,
		       uint64_t bytes);

#endif
