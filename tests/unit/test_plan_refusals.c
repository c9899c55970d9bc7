// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What stands in the way of measuring: the many causes of one obscure EPERM
 * told apart, each with what to do; and what the plan makes of trial answers.
 */
#include <errno.h>
#include <linux/capability.h>

#include "plan/caps.h"
#include "test_plan_common.h"

static void test_causes(void **state)
{
	static const struct {
		const char *fixture, *why, *remedy;
	} causes[] = {
		{"memory-off", "the memory controller is off", "cgroup_disable=memory"},
		{"no-btf", "carries no BTF", "CONFIG_DEBUG_INFO_BTF=y"},
		{"btf-unreadable", "/sys/kernel/btf/vmlinux may not be read", "0444"},
		{"redesigned", "has no per-CPU memcg_stock", "that knows this kernel"},
		{"caps-none", "missing capabilities CAP_BPF and CAP_PERFMON", "setcap"},
		{"caps-bpf", "missing capability CAP_PERFMON", "AmbientCapabilities"},
		{"caps-perfmon", "missing capability CAP_BPF", "AmbientCapabilities"},
		{"lockdown", "lockdown is in confidentiality mode", "lockdown=integrity"},
		{"seccomp", "a seccomp filter is on", "seccomp profile"},
		{"memlock", "limit on locked memory", "LimitMEMLOCK=infinity"},
		{"refused", "refuses tracing programs: EPERM with all capabilities",
		 "allows BPF tracing"},
	};
	const size_t n = sizeof(causes) / sizeof(causes[0]);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		struct planned p = plan_of(causes[i].fixture, ALL_ROLES);

		assert_blocked(&p, causes[i].why, causes[i].remedy);
		for (size_t k = 0; k < n; k++)
			if (k != i && strcmp(causes[k].why, causes[i].why))
				assert_silent_on(p.plan.blocker, causes[k].why);
		planned__clear(&p);
	}
}

/* No metric is left looking as if it could be seen. */
static void test_blocked_sees_nothing(void **state)
{
	static const enum metric told[] = {
		METRIC_HOLD,	  METRIC_DRAIN_WORK_HOLD, METRIC_UNDER_LOCK,
		METRIC_DIRECT,	  METRIC_CHARGE_NO_STOCK, METRIC_CHARGES,
		METRIC_EVICTIONS,
	};
	struct planned p = plan_of("lockdown", ALL_ROLES);

	(void)state;
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
		assert_non_null(p.plan.na[told[i]]);
	planned__clear(&p);
}

/* Seccomp is named even where kprobes were out before they could be refused. */
static void test_seccomp_with_two_capabilities(void **state)
{
	struct planned p = plan_of("seccomp-caps", ALL_ROLES);

	(void)state;
	assert_blocked(&p, "seccomp filter", "seccomp profile");
	assert_says(p.plan.roles[ROLE_REFILL].reason, "the kernel answered EPERM to session");
	assert_says(p.plan.roles[ROLE_REFILL].reason, "kprobes need CAP_SYS_ADMIN");
	planned__clear(&p);
}

/* A forced mode that is refused is as refused as all of them. */
static void test_forced_and_refused(void **state)
{
	struct planned p = plan_of("7.3", FORCE(ATTACH_KPROBE));

	(void)state;
	p.facts.trial[TRIAL_KPROBE] = EPERM;
	p.facts.tried = true;
	p.facts.seccomp = true;
	plan_again(&p, FORCE(ATTACH_KPROBE));
	assert_blocked(&p, "seccomp filter", "seccomp profile");
	assert_says(p.plan.roles[ROLE_REFILL].reason, "the kernel answered EPERM to kprobe");
	p.facts.trial[TRIAL_KPROBE] = ENOENT;
	plan_again(&p, FORCE(ATTACH_KPROBE));
	assert_blocked(&p, "none of the functions", "CONFIG_KPROBES");
	planned__clear(&p);
}

/* The verifier's no is not one for lack of permission, whatever else is true. */
static void test_rejected_programs(void **state)
{
	struct planned p = plan_of("seccomp", ALL_ROLES);

	(void)state;
	for (int way = 0; way < TRIAL_NR; way++)
		p.facts.trial[way] = EACCES;
	plan_again(&p, ALL_ROLES);
	assert_blocked(&p, "rejects the programs: EACCES", "audit log");
	assert_silent_on(p.plan.blocker, "seccomp");
	planned__clear(&p);
}

