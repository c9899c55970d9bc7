/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worker.h - what a kind's code sees from inside a worker process.
 *
 * The body of a worker is entered inside its cgroup. It sets up, calls
 * worker__ready(), works until its quota is used up or worker__stopping(),
 * and returns. Results live in memory shared with, and already charged to,
 * the coordinating process, so reporting charges nothing to the worker.
 */
#ifndef MEMCGLOAD_WORKER_H
#define MEMCGLOAD_WORKER_H

#include "base.h"
#include "kind.h"
#include "latency.h"
#include "options.h"
#include "plan.h"

struct cgroup_tree;

/* Results of one thread. Written by it alone, read after it has ended. */
struct lane {
	uint64_t ops;
	uint64_t end_ns;
	uint64_t extra[KIND_EXTRAS];
	struct latency latency;
};

struct worker_text {
	char error[400];
	char note[400];
};

struct worker {
	const struct plan_worker *plan;
	const struct options *opts;
	const struct cgroup_tree *tree; /* NULL with --no-cgroups */
	const char *cgroup;		/* name in the tree, or NULL */
	unsigned int index;
	unsigned int first_lane; /* number of lane 0 among all lanes */
	struct lane *lane;	 /* plan->lanes of them */
	struct worker_text *text;
	const int *stop_flag;
	int ready_fd, go_fd;
	int stop_fd; /* readable for good once the run stops */
};

static inline bool worker__stopping(const struct worker *worker)
{
	return __atomic_load_n(worker->stop_flag, __ATOMIC_RELAXED);
}

/* Says that setup is done and waits until all may begin. */
void worker__ready(const struct worker *worker);

/* Pins the calling thread as --cpus wants it for this lane. */
void worker__pin(const struct worker *worker, unsigned int lane);

/* One more operation, which took so long. */
static inline void lane__done(struct lane *lane, uint64_t took_ns)
{
	lane->ops++;
	latency__add(&lane->latency, took_ns);
}

/* May lane 0 of a worker go on? */
static inline bool worker__more(const struct worker *worker)
{
	return worker->lane->ops < worker->plan->quota && !worker__stopping(worker);
}

/* Ends the process; the coordinator prints the text and ends the run. */
void worker__fail(const struct worker *worker, const char *fmt, ...) printf_like(2, 3)
	__attribute__((noreturn));

/* Something the user should know; the first worker's is printed. */
void worker__note(const struct worker *worker, const char *fmt, ...) printf_like(2, 3);

#endif
