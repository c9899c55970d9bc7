// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Rows are sorted by path once, a parent right before what is below it; one
 * walk over them then makes the nodes, in the order in which they stay.  Node 0
 * is the root that holds all others.
 */
#include "model/cgroup_tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/cgroup_tree_state.h"

#define NO_INNER SIZE_MAX

static const char root_path[] = "/";

struct cgroup_tree *cgroup_tree__new(void)
{
	return calloc(1, sizeof(struct cgroup_tree));
}

static void forget(struct cgroup_tree *tree)
{
	free(tree->sums);
	free(tree->scratch);
	tree->sums = NULL;
	tree->scratch = NULL;
	tree->n = 0;
}

void cgroup_tree__free(struct cgroup_tree *tree)
{
	if (!tree)
		return;
	forget(tree);
	free(tree->nodes);
	cgroup_folds__clear(&tree->folds);
	free(tree);
}

/* A slash comes before every other byte, so that no name stands between "/a" and "/a/b". */
static unsigned int rank_of(char c)
{
	return c == '\0' ? 0 : c == '/' ? 1 : 1u + (unsigned char)c;
}

static int by_path(const void *a, const void *b)
{
	const struct cgroup_row *x = *(const struct cgroup_row *const *)a;
	const struct cgroup_row *y = *(const struct cgroup_row *const *)b;
	const char *p = x->name, *q = y->name;

	while (*p && *p == *q)
		p++, q++;
	if (*p != *q)
		return rank_of(*p) < rank_of(*q) ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* FNV-1a.  Should two paths ever meet, they fold together: no more comes of it. */
static uint64_t path_key(const char *path, size_t length)
{
	uint64_t hash = 0xcbf29ce484222325ull;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)path[i]) * 0x100000001b3ull;
	return hash;
}

/* Far from small numbers, where ids lie, and from what paths are likely to give. */
static uint64_t id_key(uint64_t id)
{
	return ~id * 0x9e3779b97f4a7c15ull;
}

/* Returns the new node below node @above, or NULL when memory is short. */
static struct cgroup_node *add(struct cgroup_tree *tree, size_t above)
{
	size_t room = tree->room ? 2 * tree->room : 64;
	struct cgroup_node *nodes;

	if (tree->n == tree->room) {
		nodes = reallocarray(tree->nodes, room, sizeof(*nodes));
		if (!nodes)
			return NULL;
		tree->nodes = nodes;
		tree->room = room;
	}
	tree->nodes[tree->n] = (struct cgroup_node){
		.above = above,
		.depth = above ? tree->nodes[above].depth + 1 : 0,
		.end = tree->n + 1,
		.inner = NO_INNER,
		.matches = true,
		.shown = true,
	};
	return &tree->nodes[tree->n++];
}

static bool is_below(const struct cgroup_node *node, const char *path)
{
	return !strncmp(path, node->path, node->path_length) &&
	       (path[node->path_length] == '/' || !path[node->path_length]);
}

static struct cgroup_node *add_part(struct cgroup_tree *tree, size_t above, const char *path,
				    const char *name, size_t name_length)
{
	struct cgroup_node *node = add(tree, above);

	if (!node)
		return NULL;
	node->path = path;
	node->path_length = (size_t)(name - path) + name_length;
	node->name = name;
	node->name_length = name_length;
	node->key = path_key(path, node->path_length);
	return node;
}

/* A second row of a node's path: a cgroup made anew before the old one was seen to be gone. */
static struct cgroup_node *add_twin(struct cgroup_tree *tree, size_t first,
				    const struct cgroup_row *row)
{
	const struct cgroup_node like = tree->nodes[first];
	struct cgroup_node *node =
		add_part(tree, like.above, like.path, like.name, like.name_length);

	if (node)
		node->key = id_key(row->id);
	return node;
}

/*
 * Adds the row and the directories above it that are not there yet.
 * @last: the node added last; at or below it, or above, is where this one goes.
 */
