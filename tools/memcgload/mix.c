// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mix: tcp_rr beside anon workers that keep evicting.
 *
 * Network softirqs enter the charge path on CPUs whose stock is just being
 * drained: the load that finds the lock busy most often, with --rps above
 * all. The requests are the operations; the anon workers go on until these
 * are done.
 */
#include "anon.h"
#include "plan.h"
#include "tcp.h"
#include "worker.h"

#define TCP_CGROUPS 2

enum { EXTRA_ANON_ROUNDS };

static void work_anon(struct worker *worker)
{
	anon__work(worker);
	worker->lane->extra[EXTRA_ANON_ROUNDS] = worker->lane->ops;
}

static int plan_mix(struct plan *plan, const struct options *opts)
{
	const struct plan_worker like = {.role = "anon", .body = work_anon};
	int err = plan__spread(plan, &like);

	(void)opts;
	anon__check_crowd(plan);
	return err ? err : tcp__plan(plan, 't', TCP_CGROUPS);
}

const struct kind kind_mix = {
	.name = "mix",
	.op = "requests answered",
	.summary = "tcp_rr in 2 more cgroups (t0, t1) beside anon",
	.uses = USES_DURATION | USES_CGROUPS | USES_WORKERS | USES_PAGES | USES_FREE | USES_CPUS |
		USES_FLOWS,
	.cgroups = 12,
	.pages = ANON_DEFAULT_PAGES,
	.extra = {[EXTRA_ANON_ROUNDS] = {"anon_rounds", EXTRA_SUM}},
	.plan = plan_mix,
};