/* EPERM of one way is no verdict while another is left. */
static void test_one_way_refused(void **state)
{
	struct planned p = plan_of("7.3", ALL_ROLES);

	(void)state;
	p.facts.trial[TRIAL_SESSION] = EPERM;
	p.facts.trial[TRIAL_FENTRY] = EPERM;
	p.facts.tried = true;
	plan_again(&p, ALL_ROLES);
	assert_null(p.plan.blocker);
	assert_int_equal(p.plan.usable, USABLE_FULLY);
	assert_int_equal(p.plan.roles[ROLE_REFILL].mode, ATTACH_KPROBE_MULTI);
	assert_string_equal(p.plan.roles[ROLE_REFILL].reason,
			    "the kernel answered EPERM to session; "
			    "the kernel answered EPERM to fentry");
	planned__clear(&p);
}

static void test_two_capabilities_are_enough(void **state)
{
	struct planned p = plan_of("caps-two", ALL_ROLES);

	(void)state;
	assert_null(p.plan.blocker);
	assert_int_equal(p.plan.usable, USABLE_FULLY);
	assert_int_equal(p.plan.roles[ROLE_REFILL].mode, ATTACH_SESSION);
	assert_int_equal(p.plan.roles[ROLE_UNCHARGE].mode, ATTACH_FENTRY);
	/* a kprobe is no way out at Debian's level */
	plan_again(&p, FORCE(ATTACH_KPROBE));
	assert_blocked(&p, "none of the functions", "");
	assert_says(p.plan.roles[ROLE_REFILL].reason, "CAP_SYS_ADMIN here (perf_event_paranoid 3)");
	assert_says(p.plan.roles[ROLE_REFILL].remedy, "perf_event_paranoid=2");
	planned__clear(&p);
}

static void test_paranoid_level(void **state)
{
	struct planned p = plan_of("caps-two-6.1", ALL_ROLES);

	(void)state;
	assert_int_equal(p.plan.usable, USABLE_NOT);
	assert_says(p.plan.roles[ROLE_REFILL].reason,
		    "the kernel answered not supported to fentry");
	assert_says(p.plan.roles[ROLE_REFILL].reason,
		    "the kernel answered not supported to kprobe.multi");
	assert_says(p.plan.roles[ROLE_REFILL].reason, "perf_event_paranoid 3");
	assert_says(p.plan.roles[ROLE_REFILL].remedy, "perf_event_paranoid=2");
	planned__clear(&p);

	p = plan_of("caps-two-6.1-paranoid2", ALL_ROLES);
	assert_int_equal(p.plan.usable, USABLE_FULLY);
	assert_int_equal(p.plan.roles[ROLE_REFILL].mode, ATTACH_KPROBE);
	/* served: nothing to be done about it */
	assert_null(p.plan.roles[ROLE_REFILL].remedy);
	planned__clear(&p);
}

static void test_capabilities(void **state)
{
	static const uint64_t bpf = 1ull << CAP_BPF, perfmon = 1ull << CAP_PERFMON,
			      admin = 1ull << CAP_SYS_ADMIN;
	struct facts facts = {.perf_event_paranoid = 2};

	(void)state;
	facts.caps = bpf;
	assert_false(caps__bpf(&facts));
	facts.caps = perfmon;
	assert_false(caps__bpf(&facts));
	assert_false(caps__kprobe(&facts));
	facts.caps = bpf | perfmon;
	assert_true(caps__bpf(&facts));
	assert_true(caps__kprobe(&facts));
	assert_false(caps__stats(&facts));
	facts.perf_event_paranoid = 3;
	assert_true(caps__bpf(&facts));
	assert_false(caps__kprobe(&facts));
	facts.caps = admin;
	assert_true(caps__bpf(&facts));
	assert_true(caps__kprobe(&facts));
	assert_true(caps__stats(&facts));
	facts.caps = ~admin & ~bpf;
	assert_false(caps__bpf(&facts));
}

static void test_lockdown_integrity_is_fine(void **state)
{
	struct planned p = plan_of("lockdown-integrity", ALL_ROLES);

	(void)state;
	assert_null(p.plan.blocker);
	assert_int_equal(p.plan.usable, USABLE_FULLY);
	planned__clear(&p);
}

