/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What becomes of the refills of one (CPU, cgroup) pair of a synthetic host,
 * as a function of the time alone.  Inside model/synthetic*.c.
 */
#ifndef MODEL_SYNTHETIC_FATE_H
#define MODEL_SYNTHETIC_FATE_H

#include "model/synthetic_host.h"
#include "model/synthetic_kernel.h"

#define SYNTHETIC_FLOOR_NS	124u	      /* probe time in a raw interval */
#define SYNTHETIC_NESTED_NS	310u	      /* the same with a nested probe in it */
#define SYNTHETIC_GONE_AFTER_NS 5000000000ull /* removed cgroups count this long */

/*
 * Each number is made from the one before by whole divisions that lose at most
 * one a step, so that all of them only grow and none exceeds what it is a part
 * of.
 */
struct synthetic_fate {
	uint64_t refills, oversize, busy;
	uint64_t timed; /* took the lock */
	uint64_t left_out, holds, clamped;
	uint64_t evictions, overflows;
	uint64_t drains; /* local drains by work */
};

struct synthetic_fate synthetic_fate__of(const struct synthetic_spec *spec,
					 const struct synthetic_cgroup *cg,
					 const struct synthetic_pair *pair, uint64_t active_ns);

/* The counters of the pair, all but its holds; evictions as if it were its own victim. */
struct counters synthetic_fate__counters(const struct synthetic_spec *spec,
					 const struct synthetic_fate *f);

/* An eviction uncharges the victim's pages: moves them, and the suffering, to @victim. */
void synthetic_fate__move_to_victim(struct counters *own, struct counters *victim,
				    uint64_t evictions);

/* Adds the pair's holds to sums and to both histograms. */
void synthetic_fate__add_holds(const struct synthetic_fate *f, const struct synthetic_cgroup *cg,
			       const struct synthetic_kernel *k, struct mct_hold *hold,
			       struct fine_hist *fine, uint32_t *coarse);

/* The same for its local drains. */
void synthetic_fate__add_drains(const struct synthetic_fate *f, const struct synthetic_cgroup *cg,
				const struct synthetic_kernel *k, struct mct_hold *hold,
				struct fine_hist *fine);

#endif
