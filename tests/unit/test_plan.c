// SPDX-License-Identifier: GPL-2.0-or-later
/* The plan on kernels of the lab: what serves each role, what cannot be seen. */
#include "plan/roles.h"
#include "test_plan_common.h"

#define DERIVED " | drain derived | "
#define COUNTERS                                                                                   \
	" | uncharge fentry page_counter_uncharge | slow_charge fentry page_counter_try_charge"
#define WITH_CHARGES COUNTERS " | charge fentry try_charge_memcg"
#define DRAIN_6	     "drain_work fentry drain_local_stock"
#define DRAIN_7	     "drain_work session drain_local_memcg_stock"

/* No lock state and no trylock; with a readable owner but a lock that waits. */
#define UNSEEN_6                                                                                   \
	"hold_lower under_lock after_unlock bypass uncharge_lock_busy uncharge_oversize "          \
	"charge_lock_busy"
#define UNSEEN_6_RT "in_refill bypass uncharge_lock_busy uncharge_oversize charge_lock_busy"

static const struct {
	const char *fixture, *object, *ways, *unseen;
	struct mct_config cfg;
} kernels[] = {
	{"6.1",
	 "count-base",
	 "refill fentry refill_stock" DERIVED DRAIN_6 WITH_CHARGES,
	 UNSEEN_6,
	 {.has_level = 1, .level_hardirq_mask = 0x000f0000, .level_nmi_mask = 0x00f00000}},
	/* 6.12 has bpf_session_cookie, for kprobes, and no FSESSION */
	{"6.12",
	 "hot-cast",
	 "refill fentry refill_stock" DERIVED DRAIN_6 WITH_CHARGES,
	 UNSEEN_6,
	 {.has_level = 1, .level_hardirq_mask = 0x000f0000, .level_nmi_mask = 0x00f00000}},
	{"7.2",
	 "count-session",
	 "refill session refill_stock" DERIVED DRAIN_7 WITH_CHARGES,
	 "in_refill",
	 {.has_level = 1,
	  .level_hardirq_mask = 0x000f0000,
	  .level_nmi_mask = 0x00f00000,
	  .has_state = 1,
	  .can_fail = 1}},
	/* 7.3 widened the count to 8 bytes and moved what is in it */
	{"7.3",
	 "count-session",
	 "refill session refill_stock" DERIVED DRAIN_7 WITH_CHARGES,
	 "in_refill",
	 {.has_level = 1,
	  .level_wide = 1,
	  .level_hardirq_mask = 0x0f000000,
	  .level_nmi_mask = 0xf0000000,
	  .has_state = 1,
	  .can_fail = 1}},
	{"6.12-rt",
	 "hot-cast",
	 "refill fentry __refill_stock" DERIVED DRAIN_6 WITH_CHARGES,
	 UNSEEN_6_RT,
	 {.has_level = 1,
	  .level_hardirq_mask = 0x000f0000,
	  .level_nmi_mask = 0x00f00000,
	  .rt = 1,
	  .has_state = 1,
	  .inner = 1}},
	{"7.3-rt",
	 "count-session",
	 "refill session refill_stock" DERIVED DRAIN_7 WITH_CHARGES,
	 "in_refill",
	 {.has_level = 1,
	  .level_wide = 1,
	  .level_hardirq_mask = 0x0f000000,
	  .level_nmi_mask = 0xf0000000,
	  .rt = 1,
	  .has_state = 1,
	  .can_fail = 1}},
	/* not of the lab: 6.15 named the lock's type and field otherwise */
	{"localtry",
	 "count-base",
	 "refill fentry refill_stock" DERIVED DRAIN_6 WITH_CHARGES,
	 "in_refill",
	 {.has_level = 1,
	  .level_hardirq_mask = 0x000f0000,
	  .level_nmi_mask = 0x00f00000,
	  .has_state = 1,
	  .can_fail = 1}},
};

#define NR_KERNELS (sizeof(kernels) / sizeof(kernels[0]))

static void test_ways(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_KERNELS; i++) {
		struct planned p = plan_of(kernels[i].fixture, ALL_ROLES);

		assert_string_equal(ways(&p), kernels[i].ways);
		assert_string_equal(plan__object(&p.plan), kernels[i].object);
		planned__clear(&p);
	}
}

