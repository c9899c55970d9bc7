// SPDX-License-Identifier: GPL-2.0-or-later
/* Kernels whose compiler, or whose authors, shaped the functions otherwise. */
#include "test_plan_common.h"

#define REST_7                                                                                     \
	" | drain derived | drain_work session drain_local_memcg_stock | "                         \
	"uncharge fentry page_counter_uncharge | slow_charge fentry page_counter_try_charge | "    \
	"charge fentry try_charge_memcg"

static struct role_plan *role(struct planned *p, enum role which)
{
	return &p->plan.roles[which];
}

/* A suffixed name is not in BTF, so no trampoline; nobody vouches for its arguments. */
static void test_suffixed_only(void **state)
{
	static const char *const fixtures[] = {"isra", "isra-btf"};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct planned p = plan_of(fixtures[i], ALL_ROLES);

		assert_string_equal(ways(&p), "refill kprobe.multi refill_stock.isra.0" REST_7);
		assert_int_equal(p.plan.usable, USABLE_FULLY);
		assert_int_equal(p.plan.cfg.check_memcg, 1);
		assert_says(role(&p, ROLE_REFILL)->reason,
			    "refill_stock is here only as refill_stock.isra.0, which BTF does not "
			    "name");
		plan_again(&p, FORCE(ATTACH_FENTRY));
		assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
		planned__clear(&p);
	}
}

/* Every clone is attached; what is never called (.cold) is not. */
static void test_clones_beside_the_base(void **state)
{
	struct planned p = plan_of("clones", ALL_ROLES);

	(void)state;
	assert_int_equal(role(&p, ROLE_UNCHARGE)->mode, ATTACH_KPROBE_MULTI);
	assert_int_equal(role(&p, ROLE_UNCHARGE)->n_targets, 2);
	assert_string_equal(role(&p, ROLE_UNCHARGE)->targets[0], "page_counter_uncharge");
	assert_string_equal(role(&p, ROLE_UNCHARGE)->targets[1],
			    "page_counter_uncharge.constprop.0");
	assert_says(role(&p, ROLE_UNCHARGE)->reason, "has clones");
	/* the others keep their better way */
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_SESSION);
	assert_int_equal(p.plan.cfg.check_memcg, 0);
	planned__clear(&p);
}

/* A piece of a function stands in for it only where nothing else is left. */
static void test_part(void **state)
{
	struct planned p = plan_of("part", ALL_ROLES);

	(void)state;
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_KPROBE_MULTI);
	assert_int_equal(role(&p, ROLE_REFILL)->n_targets, 1);
	assert_string_equal(role(&p, ROLE_REFILL)->targets[0], "refill_stock.part.0");
	assert_int_equal(p.plan.cfg.check_memcg, 1);
	planned__clear(&p);

	p = plan_of("part-beside", ALL_ROLES);
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_FENTRY);
	assert_int_equal(role(&p, ROLE_REFILL)->n_targets, 1);
	assert_string_equal(role(&p, ROLE_REFILL)->targets[0], "refill_stock");
	planned__clear(&p);

	/* a piece of a clone would count its calls twice */
	p = plan_of("isra-part", ALL_ROLES);
	assert_int_equal(role(&p, ROLE_REFILL)->n_targets, 1);
	assert_string_equal(role(&p, ROLE_REFILL)->targets[0], "refill_stock.isra.0");
	planned__clear(&p);
}

/* BTF names one of them and a probe by name takes the first: go by address. */
static void test_two_of_one_name(void **state)
{
	struct planned p = plan_of("twins", ALL_ROLES);

	(void)state;
	assert_string_equal(ways(&p), "refill kprobe refill_stock by address" REST_7);
	assert_says(role(&p, ROLE_REFILL)->reason, "2 functions are called refill_stock");
	/* one of the two is not ours: each call's argument is looked at */
	assert_int_equal(p.plan.cfg.check_memcg, 1);
	planned__clear(&p);

	p = plan_of("twins-hidden", ALL_ROLES);
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
	assert_says(role(&p, ROLE_REFILL)->reason, "their addresses are hidden");
	assert_says(role(&p, ROLE_REFILL)->remedy, "CAP_SYSLOG");
	assert_int_equal(p.plan.usable, USABLE_PARTLY);
	assert_says(p.plan.na[METRIC_HOLD], "no probe on refill_stock");
	planned__clear(&p);
}

