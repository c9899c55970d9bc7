// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan/plan.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/attach.h"
#include "plan/blockers.h"
#include "plan/roles.h"
#include "plan/text.h"

/* Context level: masks by the size of the variable (7.3 widened it). */
static void plan_level(struct plan *plan, const struct facts *facts)
{
	long long count = facts__percpu_bytes(facts, "__preempt_count");

	if (!facts->machine || strcmp(facts->machine, "x86_64"))
		return;
	plan->cfg.level_softirq_mask = 0x00000100;
	plan->cfg.level_hardirq_mask = 0x000f0000;
	plan->cfg.level_nmi_mask = 0x00f00000;
	if (count == 4 || count == 8) {
		plan->preempt = PREEMPT_COUNT;
	} else if (facts__percpu_bytes(facts, "pcpu_hot") >= 0 &&
		   facts__has_field(facts, "pcpu_hot.preempt_count")) {
		plan->preempt = PREEMPT_HOT;
	} else {
		return;
	}
	plan->cfg.has_level = 1;
	if (plan->preempt == PREEMPT_COUNT && count == 8) {
		plan->cfg.level_wide = 1;
		plan->cfg.level_hardirq_mask = 0x0f000000;
		plan->cfg.level_nmi_mask = 0xf0000000;
	}
	plan->cfg.level_any_mask = plan->cfg.level_softirq_mask | plan->cfg.level_hardirq_mask |
				   plan->cfg.level_nmi_mask;
}

static void plan_lock(struct plan *plan, const struct facts *facts)
{
	const char *type = facts->lock_type ? facts->lock_type : "";

	plan->cfg.rt = facts__has_field(facts, "task_struct.softirq_disable_cnt");
	if (plan->cfg.rt)
		plan->cfg.has_state =
			facts__has_field(facts, "memcg_stock_pcp.lock.lock.owner") ||
			facts__has_field(facts, "memcg_stock_pcp.stock_lock.lock.owner");
	else
		plan->cfg.has_state =
			facts__has_field(facts, "memcg_stock_pcp.lock.acquired") ||
			facts__has_field(facts, "memcg_stock_pcp.stock_lock.acquired");
	/* local_trylock_t, at first called localtry_lock_t (6.15) */
	plan->cfg.can_fail = !strcmp(type, "local_trylock_t") || !strcmp(type, "localtry_lock_t");
}

static bool absent(const struct plan *plan, enum role role)
{
	return plan->roles[role].mode == ATTACH_ABSENT;
}

static int na(struct plan *plan, enum metric metric, const char *reason)
{
	if (plan->na[metric])
		return 0;
	plan->na[metric] = strdup(reason);
	return plan->na[metric] ? 0 : -ENOMEM;
}

static int na_all(struct plan *plan, const enum metric *metrics, size_t n, const char *reason)
{
	int err = 0;

	for (size_t i = 0; !err && i < n; i++)
		err = na(plan, metrics[i], reason);
	return err;
}

#define NA(plan, reason, ...)                                                                      \
	na_all(plan, (const enum metric[]){__VA_ARGS__},                                           \
	       sizeof((const enum metric[]){__VA_ARGS__}) / sizeof(enum metric), reason)

/* What the lock's kind rules out. */
static int na_by_lock(struct plan *plan)
{
	int err = 0;

	if (!plan->cfg.can_fail)
		err = NA(plan, "this kernel waits for the lock (no trylock): taking it cannot fail",
			 METRIC_REFILL_LOCK_BUSY, METRIC_CHARGE_LOCK_BUSY, METRIC_BYPASS);
	if (!err && !plan->cfg.can_fail)
		err = NA(plan,
			 "no sign of a size check in refill_stock: refills above the batch "
			 "go through the lock",
			 METRIC_REFILL_OVERSIZE);
	if (!err && !plan->cfg.has_state)
		err = NA(plan,
			 "the lock keeps no state that can be read on this kernel; uncharges "
			 "inside a refill are shown as \"in refill\"",
			 METRIC_UNDER_LOCK, METRIC_AFTER_UNLOCK, METRIC_HOLD_LOWER,
			 METRIC_REFILL_LOCK_BUSY, METRIC_CHARGE_LOCK_BUSY);
	if (!err && plan->cfg.has_state)
		err = NA(plan, "told apart by the lock state as under lock and after unlock",
			 METRIC_IN_REFILL);
	if (!err && !plan->cfg.has_level)
		err = NA(plan,
			 "context level (task, softirq, ...) is not known on this architecture",
			 METRIC_CONTEXT);
	return err;
}

