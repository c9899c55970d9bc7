// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * drain: stocks emptied because a limit is lowered below the usage.
 *
 * Writing a limit below what is charged makes the kernel drain the stocks of
 * all CPUs before it reclaims: directly on the writing CPU, by work on the
 * others. So pages are touched on one CPU until a fresh batch has just been
 * charged, and the limit is lowered on the next CPU by less than that stock
 * holds: the drain suffices and nothing is reclaimed.
 */
#include <errno.h>
#include <string.h>

#include "area.h"
#include "cgroup.h"
#include "worker.h"

enum { EXTRA_DRAINED_PAGES, EXTRA_NO_STOCK };

#define MIN_STOCK_PAGES 16
#define MAX_TOUCH_PAGES 512

static void check(const struct worker *worker, int err, const char *what)
{
	if (err)
		worker__fail(worker, "%s of %s/%s: %s; check who else uses the cgroup",
			     what, cgroup_tree__path(worker->tree),
			     worker->cgroup, strerror(-err));
}

static uint64_t usage_bytes(const struct worker *worker)
{
	uint64_t bytes;

	check(worker,
	      cgroup_tree__usage_bytes(worker->tree, worker->cgroup, &bytes),
	      "usage");
	return bytes;
}

/*
 * Touches pages until one makes the usage jump by much more than itself.
 * Returns the usage then, or 0 if it never did.
 */
static uint64_t fill_stock(const struct worker *worker, const struct area *area)
{
	uint64_t before, after = usage_bytes(worker);
	size_t step = page_bytes(), i;

	for (i = 0; i < MAX_TOUCH_PAGES; i++) {
		before = after;
		*(volatile char *)(area->start + i * step) = 1;
		after = usage_bytes(worker);
		if (after >= before + MIN_STOCK_PAGES * step)
			return after;
	}
	return 0;
}

static void one_drain(struct worker *worker, const struct area *area,
		      unsigned int limit_cpu)
{
	struct lane *lane = worker->lane;
	uint64_t usage = fill_stock(worker, area), left, start_ns;
	int err = 0;

	if (usage) {
		check(worker, cpu_pin(limit_cpu), "moving to another CPU");
		start_ns = now_ns();
		err = cgroup_tree__limit(worker->tree, worker->cgroup,
					 usage - 4 * page_bytes());
		lane__done(lane, now_ns() - start_ns);
		left = usage_bytes(worker);
		check(worker, cgroup_tree__limit(worker->tree, worker->cgroup,
						 UINT64_MAX), "lifting the limit");
		if (!err && left < usage)
			lane->extra[EXTRA_DRAINED_PAGES] +=
				(usage - left) / page_bytes();
	} else {
		/* Counted as done, or a kernel without stock never ends. */
		lane->ops++;
		lane->extra[EXTRA_NO_STOCK]++;
	}
	if (err != -EBUSY)
		check(worker, err, "lowering the limit");
	check(worker, area__discard(area), "madvise");
}

static void work(struct worker *worker)
{
	struct cpulist cpus = { 0 };
	struct area area;
	uint64_t turn = worker->index;

	check(worker, cpulist__allowed(&cpus), "CPU list");
	check(worker, area__map(&area, MAX_TOUCH_PAGES * page_bytes()), "mmap");
	worker__ready(worker);
	for (; worker__more(worker); turn++) {
		check(worker, cpu_pin(cpus.cpu[turn % cpus.count]),
		      "moving to a CPU");
		one_drain(worker, &area, cpus.cpu[(turn + 1) % cpus.count]);
	}
	cpulist__free(&cpus);
}

static int plan_drain(struct plan *plan, const struct options *opts)
{
	const struct plan_worker like = { .role = "drain",
					  .body = work,
					  .foreground = true };

	(void)opts;
	/* One per cgroup: two would lift each other's limit. */
	return plan__spread(plan, &like);
}

const struct kind kind_drain = {
	.name = "drain",
	.op = "limits lowered",
	.summary = "limits below the usage: stocks drained by work",
	.uses = USES_DURATION | USES_CGROUPS | NEEDS_CGROUPS,
	.ops = 200,
	.cgroups = 1,
	.extra = { [EXTRA_DRAINED_PAGES] = { "drained_pages", EXTRA_SUM },
		   [EXTRA_NO_STOCK] = { "without_stock", EXTRA_SUM } },
	.plan = plan_drain,
};
