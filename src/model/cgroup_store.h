/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Entries of the cgroup cache (cgroup_cache.h), its only user: found by id, and
 * by path while alive; the others on lists in the order they were last asked
 * for, so that the least wanted can be dropped.
 */
#ifndef MODEL_CGROUP_STORE_H
#define MODEL_CGROUP_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Entries of each state but the live ones are on a list, oldest first. */
enum cgroup_state {
	CGROUP_UNKNOWN, /* asked for, never seen: no path */
	CGROUP_GONE,	/* nobody ever asked for it */
	CGROUP_GONE_ASKED,
	CGROUP_NR_LISTS,
	CGROUP_LIVE = CGROUP_NR_LISTS,
};

struct cgroup_entry {
	uint64_t id;
	char *path;
	uint64_t walk; /* number of the last walk that saw it */
	uint32_t level;
	enum cgroup_state state;
	bool asked, fresh;
	struct cgroup_entry *next_id;	    /* in the bucket of its id */
	struct cgroup_entry *next_path;	    /* live only: in the bucket of its path */
	struct cgroup_entry *older, *newer; /* on the list of its state */
};

struct cgroup_list {
	struct cgroup_entry *oldest, *newest;
	size_t n;
};

struct cgroup_store {
	struct cgroup_entry **by_id, **by_path; /* n_buckets each, a power of two */
	size_t n_buckets, n_entries;
	struct cgroup_list lists[CGROUP_NR_LISTS];
};

/* Returns 0 or -ENOMEM; clear in either case. */
int cgroup_store__init(struct cgroup_store *store);
void cgroup_store__clear(struct cgroup_store *store);

/* NULL when there is none. */
struct cgroup_entry *cgroup_store__find(const struct cgroup_store *store, uint64_t id);
struct cgroup_entry *cgroup_store__find_path(const struct cgroup_store *store, const char *path);

/* A new entry of a new id, unknown; NULL when memory is short. */
struct cgroup_entry *cgroup_store__add(struct cgroup_store *store, uint64_t id);

/* Moves an entry into a state, as the newest of it.  A live one must have a path. */
void cgroup_store__enter(struct cgroup_store *store, struct cgroup_entry *e,
			 enum cgroup_state state);

/* Gives an entry another path, which it owns from here on. */
void cgroup_store__rename(struct cgroup_store *store, struct cgroup_entry *e, char *path);

/*
 * Drops the least wanted until there are at most @max gone and @max unknown
 * ones.  Frees entries anywhere in the buckets: not while walking them.
 */
void cgroup_store__bound(struct cgroup_store *store, size_t max);

#endif
