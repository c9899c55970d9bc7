/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run.h - carries out a plan: starts the workers, times them, ends them.
 *
 * Owns the worker processes, the memory shared with them and the signals of
 * the coordinating process. When run__execute() returns no worker is left,
 * whatever happened. Workers die with the coordinator (PR_SET_PDEATHSIG).
 */
#ifndef MEMCGLOAD_RUN_H
#define MEMCGLOAD_RUN_H

#include "base.h"
#include "kind.h"
#include "latency.h"

struct cgroup_tree;
struct plan;

struct outcome {
	uint64_t ops;
	uint64_t elapsed_ns; /* start of the work to its last operation */
	uint64_t extra[KIND_EXTRAS];
	struct latency latency;
	int signal; /* that ended the run early, or 0 */
};

/*
 * From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT only end the run, so that
 * whoever calls can clean up.
 */
void run__hold_signals(void);

/* Raises @signal again with its default effect. */
void run__raise(int signal);

/* Prints what went wrong and returns a negative errno. */
int run__execute(const struct plan *plan, const struct cgroup_tree *tree, struct outcome *outcome);

#endif
