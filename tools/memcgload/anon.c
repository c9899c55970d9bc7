// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * anon: page faults in cgroups that take turns.
 *
 * A CPU's stock has a handful of slots. Each worker gives up the CPU after
 * touching and again after freeing its pages, so with more cgroups than
 * slots each turn finds its slot taken: eviction.
 */
#include "anon.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "area.h"
#include "worker.h"

/* The most cgroups a CPU's stock holds on any kernel known. */
#define STOCK_SLOTS 7

static void check(const struct worker *worker, int err, const char *what)
{
	if (err)
		worker__fail(worker, "%s: %s; lower --pages or -w", what, strerror(-err));
}

/* Returns the time spent, the turns of others left out. */
static uint64_t one_round(const struct worker *worker, struct area *area)
{
	const struct options *opts = worker->opts;
	uint64_t start_ns, took_ns;
	size_t step = page_bytes();

	start_ns = now_ns();
	if (!area->map)
		check(worker, area__map(area, opts->pages * step), "mmap");
	area__touch(area, opts->pages, step);
	took_ns = now_ns() - start_ns;
	sched_yield();

	start_ns = now_ns();
	if (opts->free_how == FREE_MUNMAP) {
		check(worker, area__unmap(area), "munmap");
		area->map = NULL;
	} else {
		check(worker, area__discard(area), "madvise");
	}
	took_ns += now_ns() - start_ns;
	sched_yield();
	return took_ns;
}

void anon__work(struct worker *worker)
{
	struct area area = {0};

	worker__ready(worker);
	while (worker__more(worker))
		lane__done(worker->lane, one_round(worker, &area));
}

void anon__check_crowd(struct plan *plan)
{
	const struct options *opts = plan->opts;
	struct cpulist allowed = {0};
	unsigned int cpus = opts->cpus.count;

	if (!cpus && !cpulist__allowed(&allowed))
		cpus = allowed.count;
	cpulist__free(&allowed);
	if (opts->cgroups && opts->cgroups <= (uint64_t)cpus * STOCK_SLOTS)
		snprintf(plan->note, sizeof(plan->note),
			 "%llu cgroups on %u CPUs: a stock of %d slots may never evict; pin to "
			 "fewer with --cpus, or raise -k",
			 (unsigned long long)opts->cgroups, cpus, STOCK_SLOTS);
}

static int plan_anon(struct plan *plan, const struct options *opts)
{
	const struct plan_worker like = {.role = "anon", .body = anon__work, .foreground = true};

	(void)opts;
	anon__check_crowd(plan);
	return plan__spread(plan, &like);
}

const struct kind kind_anon = {
	.name = "anon",
	.op = "rounds of touching and freeing --pages pages",
	.summary = "page faults in cgroups that take turns: eviction",
	.uses = USES_DURATION | USES_CGROUPS | USES_WORKERS | USES_PAGES | USES_FREE | USES_CPUS,
	.cgroups = 12,
	.pages = ANON_DEFAULT_PAGES,
	.plan = plan_anon,
};
