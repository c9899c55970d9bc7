/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hierarchy.h - where the memory controller is.
 *
 * Owns the reading of /proc/self/mountinfo and /proc/self/cgroup. Unified
 * (v2), legacy (v1) and hybrid layouts are told apart by where "memory" is
 * found, not by what is mounted.
 */
#ifndef MEMCGLOAD_HIERARCHY_H
#define MEMCGLOAD_HIERARCHY_H

#include "base.h"

#define HIERARCHY_PATH_MAX 4096

struct hierarchy {
	bool v2;
	/*
	 * Where new cgroups go. v2: the mount point, since elsewhere a cgroup
	 * with processes may not have children with controllers. v1: the
	 * caller's own cgroup, so that its limits go on holding.
	 */
	char parent[HIERARCHY_PATH_MAX];
};

/* Finds it, or takes @root for the parent if not NULL. Prints what is wrong
 * and returns a negative errno. */
int hierarchy__find(struct hierarchy *hier, const char *root);

#endif
