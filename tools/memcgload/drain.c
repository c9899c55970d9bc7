// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * drain: stocks emptied because a limit is lowered below the usage.
 *
 * Writing a limit below what is charged makes the kernel drain the stocks of
 * all CPUs before it reclaims: directly on the writing CPU, by work on the
 * others. So pages are touched on one CPU until a fresh batch has been
 * charged, then half of it is used, and the limit is lowered on the next CPU
 * by less than the half left. The limit is memory.high: the kernel does not
 * wait for the work, and memory.max could kill in the meantime.
 */
#include "base.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

#include "area.h"
#include "cgroup.h"
#include "textfile.h"
#include "worker.h"

enum { EXTRA_DRAINED_PAGES, EXTRA_NOT_DRAINED };

/* A batch is 64 pages; whatever it is, a jump of this many is one. */
#define JUMP_PAGES	   16
#define USED_PAGES	   32
#define LOWERED_PAGES	   8
#define MOST_TOUCHED_PAGES 512
/* Yields to let the drain work of another CPU finish. */
#define MOST_YIELDS 2000

struct drain {
	const struct worker *worker;
	struct area area;
	int usage_fd, limit_fd;
};

static void check(const struct drain *drain, int err, const char *what)
{
	const struct worker *worker = drain->worker;

	if (err < 0)
		worker__fail(worker, "%s (%s/%s): %s; does anybody else use this cgroup?", what,
			     cgroup_tree__path(worker->tree), worker->cgroup, strerror(-err));
}

static uint64_t usage_pages(const struct drain *drain)
{
	uint64_t bytes;

	check(drain, textfile__reread_u64(drain->usage_fd, &bytes), "reading the usage");
	return bytes / page_bytes();
}

static void set_limit(const struct drain *drain, uint64_t bytes)
{
	int err = cgroup_tree__set_limit(drain->worker->tree, drain->limit_fd, bytes);

	/* A v1 limit that cannot be met at once has drained all the same. */
	if (err != -EBUSY)
		check(drain, err, "setting the limit");
}

static void touch(const struct drain *drain, unsigned int page)
{
	*(volatile char *)(drain->area.start + page * page_bytes()) = 1;
}

/* Leaves about half a batch in this CPU's stock. */
static void fill_stock(const struct drain *drain)
{
	uint64_t before, after = usage_pages(drain);
	unsigned int page, used;

	for (page = 0; page < MOST_TOUCHED_PAGES - USED_PAGES; page++) {
		before = after;
		touch(drain, page);
		after = usage_pages(drain);
		if (after >= before + JUMP_PAGES)
			break;
	}
	for (used = 0; used < USED_PAGES; used++)
		touch(drain, page + 1 + used);
}

/* Returns by how much the usage falls, 0 if it does not in good time. */
static uint64_t await_drain(const struct drain *drain, uint64_t usage)
{
	uint64_t now = usage_pages(drain);
	unsigned int yields;

	for (yields = 0; now >= usage && yields < MOST_YIELDS; yields++) {
		sched_yield();
		now = usage_pages(drain);
	}
	return now < usage ? usage - now : 0;
}

static void one_drain(const struct drain *drain, struct lane *lane, unsigned int limit_cpu)
{
	uint64_t usage, drained, start_ns;

	fill_stock(drain);
	check(drain, cpu_pin(limit_cpu), "moving to another CPU");
	usage = usage_pages(drain);
	start_ns = now_ns();
	set_limit(drain, (usage - LOWERED_PAGES) * page_bytes());
	lane__done(lane, now_ns() - start_ns);
	drained = await_drain(drain, usage);
	set_limit(drain, UINT64_MAX);
	lane->extra[EXTRA_DRAINED_PAGES] += drained;
	lane->extra[EXTRA_NOT_DRAINED] += !drained;
	check(drain, area__discard(&drain->area), "madvise");
}

static void work(struct worker *worker)
{
	struct drain drain = {.worker = worker};
	struct cpulist cpus = {0};
	uint64_t turn = worker->index;
	unsigned int cpu, next;

	check(&drain, cpulist__allowed(&cpus), "listing CPUs");
	check(&drain, area__map(&drain.area, MOST_TOUCHED_PAGES * page_bytes()), "mmap");
	drain.usage_fd = cgroup_tree__open_usage(worker->tree, worker->cgroup);
	check(&drain, drain.usage_fd, "opening the usage");
	drain.limit_fd = cgroup_tree__open_limit(worker->tree, worker->cgroup);
	check(&drain, drain.limit_fd, "opening the limit");
	worker__ready(worker);
	for (; worker__more(worker); turn++) {
		cpu = cpus.cpu[turn % cpus.count];
		next = cpus.cpu[(turn + 1) % cpus.count];
		check(&drain, cpu_pin(cpu), "moving to a CPU");
		one_drain(&drain, worker->lane, next);
	}
	cpulist__free(&cpus);
}

static int plan_drain(struct plan *plan, const struct options *opts)
{
	const struct plan_worker like = {.role = "drain", .body = work, .foreground = true};

	/* One per cgroup: two would lift each other's limit. */
	(void)opts;
	return plan__spread(plan, &like);
}

const struct kind kind_drain = {
	.name = "drain",
	.op = "limits lowered",
	.summary = "limits below the usage: stocks drained by work",
	.uses = USES_DURATION | USES_CGROUPS | NEEDS_CGROUPS,
	.ops = 200,
	.cgroups = 1,
	.extra = {[EXTRA_DRAINED_PAGES] = {"drained_pages", EXTRA_SUM},
		  [EXTRA_NOT_DRAINED] = {"not_drained", EXTRA_SUM}},
	.plan = plan_drain,
};
