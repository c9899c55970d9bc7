/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_RUN_INFO_FILL_H
#define KERNEL_RUN_INFO_FILL_H

#include "model/run_info.h"
#include "plan/plan.h"
#include "util/options.h"

/* What a run's output says about itself, from facts, plan and options.  0 or -ENOMEM. */
int run_info__fill(struct run_info *run, const struct facts *facts, const struct plan *plan,
		   const struct options *opt);

#endif
