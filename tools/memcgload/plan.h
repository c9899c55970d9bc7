/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.h - who does what in which cgroup, before anything has started.
 *
 * Owns the list of cgroup names and of workers. A worker is one process; its
 * lanes are its threads, the main one being lane 0. Everything is freed by
 * plan__free(). Functions that allocate return a negative errno.
 */
#ifndef MEMCGLOAD_PLAN_H
#define MEMCGLOAD_PLAN_H

#include "base.h"

struct worker;
struct options;

#define PLAN_NO_CGROUP UINT32_MAX
#define PLAN_NAME_MAX  24
#define QUOTA_NONE     UINT64_MAX

struct plan_worker {
	const char *role; /* for messages */
	/* Runs in the process; worker.h says how. Returning means success. */
	void (*body)(struct worker *worker);
	unsigned int cgroup; /* index of a name, or PLAN_NO_CGROUP */
	unsigned int lanes;
	/* Ends by itself and counts; the others are stopped after these. */
	bool foreground;
	uint64_t quota;	 /* operations, or QUOTA_NONE */
	const void *arg; /* what the kind likes */
};

struct plan {
	const struct options *opts;
	char (*cgroup)[PLAN_NAME_MAX];
	unsigned int nr_cgroups;
	struct plan_worker *worker;
	unsigned int nr_workers;
	/* Kind's own data; freed with the plan. */
	void *data;
	/* What the user should know if the run comes about; else empty. */
	char note[240];
};

/* Adds the cgroup named @stem and @index; its index is the old nr_cgroups. */
int plan__add_cgroup(struct plan *plan, char stem, unsigned int index);
int plan__add_worker(struct plan *plan, const struct plan_worker *worker);

/*
 * The usual plan: opts->cgroups cgroups c0, c1, ... with opts->workers copies
 * of @like spread over them, each with its share of opts->ops.
 */
int plan__spread(struct plan *plan, const struct plan_worker *like);

void plan__free(struct plan *plan);

#endif
