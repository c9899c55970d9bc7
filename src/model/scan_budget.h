/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often the cgroup tree may be walked.  A storm of short-lived cgroups
 * must not turn into a storm of walks, a new cgroup should have its name soon,
 * and a large tree must not cost more than a small share of the time.  Pure;
 * times in nanoseconds of any clock that does not go back.
 */
#ifndef MODEL_SCAN_BUDGET_H
#define MODEL_SCAN_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#define SCAN_GAP_NS	    1000000000ull  /* never more often than this */
#define SCAN_FRESH_GAP_NS   4000000000ull  /* for ids not asked for before, at worst */
#define SCAN_REFRESH_GAP_NS 15000000000ull /* to notice removals and renames; the longest gap */
#define SCAN_COST_SHARE	    50u		   /* at most 1/50 of the time is spent in walks */

/* Why a walk is wanted, the weakest reason first. */
enum scan_reason { SCAN_REFRESH, SCAN_STALE, SCAN_FRESH };

/* Zeroed: no walk was made yet. */
struct scan_budget {
	bool any;
	uint64_t end_ns, cost_ns; /* of the last walk */
	uint64_t gap_ns;	  /* for unknown ids; doubles with each walk in vain */
};

bool scan_budget__allows(const struct scan_budget *budget, enum scan_reason reason,
			 uint64_t now_ns);

/* A walk was made.  @resolved: it found an id that was unknown. */
void scan_budget__spend(struct scan_budget *budget, enum scan_reason reason, uint64_t start_ns,
			uint64_t end_ns, bool resolved);

#endif