/* Two clones of one name are two functions of one name. */
static void test_two_clones_of_one_name(void **state)
{
	struct planned p = plan_of("twin-clones", ALL_ROLES);

	(void)state;
	assert_string_equal(ways(&p), "refill kprobe refill_stock.constprop.0 by address" REST_7);
	p.facts.addresses = false;
	plan_again(&p, ALL_ROLES);
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
	assert_says(role(&p, ROLE_REFILL)->reason, "refill_stock.constprop.0 and their addresses");
	planned__clear(&p);
}

static void test_no_drain(void **state)
{
	struct planned p = plan_of("no-drain", ALL_ROLES);

	(void)state;
	assert_int_equal(role(&p, ROLE_DRAIN_WORK)->mode, ATTACH_ABSENT);
	assert_string_equal(role(&p, ROLE_DRAIN_WORK)->reason,
			    "drain_local_memcg_stock is not in this kernel (or inlined); "
			    "drain_local_stock is not in this kernel (or inlined)");
	assert_int_equal(p.plan.usable, USABLE_PARTLY);
	assert_string_equal(unseen(&p), "drain_work_hold in_refill drain_work");
	assert_says(p.plan.na[METRIC_DRAIN_WORK], "no probe on the local drain");
	planned__clear(&p);
}

/* Without it nothing is known of what happens inside a refill; the rest stays. */
static void test_no_uncharge(void **state)
{
	struct planned p = plan_of("no-uncharge", ALL_ROLES);

	(void)state;
	assert_int_equal(role(&p, ROLE_UNCHARGE)->mode, ATTACH_ABSENT);
	assert_int_equal(role(&p, ROLE_DRAIN)->mode, ATTACH_ABSENT);
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_SESSION);
	assert_int_equal(p.plan.usable, USABLE_PARTLY);
	assert_string_equal(unseen(&p), "hold_lower under_lock after_unlock in_refill bypass "
					"drain_work direct evictions overflows");
	assert_null(p.plan.na[METRIC_HOLD]);
	assert_null(p.plan.na[METRIC_REFILL_LOCK_BUSY]);
	assert_says(p.plan.na[METRIC_EVICTIONS], "no probe on page_counter_uncharge");
	planned__clear(&p);
}

static void test_no_slow_charge(void **state)
{
	struct planned p = plan_of("no-charge", ALL_ROLES);

	(void)state;
	assert_string_equal(unseen(&p), "in_refill charge_no_stock charge_lock_busy "
					"charge_oversize charge_retry");
	assert_int_equal(p.plan.usable, USABLE_PARTLY);
	planned__clear(&p);
}

/* Wrong arguments are worse than none: the role is missing, whatever the way. */
static void test_swapped_arguments(void **state)
{
	static const char *const fixtures[] = {"swapped", "swapped-clone"};
	static const enum attach_mode modes[] = {ATTACH_ABSENT, ATTACH_FENTRY, ATTACH_KPROBE_MULTI,
						 ATTACH_KPROBE};
	struct planned p;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		for (size_t m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
			p = plan_of(fixtures[i], FORCE(modes[m]));
			assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
			assert_says(role(&p, ROLE_REFILL)->reason,
				    "refill_stock has other arguments here: (int,mem_cgroup*), "
				    "expected (mem_cgroup*,int)");
			assert_int_equal(p.plan.usable, USABLE_PARTLY);
			planned__clear(&p);
		}
	}
	p = plan_of("swapped-counter", ALL_ROLES);
	assert_int_equal(role(&p, ROLE_UNCHARGE)->mode, ATTACH_ABSENT);
	assert_says(role(&p, ROLE_UNCHARGE)->reason, "(mem_cgroup*,page_counter*,int)");
	planned__clear(&p);
}

