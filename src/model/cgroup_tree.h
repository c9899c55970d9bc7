/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cgroup rows of a delta as the tree they stand in.  Directories without a
 * row of their own are nodes too.  Below the root directly: rows without a name,
 * removed cgroups (whose path another may have by now), and the root's own row,
 * named "/".  A tree is built anew for each delta and points into it; what is
 * folded outlives that.  Pure.
 */
#ifndef MODEL_CGROUP_TREE_H
#define MODEL_CGROUP_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/snapshot.h"

struct cgroup_node {
	const char *path; /* path_length bytes, no NUL after them; NULL: no name is known */
	const char *name; /* the last part of path; all of it for a removed cgroup */
	size_t path_length, name_length;
	uint64_t key;	    /* what it is, from delta to delta: made of its path, or of its id */
	unsigned int depth; /* 0: right below the root */
	const struct cgroup_row *own; /* NULL: it has none */
	/* Itself and all below: counters, histogram (slots stop at 2^32 - 1), longest hold. */
	const struct cgroup_row *sum;
	bool parent;  /* has nodes below it */
	bool folded;  /* and does not show them */
	bool matches; /* passes the filter */
	bool shown;   /* or one below does */
	/* The tree's own business: indices of the node above, of the first one not below. */
	size_t above, end;
	size_t inner;
};

struct cgroup_tree;

/* NULL when memory is short. */
struct cgroup_tree *cgroup_tree__new(void);
void cgroup_tree__free(struct cgroup_tree *tree);

/*
 * cgroup_tree__build - takes in the rows of @delta that @take (NULL: all) wants.
 * The delta must outlive the use of the nodes.  No filter is set then.
 * Returns 0, or -ENOMEM with an empty tree.
 */
int cgroup_tree__build(struct cgroup_tree *tree, const struct snapshot *delta,
		       bool (*take)(const struct cgroup_row *row, void *ctx), void *ctx);

/* Nodes by path, each followed by those below it.  The root itself is none. */
size_t cgroup_tree__size(const struct cgroup_tree *tree);
const struct cgroup_node *cgroup_tree__node(const struct cgroup_tree *tree, size_t i);
/* The node's index. */
size_t cgroup_tree__index(const struct cgroup_tree *tree, const struct cgroup_node *node);

/* Node above, or NULL at depth 0. */
const struct cgroup_node *cgroup_tree__above(const struct cgroup_tree *tree,
					     const struct cgroup_node *node);

/*
 * cgroup_tree__filter - shows only nodes whose path ("id 4711" without one) has
 * @text in it, upper or lower case alike in ASCII, and those above them, which
 * are open unless their own path has it.  NULL or "": shows all.
 */
void cgroup_tree__filter(struct cgroup_tree *tree, const char *text);

/*
 * cgroup_tree__list - the shown nodes from top to bottom, those below a folded
 * one left out.  Nodes of one parent come in the order of @compare (as qsort_r
 * has it), equal ones by path.
 * @list: room for cgroup_tree__size nodes.
 * Returns their number.
 */
typedef int (*cgroup_tree_compare)(const struct cgroup_node *a, const struct cgroup_node *b,
				   void *ctx);
size_t cgroup_tree__list(struct cgroup_tree *tree, cgroup_tree_compare compare, void *ctx,
			 const struct cgroup_node **list);

/* Folds or unfolds the node with this key, from the next build on.  What has no memory stays. */
void cgroup_tree__fold(struct cgroup_tree *tree, uint64_t key, bool folded);
/* All nodes, those still to come included. */
void cgroup_tree__fold_all(struct cgroup_tree *tree, bool folded);

#endif