static int na_by_role(struct plan *plan, const struct plan_wishes *wishes)
{
	int err = 0;

	if (absent(plan, ROLE_REFILL))
		err = NA(plan, "no probe on refill_stock", METRIC_HOLD, METRIC_HOLD_LOWER,
			 METRIC_PREEMPTED, METRIC_UNDER_LOCK, METRIC_AFTER_UNLOCK, METRIC_IN_REFILL,
			 METRIC_BYPASS, METRIC_REFILL_LOCK_BUSY, METRIC_REFILL_OVERSIZE,
			 METRIC_EVICTIONS, METRIC_OVERFLOWS);
	if (!err && absent(plan, ROLE_UNCHARGE))
		err = NA(plan, "no probe on page_counter_uncharge", METRIC_HOLD_LOWER,
			 METRIC_UNDER_LOCK, METRIC_AFTER_UNLOCK, METRIC_IN_REFILL, METRIC_BYPASS,
			 METRIC_DRAIN_WORK, METRIC_DIRECT, METRIC_EVICTIONS, METRIC_OVERFLOWS);
	if (!err && absent(plan, ROLE_DRAIN_WORK))
		err = NA(plan, "no probe on the local drain", METRIC_DRAIN_WORK_HOLD,
			 METRIC_DRAIN_WORK);
	if (!err && absent(plan, ROLE_SLOW_CHARGE))
		err = NA(plan, "no probe on page_counter_try_charge", METRIC_CHARGE_NO_STOCK,
			 METRIC_CHARGE_LOCK_BUSY, METRIC_CHARGE_OVERSIZE, METRIC_CHARGE_RETRY);
	if (!err && absent(plan, ROLE_CHARGE))
		err = NA(plan,
			 wishes->charges ? "no probe on try_charge_memcg"
					 : "not counted without --charges",
			 METRIC_CHARGES);
	if (!err && !wishes->cost)
		err = NA(plan, "not measured without --cost", METRIC_BPF_RUN_TIME);
	return err;
}

/* Evictions and overflows are told from the uncharges inside a refill. */
static int derive_drain(struct plan *plan)
{
	struct role_plan *drain = &plan->roles[ROLE_DRAIN];

	if (plan->blocker)
		return text__set(&drain->reason, "%s", plan->blocker);
	if (absent(plan, ROLE_REFILL) || absent(plan, ROLE_UNCHARGE))
		return text__set(&drain->reason, "needs the roles refill and uncharge");
	drain->mode = ATTACH_DERIVED;
	return text__set(&drain->reason,
			 "whose stock went back is told by comparing the uncharged cgroup with "
			 "the refilled one");
}

static void judge(struct plan *plan, const struct plan_wishes *wishes)
{
	int present = 0, missing = 0;

	for (int role = 0; role < ROLE_NR; role++) {
		if (role == ROLE_CHARGE && !wishes->charges)
			continue;
		if (absent(plan, role))
			missing++;
		else
			present++;
	}
	plan->usable = !present ? USABLE_NOT : missing ? USABLE_PARTLY : USABLE_FULLY;
}

static void choose_object(struct plan *plan, const struct facts *facts)
{
	plan->kfuncs = facts__has_kfunc(facts, "bpf_rdonly_cast") ? KFUNCS_CAST : KFUNCS_NONE;
	for (int role = 0; role < ROLE_NR; role++)
		if (plan->roles[role].mode == ATTACH_SESSION)
			plan->kfuncs = KFUNCS_SESSION;
}

int plan__make(struct plan *plan, const struct facts *facts, const struct plan_wishes *wishes)
{
	int err;

	memset(plan, 0, sizeof(*plan));
	plan_level(plan, facts);
	plan_lock(plan, facts);
	plan->cfg.check_counter = 1;
	plan->cfg.memory_cgrp_id = facts__enum(facts, "memory_cgrp_id");

	err = blockers__check(plan, facts);
	for (int role = 0; !err && role < ROLE_NR; role++) {
		if (role == ROLE_DRAIN)
			continue;
		if (role == ROLE_CHARGE && !wishes->charges)
			err = text__set(&plan->roles[role].reason, "only with --charges");
		else if (!plan->blocker)
			err = attach__choose(&plan->roles[role], role, facts, wishes);
		else
			err = text__set(&plan->roles[role].reason, "%s", plan->blocker);
	}
	if (!err)
		err = derive_drain(plan);
	if (err)
		goto fail;

	plan->cfg.inner =
		plan->roles[ROLE_REFILL].candidate && plan->roles[ROLE_REFILL].candidate->inner;
	/* Without a BTF prototype of its own nobody vouches for the arguments. */
	if (plan->roles[ROLE_REFILL].n_targets) {
		const struct role_plan *refill = &plan->roles[ROLE_REFILL];
		const struct fact_func *f = facts__func(facts, refill->targets[0]);

		plan->cfg.check_memcg =
			refill->n_targets > 1 || refill->by_address || !f || !f->in_btf;
	}
	choose_object(plan, facts);
	err = na_by_role(plan, wishes);
	if (!err)
		err = na_by_lock(plan);
	if (err)
		goto fail;
	judge(plan, wishes);
	if (plan->usable == USABLE_NOT && !plan->blocker)
		err = blockers__no_way_left(plan, facts);
	if (!err)
		return 0;
fail:
	plan__clear(plan);
	return err;
}

void plan__clear(struct plan *plan)
{
	for (int role = 0; role < ROLE_NR; role++) {
		struct role_plan *r = &plan->roles[role];

		for (int i = 0; i < r->n_targets; i++)
			free(r->targets[i]);
		free(r->reason);
		free(r->remedy);
	}
	for (int m = 0; m < METRIC_NR; m++)
		free(plan->na[m]);
	free(plan->blocker);
	free(plan->remedy);
	memset(plan, 0, sizeof(*plan));
}

const char *plan__object(const struct plan *plan)
{
	static const char *const names[3][3] = {
		[PREEMPT_NOWHERE] = {"none-base", "none-cast", "none-session"},
		[PREEMPT_COUNT] = {"count-base", "count-cast", "count-session"},
		[PREEMPT_HOT] = {"hot-base", "hot-cast", "hot-session"},
	};

	return names[plan->preempt][plan->kfuncs];
}