/* What the kernel answered to a trial takes that way off, for every role. */
static void test_trial_answers(void **state)
{
	static const struct {
		const char *fixture;
		enum attach_mode refill, uncharge;
		const char *object, *reason;
	} trials[] = {
		{"session-refused", ATTACH_FENTRY, ATTACH_FENTRY, "count-cast",
		 "the kernel answered EINVAL to session"},
		{"no-trampoline", ATTACH_KPROBE_MULTI, ATTACH_KPROBE_MULTI, "hot-cast",
		 "no session programs on this kernel; "
		 "the kernel answered not supported to fentry"},
		{"kprobe-left", ATTACH_KPROBE, ATTACH_KPROBE, "count-cast",
		 "the kernel answered EINVAL to session; "
		 "the kernel answered not supported to fentry; "
		 "the kernel answered not supported to kprobe.multi"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(trials) / sizeof(trials[0]); i++) {
		struct planned p = plan_of(trials[i].fixture, ALL_ROLES);

		assert_int_equal(p.plan.roles[ROLE_REFILL].mode, trials[i].refill);
		assert_int_equal(p.plan.roles[ROLE_UNCHARGE].mode, trials[i].uncharge);
		assert_string_equal(p.plan.roles[ROLE_REFILL].reason, trials[i].reason);
		assert_string_equal(plan__object(&p.plan), trials[i].object);
		assert_int_equal(p.plan.usable, USABLE_FULLY);
		planned__clear(&p);
	}
}

/* An errno without a word of its own is shown as its number. */
static void test_odd_errno(void **state)
{
	struct planned p = plan_of("7.3", ALL_ROLES);

	(void)state;
	p.facts.trial[TRIAL_SESSION] = 95; /* EOPNOTSUPP, the other "not supported" */
	plan_again(&p, ALL_ROLES);
	assert_says(p.plan.roles[ROLE_REFILL].reason, "answered not supported to session");
	p.facts.trial[TRIAL_SESSION] = 4242;
	plan_again(&p, ALL_ROLES);
	assert_says(p.plan.roles[ROLE_REFILL].reason, "answered errno 4242 to session");
	planned__clear(&p);
}

/* Nothing but the context level goes missing on another architecture. */
static void test_other_architecture(void **state)
{
	struct planned p = plan_of("arm64", ALL_ROLES);

	(void)state;
	assert_int_equal(p.plan.cfg.has_level, 0);
	assert_int_equal(p.plan.cfg.has_state, 1);
	assert_string_equal(plan__object(&p.plan), "none-session");
	assert_string_equal(unseen(&p), "context in_refill");
	assert_says(p.plan.na[METRIC_CONTEXT], "not known on this architecture");
	assert_int_equal(p.plan.usable, USABLE_FULLY);
	planned__clear(&p);
}

/* Of a per-CPU variable of unheard-of size nothing is concluded. */
static void test_odd_preempt_count(void **state)
{
	struct planned p = plan_of("7.3", ALL_ROLES);

	(void)state;
	for (size_t i = 0; i < p.facts.n_percpu; i++)
		if (!strcmp(p.facts.percpu[i].name, "__preempt_count"))
			p.facts.percpu[i].value = 16;
	plan_again(&p, ALL_ROLES);
	assert_int_equal(p.plan.cfg.has_level, 0);
	assert_string_equal(plan__object(&p.plan), "none-session");
	planned__clear(&p);
}

static void test_without_kallsyms(void **state)
{
	struct planned p = plan_of("no-kallsyms", ALL_ROLES);

	(void)state;
	assert_int_equal(p.plan.usable, USABLE_FULLY);
	assert_int_equal(p.plan.roles[ROLE_REFILL].mode, ATTACH_SESSION);
	planned__clear(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_causes),
		cmocka_unit_test(test_blocked_sees_nothing),
		cmocka_unit_test(test_seccomp_with_two_capabilities),
		cmocka_unit_test(test_forced_and_refused),
		cmocka_unit_test(test_rejected_programs),
		cmocka_unit_test(test_one_way_refused),
		cmocka_unit_test(test_two_capabilities_are_enough),
		cmocka_unit_test(test_paranoid_level),
		cmocka_unit_test(test_capabilities),
		cmocka_unit_test(test_lockdown_integrity_is_fine),
		cmocka_unit_test(test_trial_answers),
		cmocka_unit_test(test_odd_errno),
		cmocka_unit_test(test_other_architecture),
		cmocka_unit_test(test_odd_preempt_count),
		cmocka_unit_test(test_without_kallsyms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
