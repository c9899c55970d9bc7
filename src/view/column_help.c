// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/column_help.h"

static const char *const phrases[COLUMN_NR] = {
	[COLUMN_REFILLS] = "calls of refill_stock, which puts pages into this CPU's stock",
	[COLUMN_MEAN] = "mean hold of the lock by a refill, in us (upper bound)",
	[COLUMN_P50] = "half of the holds are no longer, in us",
	[COLUMN_P99] = "99 of 100 holds are no longer, in us",
	[COLUMN_MAX] = "longest hold of the window, in us",
	[COLUMN_HELD] = "CPU time with the lock held: of this CPU's, else of the host's",
	[COLUMN_UNDER] = "uncharges under the lock, of refills: what makes holds long",
	[COLUMN_IN_REFILL] = "uncharges inside refills, of refills; under the lock or not is "
			     "not visible here",
	[COLUMN_AFTER] = "uncharges inside refills after the unlock, of refills: harmless",
	[COLUMN_DIRECT] = "uncharges that did not come by way of a stock",
	[COLUMN_CHARGE_FALLBACKS] = "charges that went to the shared page counters",
	[COLUMN_UNCHARGE_FALLBACKS] = "refills that bypassed the stock",
	[COLUMN_EVICTIONS] = "refills that threw another cgroup's pages out of the stock",
	[COLUMN_EVICT_CAUSED] = "this cgroup's refills threw out others' pages",
	[COLUMN_EVICT_SUFFERED] = "others' refills threw out this cgroup's pages",
	[COLUMN_OVERFLOWS] = "refills that gave pages back because the stock held too many",
	[COLUMN_PREEMPTED] = "tasks switched out during a refill: a long hold's context switch",
};

const char *column_help__phrase(enum column_id id)
{
	return (unsigned int)id < COLUMN_NR && phrases[id] ? phrases[id] : "";
}
