// SPDX-License-Identifier: GPL-2.0-or-later
/* Which nodes of a tree are shown, and in which order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/cgroup_tree_state.h"

size_t cgroup_tree__size(const struct cgroup_tree *tree)
{
	return tree->n ? tree->n - 1 : 0;
}

const struct cgroup_node *cgroup_tree__node(const struct cgroup_tree *tree, size_t i)
{
	return &tree->nodes[i + 1];
}

size_t cgroup_tree__index(const struct cgroup_tree *tree, const struct cgroup_node *node)
{
	return (size_t)(node - tree->nodes) - 1;
}

const struct cgroup_node *cgroup_tree__above(const struct cgroup_tree *tree,
					     const struct cgroup_node *node)
{
	return node->above ? &tree->nodes[node->above] : NULL;
}

/* ASCII only: names are bytes, in no certain encoding. */
static bool contains(const char *bytes, size_t n, const char *text)
{
	size_t length = strlen(text);

	for (size_t i = 0; i + length <= n; i++)
		if (!strncasecmp(bytes + i, text, length))
			return true;
	return false;
}

static bool matches(const struct cgroup_node *node, const char *text)
{
	char id[32];

	if (node->path)
		return contains(node->path, node->path_length, text);
	snprintf(id, sizeof(id), "id %llu", (unsigned long long)node->own->id);
	return contains(id, strlen(id), text);
}

void cgroup_tree__filter(struct cgroup_tree *tree, const char *text)
{
	bool all = !text || !*text;

	for (size_t i = 1; i < tree->n; i++)
		tree->nodes[i].shown = tree->nodes[i].matches = all;
	for (size_t i = tree->n; i-- > 1 && !all;) {
		struct cgroup_node *node = &tree->nodes[i];

		node->matches = matches(node, text);
		/* Shown for those below: then they must be seen. */
		node->folded = node->folded && node->matches;
		node->shown = node->shown || node->matches;
		if (node->shown)
			tree->nodes[node->above].shown = true;
	}
}

struct order {
	cgroup_tree_compare compare;
	void *ctx;
};

static int by_order(const void *a, const void *b, void *ctx)
{
	const struct cgroup_node *x = *(const struct cgroup_node *const *)a;
	const struct cgroup_node *y = *(const struct cgroup_node *const *)b;
	const struct order *order = ctx;

	return order->compare(x, y, order->ctx) ?: (x < y ? -1 : x > y);
}

/* @scratch: room for all nodes below @above.  Returns the number put into @list. */
static size_t list_below(const struct cgroup_tree *tree, size_t above, struct order *order,
			 const struct cgroup_node **scratch, const struct cgroup_node **list)
{
	size_t children = 0, n = 0;

	for (size_t i = above + 1; i < tree->nodes[above].end; i = tree->nodes[i].end)
		if (tree->nodes[i].shown)
			scratch[children++] = &tree->nodes[i];
	qsort_r(scratch, children, sizeof(*scratch), by_order, order);
	for (size_t i = 0; i < children; i++) {
		const struct cgroup_node *node = scratch[i];

		list[n++] = node;
		if (node->parent && !node->folded)
			n += list_below(tree, (size_t)(node - tree->nodes), order,
					scratch + children, list + n);
	}
	return n;
}

size_t cgroup_tree__list(struct cgroup_tree *tree, cgroup_tree_compare compare, void *ctx,
			 const struct cgroup_node **list)
{
	struct order order = {compare, ctx};

	return tree->n ? list_below(tree, 0, &order, tree->scratch, list) : 0;
}

void cgroup_tree__fold(struct cgroup_tree *tree, uint64_t key, bool folded)
{
	cgroup_folds__set(&tree->folds, key, folded);
}

void cgroup_tree__fold_all(struct cgroup_tree *tree, bool folded)
{
	cgroup_folds__set_all(&tree->folds, folded);
}