static void test_verdict(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_KERNELS; i++) {
		struct planned p = plan_of(kernels[i].fixture, ALL_ROLES);

		assert_int_equal(p.plan.usable, USABLE_FULLY);
		assert_null(p.plan.blocker);
		assert_null(p.plan.remedy);
		for (int role = 0; role < ROLE_NR; role++)
			assert_null(p.plan.roles[role].remedy);
		planned__clear(&p);
	}
}

static void test_config(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_KERNELS; i++) {
		struct planned p = plan_of(kernels[i].fixture, ALL_ROLES);
		struct mct_config want = kernels[i].cfg;

		want.check_counter = 1;
		want.memory_cgrp_id = facts__enum(&p.facts, "memory_cgrp_id");
		want.level_softirq_mask = 0x100;
		/* what tells "a task" by one look */
		want.level_any_mask = want.level_softirq_mask | want.level_hardirq_mask |
				      want.level_nmi_mask;
		if (memcmp(&want, &p.plan.cfg, sizeof(want)))
			fail_msg("%s: rt %u, state %u, can fail %u, inner %u, level %u wide %u, "
				 "masks %x %x %x, memory_cgrp_id %u, checks %u %u",
				 kernels[i].fixture, p.plan.cfg.rt, p.plan.cfg.has_state,
				 p.plan.cfg.can_fail, p.plan.cfg.inner, p.plan.cfg.has_level,
				 p.plan.cfg.level_wide, p.plan.cfg.level_softirq_mask,
				 p.plan.cfg.level_hardirq_mask, p.plan.cfg.level_nmi_mask,
				 p.plan.cfg.memory_cgrp_id, p.plan.cfg.check_counter,
				 p.plan.cfg.check_memcg);
		planned__clear(&p);
	}
}

static void test_unseen(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_KERNELS; i++) {
		struct planned p = plan_of(kernels[i].fixture, ALL_ROLES);

		assert_string_equal(unseen(&p), kernels[i].unseen);
		planned__clear(&p);
	}
}

/* The reason is that of the cause, not of whatever came first. */
static void test_unseen_reasons(void **state)
{
	struct planned p = plan_of("6.1", ALL_ROLES);

	(void)state;
	assert_says(p.plan.na[METRIC_REFILL_LOCK_BUSY], "taking it cannot fail");
	assert_says(p.plan.na[METRIC_CHARGE_LOCK_BUSY], "taking it cannot fail");
	assert_says(p.plan.na[METRIC_BYPASS], "taking it cannot fail");
	assert_says(p.plan.na[METRIC_REFILL_OVERSIZE], "size check");
	assert_says(p.plan.na[METRIC_UNDER_LOCK], "\"in refill\"");
	assert_says(p.plan.na[METRIC_AFTER_UNLOCK], "\"in refill\"");
	planned__clear(&p);

	p = plan_of("7.3", ALL_ROLES);
	assert_says(p.plan.na[METRIC_IN_REFILL], "told apart by the lock state");
	planned__clear(&p);
}

/* What the reader must know about a role that is served by a lesser way. */
static void test_reasons_of_ways(void **state)
{
	struct planned p = plan_of("6.1", ALL_ROLES);

	(void)state;
	assert_string_equal(p.plan.roles[ROLE_REFILL].reason, "no session programs on this kernel");
	assert_string_equal(p.plan.roles[ROLE_DRAIN_WORK].reason,
			    "drain_local_memcg_stock is not in this kernel (or inlined); "
			    "no session programs on this kernel");
	/* fentry is the best there is without an exit */
	assert_null(p.plan.roles[ROLE_UNCHARGE].reason);
	assert_says(p.plan.roles[ROLE_DRAIN].reason, "comparing the uncharged cgroup");
	planned__clear(&p);

	p = plan_of("6.12", ALL_ROLES);
	assert_string_equal(p.plan.roles[ROLE_REFILL].reason, "no session programs on this kernel");
	planned__clear(&p);

	p = plan_of("6.12-rt", ALL_ROLES);
	assert_string_equal(p.plan.roles[ROLE_REFILL].reason,
			    "refill_stock is not in this kernel (or inlined); "
			    "no session programs on this kernel");
	assert_true(p.plan.roles[ROLE_REFILL].candidate->inner);
	planned__clear(&p);

	p = plan_of("7.3", ALL_ROLES);
	assert_null(p.plan.roles[ROLE_REFILL].reason);
	planned__clear(&p);
}

