// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * overflow: hundreds of page-table pages freed at once.
 *
 * Touching one page in each of 400 areas of 2 MiB takes 400 page-table
 * pages. These are uncharged through the stock, one by one as the mapping
 * goes, and overflow it.
 */
#include "base.h"

#include <string.h>

#include "area.h"
#include "worker.h"

#define AREAS 400

static void work(struct worker *worker)
{
	struct area area;
	uint64_t start_ns;
	int err;

	worker__ready(worker);
	while (worker__more(worker)) {
		start_ns = now_ns();
		err = area__map(&area, AREAS * AREA_ALIGN_BYTES);
		if (err)
			worker__fail(worker, "mmap of %d areas: %s; raise the address space limit",
				     AREAS, strerror(-err));
		area__touch(&area, AREAS, AREA_ALIGN_BYTES);
		err = area__unmap(&area);
		if (err)
			worker__fail(worker, "munmap: %s; report this", strerror(-err));
		lane__done(worker->lane, now_ns() - start_ns);
	}
}

static int plan_overflow(struct plan *plan, const struct options *opts)
{
	const struct plan_worker like = {.role = "overflow", .body = work, .foreground = true};

	(void)opts;
	return plan__spread(plan, &like);
}

const struct kind kind_overflow = {
	.name = "overflow",
	.op = "rounds of mapping and freeing 400 page-table pages",
	.summary = "page tables freed at once: the stock overflows",
	.uses = USES_DURATION | USES_CGROUPS | USES_WORKERS | USES_CPUS,
	.ops = 100,
	.cgroups = 1,
	.plan = plan_overflow,
};
