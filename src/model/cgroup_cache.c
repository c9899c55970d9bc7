// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/cgroup_filter.h"
#include "model/cgroup_store.h"

#define MAX_UNREAD 32 /* unreadable subtrees remembered during a walk */

struct cgroup_cache {
	struct cgroup_store store;
	size_t max_gone;
	uint64_t walk;
	size_t fresh, stale, resolved;
	char *unread[MAX_UNREAD];
	size_t n_unread;
	bool unread_lost; /* more of them than could be remembered */
};

struct cgroup_cache *cgroup_cache__new(size_t max_gone)
{
	struct cgroup_cache *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->max_gone = max_gone;
	if (cgroup_store__init(&c->store)) {
		cgroup_cache__free(c);
		return NULL;
	}
	return c;
}

static void forget_unread(struct cgroup_cache *c)
{
	while (c->n_unread)
		free(c->unread[--c->n_unread]);
	c->unread_lost = false;
}

void cgroup_cache__free(struct cgroup_cache *c)
{
	if (!c)
		return;
	forget_unread(c);
	cgroup_store__clear(&c->store);
	free(c);
}

/* An id that no walk has found so far: noted, so that a walk is asked for. */
static void note_unknown(struct cgroup_cache *c, struct cgroup_entry *e, uint64_t id)
{
	if (e) {
		cgroup_store__enter(&c->store, e, CGROUP_UNKNOWN);
		c->stale += !e->fresh;
		return;
	}
	e = cgroup_store__add(&c->store, id);
	if (!e)
		return;
	e->asked = e->fresh = true;
	c->fresh++;
	cgroup_store__bound(&c->store, c->max_gone);
}

bool cgroup_cache__lookup(struct cgroup_cache *c, uint64_t id, struct cgroup_name *name)
{
	struct cgroup_entry *e = cgroup_store__find(&c->store, id);

	if (!e || e->state == CGROUP_UNKNOWN) {
		note_unknown(c, e, id);
		return false;
	}
	e->asked = true;
	if (e->state != CGROUP_LIVE)
		cgroup_store__enter(&c->store, e, CGROUP_GONE_ASKED);
	name->path = e->path;
	name->level = e->level;
	name->gone = e->state != CGROUP_LIVE;
	return true;
}

void cgroup_cache__begin(struct cgroup_cache *c)
{
	c->walk++;
	c->resolved = 0;
	forget_unread(c);
}

static uint32_t level_of(const char *path)
{
	uint32_t level = 0;

	if (!strcmp(path, "/"))
		return 0;
	for (; *path; path++)
		level += *path == '/';
	return level;
}

static void retire(struct cgroup_cache *c, struct cgroup_entry *e)
{
	cgroup_store__enter(&c->store, e, e->asked ? CGROUP_GONE_ASKED : CGROUP_GONE);
}

int cgroup_cache__seen(struct cgroup_cache *c, uint64_t id, const char *path)
{
	struct cgroup_entry *e = cgroup_store__find(&c->store, id), *other;
	char *copy = NULL;

	if (!e || !e->path || strcmp(e->path, path)) {
		copy = strdup(path);
		if (!copy)
			return -ENOMEM;
	}
	if (!e) {
		e = cgroup_store__add(&c->store, id);
		if (!e) {
			free(copy);
			return -ENOMEM;
		}
	}
	c->resolved += e->state == CGROUP_UNKNOWN && e->asked;
	other = cgroup_store__find_path(&c->store, path);
	if (other && other != e)
		retire(c, other);
	if (copy) {
		cgroup_store__rename(&c->store, e, copy);
		e->level = level_of(copy);
	}
	if (e->state != CGROUP_LIVE)
		cgroup_store__enter(&c->store, e, CGROUP_LIVE);
	e->fresh = false;
	e->walk = c->walk;
	cgroup_store__bound(&c->store, c->max_gone);
	return 0;
}

void cgroup_cache__unread(struct cgroup_cache *c, const char *path)
{
	char *copy = c->n_unread < MAX_UNREAD ? strdup(path) : NULL;

	if (copy)
		c->unread[c->n_unread++] = copy;
	else
		c->unread_lost = true;
}

static bool was_readable(const struct cgroup_cache *c, const char *path)
{
	for (size_t i = 0; i < c->n_unread; i++)
		if (cgroup_filter__has(c->unread[i], path))
			return false;
	return true;
}

void cgroup_cache__end(struct cgroup_cache *c, bool complete)
{
	if (c->unread_lost)
		complete = false;
	for (size_t i = 0; i < c->store.n_buckets; i++) {
		for (struct cgroup_entry *e = c->store.by_id[i]; e; e = e->next_id) {
			e->fresh = false;
			if (complete && e->state == CGROUP_LIVE && e->walk != c->walk &&
			    was_readable(c, e->path))
				retire(c, e);
		}
	}
	c->fresh = c->stale = 0;
	forget_unread(c);
	cgroup_store__bound(&c->store, c->max_gone);
}

struct cgroup_cache_stats cgroup_cache__stats(const struct cgroup_cache *c)
{
	struct cgroup_cache_stats stats = {
		.gone = c->store.lists[CGROUP_GONE].n + c->store.lists[CGROUP_GONE_ASKED].n,
		.unknown = c->store.lists[CGROUP_UNKNOWN].n,
		.fresh = c->fresh,
		.stale = c->stale,
		.resolved = c->resolved,
	};

	stats.live = c->store.n_entries - stats.gone - stats.unknown;
	return stats;
}
