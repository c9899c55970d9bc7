// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * charges: a known number of page charges in one cgroup.
 *
 * Touches exactly -n pages of fresh anonymous memory, one fault each, in the
 * cgroup c0. Beside these the kernel charges one page-table page for every
 * 512, and a few for the process itself. The kernel's own count of faults is
 * reported with the result; a run in which it differs fails.
 */
#include "base.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "area.h"
#include "cgroup.h"
#include "textfile.h"
#include "worker.h"

enum { EXTRA_PAGES, EXTRA_FAULTS, EXTRA_TABLES, EXTRA_USAGE };

static uint64_t minor_faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_minflt;
}

/* -1 where there is no cgroup to ask. */
static int open_usage(const struct worker *worker)
{
	int fd = -1;

	if (worker->cgroup) {
		fd = cgroup_tree__open_usage(worker->tree, worker->cgroup);
		if (fd < 0)
			worker__fail(worker, "usage of the cgroup: %s; report this", strerror(-fd));
	}
	return fd;
}

static uint64_t usage_pages(int usage_fd)
{
	uint64_t bytes = 0;

	if (usage_fd >= 0)
		textfile__reread_u64(usage_fd, &bytes);
	return bytes / page_bytes();
}

/* Leaves room: the pages are all held at the same time. */
static void check_room(const struct worker *worker, uint64_t pages)
{
	uint64_t free_pages = (uint64_t)sysconf(_SC_AVPHYS_PAGES);

	if (pages > free_pages / 4 * 3)
		worker__fail(worker, "%llu pages: only %llu are free on this host; lower -n",
			     (unsigned long long)pages, (unsigned long long)free_pages);
}

static void work(struct worker *worker)
{
	uint64_t pages = worker->plan->quota, faults, usage, start_ns, i;
	struct lane *lane = worker->lane;
	size_t step = page_bytes();
	struct area area;
	int usage_fd, err;

	check_room(worker, pages);
	err = area__map(&area, pages * step);
	if (err)
		worker__fail(worker, "mmap: %s; lower -n", strerror(-err));
	usage_fd = open_usage(worker);
	/* Once for nothing, so that code, stack and clock are mapped. */
	usage_pages(usage_fd);
	minor_faults();
	lane__done(lane, now_ns() - now_ns());
	memset(lane, 0, sizeof(*lane));

	worker__ready(worker);
	usage = usage_pages(usage_fd);
	faults = minor_faults();
	for (i = 0; i < pages && !worker__stopping(worker); i++) {
		start_ns = now_ns();
		*(volatile char *)(area.start + i * step) = 1;
		lane__done(lane, now_ns() - start_ns);
	}
	faults = minor_faults() - faults;
	lane->end_ns = now_ns();
	lane->extra[EXTRA_PAGES] = i;
	lane->extra[EXTRA_FAULTS] = faults;
	lane->extra[EXTRA_TABLES] = (i * step + AREA_ALIGN_BYTES - 1) / AREA_ALIGN_BYTES;
	lane->extra[EXTRA_USAGE] = usage_pages(usage_fd) - usage;
	area__unmap(&area);
	if (faults < i)
		worker__fail(worker,
			     "%llu pages took %llu faults: the kernel used larger pages; switch "
			     "transparent huge pages off",
			     (unsigned long long)i, (unsigned long long)faults);
}

static int plan_charges(struct plan *plan, const struct options *opts)
{
	const struct plan_worker like = {.role = "charges", .body = work, .foreground = true};

	(void)opts;
	return plan__spread(plan, &like);
}

const struct kind kind_charges = {
	.name = "charges",
	.op = "pages charged",
	.summary = "exactly -n page charges in one cgroup",
	.uses = 0,
	.ops = 4096,
	.cgroups = 1,
	.extra = {[EXTRA_PAGES] = {"pages", EXTRA_SUM},
		  [EXTRA_FAULTS] = {"minor_faults", EXTRA_SUM},
		  [EXTRA_TABLES] = {"page_table_pages", EXTRA_SUM},
		  [EXTRA_USAGE] = {"usage_delta_pages", EXTRA_SUM}},
	.plan = plan_charges,
};
