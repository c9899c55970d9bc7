/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which name a kernfs id has, or last had.  The cache is told what walks of
 * the hierarchy saw and answers look-ups; it opens no file itself.
 *
 * A cgroup that a walk no longer finds keeps its last name and is gone.  Names
 * of the gone, and ids asked for that no walk has found, are bounded: the ones
 * nobody asked for are dropped first, then those not asked for the longest.
 */
#ifndef MODEL_CGROUP_CACHE_H
#define MODEL_CGROUP_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cgroup_cache;

struct cgroup_name {
	const char *path; /* raw bytes; valid until the next call on the cache */
	uint32_t level;	  /* depth below the root (root 0) */
	bool gone;
};

struct cgroup_cache_stats {
	size_t live, gone, unknown; /* ids held */
	size_t fresh;		    /* unknown ids first asked for since the last walk */
	size_t stale;		    /* look-ups since then of ids that walk had not found either */
	size_t resolved; /* unknown ids that the last walk, or the one under way, found */
};

/* @max_gone: most gone names, and most unknown ids, kept.  NULL when memory is short. */
struct cgroup_cache *cgroup_cache__new(size_t max_gone);
void cgroup_cache__free(struct cgroup_cache *cache);

/* Name of @id.  False: none was ever seen; the id is noted as unknown. */
bool cgroup_cache__lookup(struct cgroup_cache *cache, uint64_t id, struct cgroup_name *name);

/* A walk begins, sees directories, cannot read below some, and ends. */
void cgroup_cache__begin(struct cgroup_cache *cache);

/*
 * An id under its path ("/" for the root).  Another id of that path is gone
 * from here on, until seen again.  Returns 0 or -ENOMEM.
 */
int cgroup_cache__seen(struct cgroup_cache *cache, uint64_t id, const char *path);

/* Cgroups below @path could not be looked at: this walk says nothing on them. */
void cgroup_cache__unread(struct cgroup_cache *cache, const char *path);

/* @complete: false when the walk broke off; then it marks nothing as gone. */
void cgroup_cache__end(struct cgroup_cache *cache, bool complete);

struct cgroup_cache_stats cgroup_cache__stats(const struct cgroup_cache *cache);

#endif
