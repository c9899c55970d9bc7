/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which nodes of a tree are folded, by their keys; they need not exist at the moment.  Pure. */
#ifndef MODEL_CGROUP_FOLDS_H
#define MODEL_CGROUP_FOLDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: nothing is folded. */
struct cgroup_folds {
	bool all;	/* folded, but for the keys; else open, but for the keys */
	uint64_t *keys; /* ascending */
	size_t n, room;
};

bool cgroup_folds__has(const struct cgroup_folds *folds, uint64_t key);
/* When memory is short, nothing changes. */
void cgroup_folds__set(struct cgroup_folds *folds, uint64_t key, bool folded);
void cgroup_folds__set_all(struct cgroup_folds *folds, bool folded);
void cgroup_folds__clear(struct cgroup_folds *folds);

#endif
