/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kernels a synthetic host can pretend to run; inside model/synthetic*.c only. */
#ifndef MODEL_SYNTHETIC_KERNEL_H
#define MODEL_SYNTHETIC_KERNEL_H

#include "model/run_info.h"
#include "model/synthetic.h"

struct synthetic_kernel {
	const char *name; /* as in the spec */
	const char *release;
	const char *preemption;
	enum attach_mode mode; /* of the timed roles */
	bool rt;
	bool lock_state; /* readable */
	bool can_fail;	 /* the lock is tried, not waited for */
	bool size_check; /* refills above the batch bypass the stock */
	bool slots;	 /* seven slots: only more than seven cgroups evict */
	bool deferred;	 /* uncharges after the unlock */
	bool inner;	 /* refill role is __refill_stock */
	bool corrected;	 /* a floor was measured */
};

/* NULL when there is none of that name. */
const struct synthetic_kernel *synthetic_kernel__find(const char *name, size_t len);

/* Fills @run (clear with run_info__clear, also on failure).  Returns 0 or -ENOMEM. */
int synthetic_kernel__fill(const struct synthetic_spec *spec, struct run_info *run);

#endif
