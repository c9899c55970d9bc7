/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of cgroups by kernfs id, as the hierarchy on disk has them: a cache, a
 * walk that fills it, and a budget for walks.  How to use it:
 *
 *	look up every id of a snapshot;
 *	cgroup_names__rescan() walks if an id was unknown, or it is time to
 *		notice removals, and if the budget allows it;
 *	look the unknown ones up again if it did.
 */
#ifndef MODEL_CGROUP_NAMES_H
#define MODEL_CGROUP_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/cgroup_cache.h"

struct cgroup_names;

/*
 * cgroup_names__new - names below @root_fd, a directory that can be read.
 * @root_fd: owned from here on, also on failure.
 * @clock_ns: the clock that rescan's times are of; measures how long walks take.
 * Returns NULL when memory is short.
 */
struct cgroup_names *cgroup_names__new(int root_fd, uint64_t (*clock_ns)(void));
void cgroup_names__free(struct cgroup_names *names);

/* As cgroup_cache__lookup. */
bool cgroup_names__lookup(struct cgroup_names *names, uint64_t id, struct cgroup_name *name);

/*
 * cgroup_names__learn - a name heard from elsewhere, before any walk could see
 * it: a cgroup that may be gone by then.  Returns 0 or -ENOMEM.
 */
int cgroup_names__learn(struct cgroup_names *names, uint64_t id, const char *path);

/*
 * cgroup_names__rescan - walks the hierarchy, if there is reason to and the
 * budget allows it.  Returns 1 after a walk, 0 without one, or a negative errno
 * of a walk that broke off; what it had seen until then is kept.
 */
int cgroup_names__rescan(struct cgroup_names *names, uint64_t now_ns);

struct cgroup_cache_stats cgroup_names__stats(const struct cgroup_names *names);

#endif