/* The probe on every page charge is attached by request only. */
static void test_without_charges(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_KERNELS; i++) {
		struct planned p = plan_of(kernels[i].fixture, DEFAULT);

		assert_int_equal(p.plan.roles[ROLE_CHARGE].mode, ATTACH_ABSENT);
		assert_says(p.plan.roles[ROLE_CHARGE].reason, "--charges");
		assert_says(p.plan.na[METRIC_CHARGES], "not counted without --charges");
		assert_says(p.plan.na[METRIC_BPF_RUN_TIME], "not measured without --cost");
		/* not asked for is not missing */
		assert_int_equal(p.plan.usable, USABLE_FULLY);
		planned__clear(&p);
	}
}

static void test_charges_alone(void **state)
{
	struct planned p = plan_of("7.3", (struct plan_wishes){.charges = true});

	(void)state;
	assert_null(p.plan.na[METRIC_CHARGES]);
	assert_non_null(p.plan.na[METRIC_BPF_RUN_TIME]);
	plan_again(&p, (struct plan_wishes){.cost = true});
	assert_non_null(p.plan.na[METRIC_CHARGES]);
	assert_null(p.plan.na[METRIC_BPF_RUN_TIME]);
	planned__clear(&p);
}

/* Entry and exit of a role always the same way, whatever is asked for. */
static void test_forced_modes(void **state)
{
	static const struct {
		enum attach_mode mode;
		const char *ways;
	} forced[] = {
		{ATTACH_SESSION, "refill session refill_stock" DERIVED DRAIN_7 WITH_CHARGES},
		{ATTACH_FENTRY, "refill fentry refill_stock" DERIVED
				"drain_work fentry drain_local_memcg_stock" WITH_CHARGES},
		{ATTACH_KPROBE_MULTI, "refill kprobe.multi refill_stock" DERIVED
				      "drain_work kprobe.multi drain_local_memcg_stock | "
				      "uncharge kprobe.multi page_counter_uncharge | "
				      "slow_charge kprobe.multi page_counter_try_charge | "
				      "charge kprobe.multi try_charge_memcg"},
		{ATTACH_KPROBE,
		 "refill kprobe refill_stock" DERIVED "drain_work kprobe drain_local_memcg_stock | "
		 "uncharge kprobe page_counter_uncharge | "
		 "slow_charge kprobe page_counter_try_charge | charge kprobe try_charge_memcg"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(forced) / sizeof(forced[0]); i++) {
		struct planned p = plan_of("7.3", FORCE(forced[i].mode));

		assert_string_equal(ways(&p), forced[i].ways);
		assert_int_equal(p.plan.usable, USABLE_FULLY);
		/* the session's kfuncs are named only by the object that uses them */
		assert_string_equal(plan__object(&p.plan), i == 0 ? "count-session" : "count-cast");
		planned__clear(&p);
	}
}

/* A mode the kernel has not: its roles are missing, with the reason, not replaced. */
static void test_forced_in_vain(void **state)
{
	struct planned p = plan_of("6.12", FORCE(ATTACH_SESSION));

	(void)state;
	assert_string_equal(ways(&p),
			    "refill absent | drain absent | drain_work absent" WITH_CHARGES);
	assert_int_equal(p.plan.usable, USABLE_PARTLY);
	assert_says(p.plan.roles[ROLE_REFILL].reason, "no session programs");
	assert_says(p.plan.roles[ROLE_DRAIN].reason, "needs the roles refill and uncharge");
	assert_says(p.plan.na[METRIC_HOLD], "no probe on refill_stock");
	assert_says(p.plan.na[METRIC_EVICTIONS], "no probe on refill_stock");
	assert_says(p.plan.na[METRIC_DRAIN_WORK_HOLD], "no probe on the local drain");
	assert_null(p.plan.na[METRIC_DIRECT]);
	assert_null(p.plan.na[METRIC_CHARGE_NO_STOCK]);
	planned__clear(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_verdict),
		cmocka_unit_test(test_config),
		cmocka_unit_test(test_unseen),
		cmocka_unit_test(test_unseen_reasons),
		cmocka_unit_test(test_reasons_of_ways),
		cmocka_unit_test(test_without_charges),
		cmocka_unit_test(test_charges_alone),
		cmocka_unit_test(test_forced_modes),
		cmocka_unit_test(test_forced_in_vain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
