// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static size_t hash_id(uint64_t id)
{
	return (size_t)((id * 0x9e3779b97f4a7c15ull) >> 20);
}

static size_t hash_path(const char *path)
{
	uint64_t h = 0xcbf29ce484222325ull; /* FNV-1a */

	for (; *path; path++)
		h = (h ^ (unsigned char)*path) * 0x100000001b3ull;
	return (size_t)(h ^ (h >> 32));
}

static struct cgroup_entry **id_bucket(const struct cgroup_store *s, uint64_t id)
{
	return &s->by_id[hash_id(id) & (s->n_buckets - 1)];
}

static struct cgroup_entry **path_bucket(const struct cgroup_store *s, const char *path)
{
	return &s->by_path[hash_path(path) & (s->n_buckets - 1)];
}

struct cgroup_entry *cgroup_store__find(const struct cgroup_store *s, uint64_t id)
{
	struct cgroup_entry *e = *id_bucket(s, id);

	while (e && e->id != id)
		e = e->next_id;
	return e;
}

struct cgroup_entry *cgroup_store__find_path(const struct cgroup_store *s, const char *path)
{
	struct cgroup_entry *e = *path_bucket(s, path);

	while (e && strcmp(e->path, path))
		e = e->next_path;
	return e;
}

static void path_link(struct cgroup_store *s, struct cgroup_entry *e)
{
	struct cgroup_entry **bucket = path_bucket(s, e->path);

	e->next_path = *bucket;
	*bucket = e;
}

static void path_unlink(struct cgroup_store *s, struct cgroup_entry *e)
{
	struct cgroup_entry **p = path_bucket(s, e->path);

	while (*p != e)
		p = &(*p)->next_path;
	*p = e->next_path;
}

static void list_remove(struct cgroup_list *list, struct cgroup_entry *e)
{
	*(e->older ? &e->older->newer : &list->oldest) = e->newer;
	*(e->newer ? &e->newer->older : &list->newest) = e->older;
	list->n--;
}

static void list_append(struct cgroup_list *list, struct cgroup_entry *e)
{
	e->older = list->newest;
	e->newer = NULL;
	*(list->newest ? &list->newest->newer : &list->oldest) = e;
	list->newest = e;
	list->n++;
}

void cgroup_store__enter(struct cgroup_store *s, struct cgroup_entry *e, enum cgroup_state state)
{
	if (e->state == CGROUP_LIVE)
		path_unlink(s, e);
	else
		list_remove(&s->lists[e->state], e);
	e->state = state;
	if (state == CGROUP_LIVE)
		path_link(s, e);
	else
		list_append(&s->lists[state], e);
}

static void drop(struct cgroup_store *s, struct cgroup_entry *e)
{
	struct cgroup_entry **p = id_bucket(s, e->id);

	while (*p != e)
		p = &(*p)->next_id;
	*p = e->next_id;
	list_remove(&s->lists[e->state], e);
	s->n_entries--;
	free(e->path);
	free(e);
}

void cgroup_store__bound(struct cgroup_store *s, size_t max)
{
	struct cgroup_list *gone = &s->lists[CGROUP_GONE], *asked = &s->lists[CGROUP_GONE_ASKED];
	struct cgroup_list *unknown = &s->lists[CGROUP_UNKNOWN];

	while (gone->n + asked->n > max)
		drop(s, gone->oldest ? gone->oldest : asked->oldest);
	while (unknown->n > max)
		drop(s, unknown->oldest);
}

/* Doubles the buckets.  Without memory for it, chains get longer, no more. */
static void grow(struct cgroup_store *s)
{
	size_t old_n = s->n_buckets, n = old_n * 2;
	struct cgroup_entry **by_id = calloc(n, sizeof(*by_id)),
			    **by_path = calloc(n, sizeof(*by_path));
	struct cgroup_entry **old = s->by_id;

	if (!by_id || !by_path) {
		free(by_id);
		free(by_path);
		return;
	}
	free(s->by_path);
	s->by_id = by_id;
	s->by_path = by_path;
	s->n_buckets = n;
	for (size_t i = 0; i < old_n; i++) {
		for (struct cgroup_entry *e = old[i], *next; e; e = next) {
			struct cgroup_entry **bucket = id_bucket(s, e->id);

			next = e->next_id;
			e->next_id = *bucket;
			*bucket = e;
			if (e->state == CGROUP_LIVE)
				path_link(s, e);
		}
	}
	free(old);
}

struct cgroup_entry *cgroup_store__add(struct cgroup_store *s, uint64_t id)
{
	struct cgroup_entry *e = calloc(1, sizeof(*e)), **bucket;

	if (!e)
		return NULL;
	if (s->n_entries >= s->n_buckets)
		grow(s);
	e->id = id;
	e->state = CGROUP_UNKNOWN;
	bucket = id_bucket(s, id);
	e->next_id = *bucket;
	*bucket = e;
	list_append(&s->lists[CGROUP_UNKNOWN], e);
	s->n_entries++;
	return e;
}

void cgroup_store__rename(struct cgroup_store *s, struct cgroup_entry *e, char *path)
{
	if (e->state == CGROUP_LIVE)
		path_unlink(s, e);
	free(e->path);
	e->path = path;
	if (e->state == CGROUP_LIVE)
		path_link(s, e);
}

int cgroup_store__init(struct cgroup_store *s)
{
	memset(s, 0, sizeof(*s));
	s->n_buckets = 64;
	s->by_id = calloc(s->n_buckets, sizeof(*s->by_id));
	s->by_path = calloc(s->n_buckets, sizeof(*s->by_path));
	return s->by_id && s->by_path ? 0 : -ENOMEM;
}

void cgroup_store__clear(struct cgroup_store *s)
{
	for (size_t i = 0; s->by_id && i < s->n_buckets; i++) {
		for (struct cgroup_entry *e = s->by_id[i], *next; e; e = next) {
			next = e->next_id;
			free(e->path);
			free(e);
		}
	}
	free(s->by_id);
	free(s->by_path);
	memset(s, 0, sizeof(*s));
}
