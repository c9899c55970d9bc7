/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PLAN_BLOCKERS_H
#define PLAN_BLOCKERS_H

#include "plan/plan.h"

/*
 * blockers__check - is there anything in the way of measuring at all?  Sets
 * plan->blocker (what) and plan->remedy (what to do) to the first that holds:
 * the many causes of one obscure EPERM are told apart here.
 * Returns 0 or -ENOMEM.
 */
int blockers__check(struct plan *plan, const struct facts *facts);

/*
 * blockers__no_way_left - the same once every role has turned out absent: each
 * way was refused, by the kernel's trial answers or by the facts.
 */
int blockers__no_way_left(struct plan *plan, const struct facts *facts);

#endif
