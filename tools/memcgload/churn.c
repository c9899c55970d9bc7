// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * churn: cgroups that live for a moment.
 *
 * A worker makes a cgroup, moves into it, touches and frees some pages, moves
 * back to its own one and removes it.
 */
#include "base.h"

#include <stdio.h>
#include <string.h>

#include "area.h"
#include "cgroup.h"
#include "worker.h"

static void check(const struct worker *worker, int err, const char *what, const char *name)
{
	if (err)
		worker__fail(worker, "%s %s/%s: %s; see cgroup.max.descendants and the memory left",
			     what, cgroup_tree__path(worker->tree), name, strerror(-err));
}

static void one_cgroup(const struct worker *worker, struct area *area)
{
	char name[48];

	snprintf(name, sizeof(name), "n%u-%llu", worker->index,
		 (unsigned long long)worker->lane->ops);
	check(worker, cgroup_tree__make(worker->tree, name), "mkdir", name);
	check(worker, cgroup_tree__enter(worker->tree, name), "enter", name);
	area__touch(area, worker->opts->pages, page_bytes());
	check(worker, area__discard(area), "madvise in", name);
	check(worker, cgroup_tree__enter(worker->tree, worker->cgroup), "leave", name);
	check(worker, cgroup_tree__drop(worker->tree, name), "rmdir", name);
}

static void work(struct worker *worker)
{
	struct area area;
	uint64_t start_ns;

	check(worker, area__map(&area, worker->opts->pages * page_bytes()), "mmap in",
	      worker->cgroup);
	worker__ready(worker);
	while (worker__more(worker)) {
		start_ns = now_ns();
		one_cgroup(worker, &area);
		lane__done(worker->lane, now_ns() - start_ns);
	}
}

static int plan_churn(struct plan *plan, const struct options *opts)
{
	const struct plan_worker like = {.role = "churn", .body = work, .foreground = true};

	(void)opts;
	return plan__spread(plan, &like);
}

const struct kind kind_churn = {
	.name = "churn",
	.op = "cgroups made, charged --pages pages and removed",
	.summary = "short-lived cgroups",
	.uses = USES_DURATION | USES_CGROUPS | USES_WORKERS | USES_PAGES | USES_CPUS |
		NEEDS_CGROUPS,
	.ops = 2000,
	.cgroups = 1,
	.pages = 8,
	.plan = plan_churn,
};
