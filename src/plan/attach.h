/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PLAN_ATTACH_H
#define PLAN_ATTACH_H

#include "plan/plan.h"

/*
 * attach__choose - picks function and way for one role.
 * Preference: session, fentry (and fexit), kprobe.multi, kprobe; entry and
 * exit always the same way.  A role that cannot be served is ATTACH_ABSENT
 * with its reason and, where there is one, a remedy.  Returns 0 or -ENOMEM.
 */
int attach__choose(struct role_plan *role_plan, enum role role, const struct facts *facts,
		   const struct plan_wishes *wishes);

#endif