/* Arguments may be added behind those that are read, and only there. */
static void test_more_arguments(void **state)
{
	struct planned p = plan_of("7.3", ALL_ROLES);
	struct fact_func *f = (struct fact_func *)facts__func(&p.facts, "refill_stock");

	(void)state;
	free(f->signature);
	f->signature = strdup("mem_cgroup*,int,int");
	plan_again(&p, ALL_ROLES);
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_SESSION);
	free(f->signature);
	f->signature = strdup("mem_cgroup*");
	plan_again(&p, ALL_ROLES);
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
	free(f->signature);
	f->signature = strdup("mem_cgroup*,integer*");
	plan_again(&p, ALL_ROLES);
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
	planned__clear(&p);
}

static void test_inlined(void **state)
{
	struct planned p = plan_of("inlined", ALL_ROLES);

	(void)state;
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
	assert_says(role(&p, ROLE_REFILL)->reason, "refill_stock is inlined everywhere");
	assert_says(role(&p, ROLE_REFILL)->reason, "__refill_stock is not in this kernel");
	assert_null(role(&p, ROLE_REFILL)->remedy);
	assert_int_equal(p.plan.usable, USABLE_PARTLY);
	/* n/a, never zero */
	for (int m = METRIC_HOLD; m <= METRIC_HOLD_LOWER; m++)
		assert_non_null(p.plan.na[m]);
	planned__clear(&p);
}

/* ftrace cannot reach it: no trampoline and no kprobe.multi, which rides on ftrace. */
static void test_notrace(void **state)
{
	struct planned p = plan_of("notrace", ALL_ROLES);

	(void)state;
	assert_string_equal(ways(&p), "refill kprobe refill_stock" REST_7);
	assert_says(role(&p, ROLE_REFILL)->reason, "not traceable (notrace)");
	plan_again(&p, FORCE(ATTACH_FENTRY));
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
	plan_again(&p, FORCE(ATTACH_SESSION));
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
	plan_again(&p, FORCE(ATTACH_KPROBE_MULTI));
	assert_int_equal(role(&p, ROLE_REFILL)->mode, ATTACH_ABSENT);
	planned__clear(&p);
}

/* More clones than there are probes for must not be more than the array holds. */
static void test_very_many_clones(void **state)
{
	struct planned p = plan_of("6.1", ALL_ROLES);
	char name[64];

	(void)state;
	for (int i = 0; i < 3 * PLAN_MAX_TARGETS; i++) {
		struct fact_func f = {.name = name, .symbols = 1, .traceable = 1};

		snprintf(name, sizeof(name), "refill_stock.constprop.%d", i);
		assert_int_equal(facts__add_func(&p.facts, &f), 0);
	}
	plan_again(&p, ALL_ROLES);
	assert_int_equal(role(&p, ROLE_REFILL)->n_targets, PLAN_MAX_TARGETS);
	assert_says(role(&p, ROLE_REFILL)->reason, "33 more clones are not covered");
	planned__clear(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_suffixed_only),
		cmocka_unit_test(test_clones_beside_the_base),
		cmocka_unit_test(test_part),
		cmocka_unit_test(test_two_of_one_name),
		cmocka_unit_test(test_two_clones_of_one_name),
		cmocka_unit_test(test_no_drain),
		cmocka_unit_test(test_no_uncharge),
		cmocka_unit_test(test_no_slow_charge),
		cmocka_unit_test(test_swapped_arguments),
		cmocka_unit_test(test_more_arguments),
		cmocka_unit_test(test_inlined),
		cmocka_unit_test(test_notrace),
		cmocka_unit_test(test_very_many_clones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