static int add_named(struct cgroup_tree *tree, size_t *last, const struct cgroup_row *row)
{
	const char *path = row->name, *p;
	struct cgroup_node *node = NULL;
	size_t above = *last;

	while (above && !is_below(&tree->nodes[above], path))
		above = tree->nodes[above].above;
	for (p = path + (above ? tree->nodes[above].path_length : 0); *p;) {
		size_t length;

		p += strspn(p, "/");
		length = strcspn(p, "/");
		if (!length)
			break;
		node = add_part(tree, above, path, p, length);
		if (!node)
			return -ENOMEM;
		above = tree->n - 1;
		p += length;
	}
	if (!node)
		node = above ? add_twin(tree, above, row)
			     : add_part(tree, 0, root_path, root_path, 1);
	if (!node)
		return -ENOMEM;
	node->own = row;
	*last = tree->n - 1;
	return 0;
}

/* Removed, or without a name: told from others by its id alone. */
static int add_apart(struct cgroup_tree *tree, const struct cgroup_row *row)
{
	struct cgroup_node *node = add(tree, 0);

	if (!node)
		return -ENOMEM;
	if (row->name) {
		node->path = node->name = row->name;
		node->path_length = node->name_length = strlen(row->name);
	}
	node->own = row;
	node->key = id_key(row->id);
	return 0;
}

static void add_hist(uint32_t *to, const uint32_t *more)
{
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		to[i] = to[i] + more[i] < to[i] ? UINT32_MAX : to[i] + more[i];
}

static void add_row(struct cgroup_row *to, const struct cgroup_row *more)
{
	counters__add(&to->c, &more->c);
	add_hist(to->hist, more->hist);
	longest__merge(&to->max, &more->max);
}

/* From the last node to the first: what is below a node is complete before it is. */
static int sum_up(struct cgroup_tree *tree)
{
	size_t inner = 0;

	for (size_t i = tree->n - 1; i > 0; i--) {
		struct cgroup_node *node = &tree->nodes[i], *above = &tree->nodes[node->above];

		node->sum = node->own;
		if (above->inner == NO_INNER)
			above->inner = inner++;
		if (above->end < node->end)
			above->end = node->end;
	}
	tree->sums = calloc(inner + 1, sizeof(*tree->sums));
	tree->scratch = calloc(tree->n, sizeof(*tree->scratch));
	if (!tree->sums || !tree->scratch)
		return -ENOMEM;
	for (size_t i = tree->n - 1; i > 0; i--) {
		struct cgroup_node *node = &tree->nodes[i];

		if (node->inner != NO_INNER) {
			if (node->own) {
				tree->sums[node->inner].id = node->own->id;
				add_row(&tree->sums[node->inner], node->own);
			}
			node->sum = &tree->sums[node->inner];
			node->parent = true;
			node->folded = cgroup_folds__has(&tree->folds, node->key);
		}
		if (node->above)
			add_row(&tree->sums[tree->nodes[node->above].inner], node->sum);
	}
	return 0;
}

static int add_rows(struct cgroup_tree *tree, const struct cgroup_row **rows, size_t named,
		    size_t n)
{
	size_t last = 0;
	int err = add(tree, 0) ? 0 : -ENOMEM;

	qsort(rows, named, sizeof(*rows), by_path);
	for (size_t i = 0; i < named && !err; i++)
		err = add_named(tree, &last, rows[i]);
	for (size_t i = named; i < n && !err; i++)
		err = add_apart(tree, rows[i]);
	return err ?: sum_up(tree);
}

int cgroup_tree__build(struct cgroup_tree *tree, const struct snapshot *delta,
		       bool (*take)(const struct cgroup_row *row, void *ctx), void *ctx)
{
	const struct cgroup_row **rows = calloc(delta->n_cgroups + 1, sizeof(*rows));
	size_t named = 0, apart = delta->n_cgroups;
	int err = -ENOMEM;

	forget(tree);
	if (!rows)
		return err;
	for (size_t i = 0; i < delta->n_cgroups; i++) {
		const struct cgroup_row *row = &delta->cgroups[i];

		if (take && !take(row, ctx))
			continue;
		if (row->name && !row->gone)
			rows[named++] = row;
		else
			rows[--apart] = row;
	}
	memmove(rows + named, rows + apart, (delta->n_cgroups - apart) * sizeof(*rows));
	err = add_rows(tree, rows, named, named + delta->n_cgroups - apart);
	free(rows);
	if (err)
		forget(tree);
	return err;
}
