/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What cgroup_tree.c, which builds, and cgroup_tree_list.c, which shows, have in common. */
#ifndef MODEL_CGROUP_TREE_STATE_H
#define MODEL_CGROUP_TREE_STATE_H

#include "model/cgroup_folds.h"
#include "model/cgroup_tree.h"

struct cgroup_tree {
	struct cgroup_node *nodes; /* 0 is the root, which holds all others */
	size_t n, room;
	struct cgroup_row *sums;	    /* of nodes that have others below */
	const struct cgroup_node **scratch; /* room for all nodes, to sort in */
	struct cgroup_folds folds;
};

#endif
