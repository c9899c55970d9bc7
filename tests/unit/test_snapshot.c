// SPDX-License-Identifier: GPL-2.0-or-later
/* Totals, overflow row, names of run information. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/hist.h"
#include "model/snapshot.h"

/* Two CPUs and two cgroups; the totals have more than the rows. */
static struct snapshot *two_by_two(void)
{
	struct snapshot *s = snapshot__new(NULL, 2, 2);

	assert_non_null(s);
	for (unsigned int i = 0; i < 2; i++) {
		struct cpu_row *cpu = &s->cpus[i];

		cpu->cpu = i;
		cpu->c.refills = 100 + i;
		cpu->c.hold.count = 10;
		cpu->c.hold.raw_ns = 5000;
		cpu->c.evict_caused = cpu->c.evict_suffered = 6;
		cpu->drain_hold.count = 3 + i;
		cpu->refills_ctx[MCT_CTX_SOFTIRQ] = 4;
		cpu->entry_busy = 1 + i;
		cpu->hist.slot[hist_fine.slot_of(500)] = 10;
		cpu->drain_hist.slot[7] = 3 + i;
		cpu->max = (struct longest){.ns = 700 + i, .cgroup_id = 20, .cpu = i};
		cpu->drain_max = (struct longest){.ns = 90 - i, .cgroup_id = 30, .cpu = i};
	}
	s->cgroups[0].id = 30;
	s->cgroups[0].c.refills = 50;
	s->cgroups[0].c.hold.count = 5;
	s->cgroups[0].hist[hist_coarse.slot_of(500)] = 5;
	s->cgroups[0].c.evict_caused = 12;
	s->cgroups[1].id = 10;
	s->cgroups[1].c.refills = 40;
	s->cgroups[1].c.hold.count = 4;
	s->cgroups[1].hist[hist_coarse.slot_of(500)] = 4;
	s->cgroups[1].c.evict_suffered = 9;
	return s;
}

static void totals_are_sums_of_cpus(void **state)
{
	struct snapshot *s = two_by_two();

	(void)state;
	snapshot__finish(s);
	assert_int_equal(s->total.refills, 201);
	assert_int_equal(s->total.hold.raw_ns, 10000);
	assert_int_equal(s->total.evict_caused, 12);
	assert_int_equal(s->drain_hold.count, 7);
	assert_int_equal(s->refills_ctx[MCT_CTX_SOFTIRQ], 8);
	assert_int_equal(s->entry_busy, 3);
	assert_int_equal(hist__total(s->hist.slot, MCT_FINE_SLOTS), 20);
	assert_int_equal(s->drain_hist.slot[7], 7);
	assert_int_equal(s->max.ns, 701);
	assert_int_equal(s->max.cpu, 1);
	assert_int_equal(s->drain_max.ns, 90);
	/* Twice is no different from once. */
	snapshot__finish(s);
	assert_int_equal(s->total.refills, 201);
	assert_int_equal(s->overflow.c.refills, 111);
	snapshot__free(s);
}

static void overflow_is_what_no_row_has(void **state)
{
	struct snapshot *s = two_by_two();
	unsigned int slot = hist_coarse.slot_of(500);

	(void)state;
	snapshot__finish(s);
	assert_int_equal(s->overflow.id, 0);
	assert_int_equal(s->overflow.c.refills, 201 - 90);
	assert_int_equal(s->overflow.c.hold.count, 20 - 9);
	assert_int_equal(s->overflow.c.evict_caused, 0);
	assert_int_equal(s->overflow.c.evict_suffered, 3);
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		assert_int_equal(s->overflow.hist[i], i == slot ? 11 : 0);
	snapshot__free(s);
}

static void rows_ahead_of_the_total_leave_an_empty_overflow(void **state)
{
	struct snapshot *s = two_by_two();

	(void)state;
	s->cgroups[0].c.refills = 1000;
	s->cgroups[0].hist[hist_coarse.slot_of(500)] = 1000;
	snapshot__finish(s);
	assert_int_equal(s->overflow.c.refills, 0);
	assert_int_equal(s->overflow.hist[hist_coarse.slot_of(500)], 0);
	snapshot__free(s);
}

static void wrapped_row_slots_still_subtract(void **state)
{
	struct snapshot *s = two_by_two();
	uint64_t seen = (1ull << 32) + 7;

	(void)state;
	s->cpus[0].hist.slot[hist_fine.slot_of(500)] = seen;
	s->cpus[1].hist.slot[hist_fine.slot_of(500)] = 0;
	s->cgroups[0].hist[hist_coarse.slot_of(500)] = (uint32_t)(seen - 5);
	s->cgroups[1].hist[hist_coarse.slot_of(500)] = 2;
	snapshot__finish(s);
	assert_int_equal(s->overflow.hist[hist_coarse.slot_of(500)], 3);
	snapshot__free(s);
}

static void the_longest_hold_of_a_cgroup_without_row_is_the_overflow_rows(void **state)
{
	struct snapshot *s = two_by_two();

	(void)state;
	snapshot__finish(s); /* the longest is of cgroup 20, which has no row */
	assert_int_equal(s->overflow.max.ns, 701);
	s->cpus[1].max.cgroup_id = 30;
	snapshot__finish(s);
	assert_int_equal(s->overflow.max.ns, 0);
	snapshot__free(s);
}

static void rows_are_sorted_and_found(void **state)
{
	struct snapshot *s = two_by_two();

	(void)state;
	snapshot__finish(s);
	assert_int_equal(s->cgroups[0].id, 10);
	assert_int_equal(s->cgroups[1].id, 30);
	assert_ptr_equal(snapshot__cgroup(s, 30), &s->cgroups[1]);
	assert_int_equal(snapshot__cgroup(s, 10)->c.refills, 40);
	assert_null(snapshot__cgroup(s, 20));
	snapshot__free(s);
}

static void an_empty_host(void **state)
{
	struct snapshot *s = snapshot__new(NULL, 0, 0);

	(void)state;
	assert_non_null(s);
	snapshot__finish(s);
	assert_int_equal(s->total.refills, 0);
	assert_null(snapshot__cgroup(s, 0));
	snapshot__free(s);
	snapshot__free(NULL);
}

static void a_copy_stands_alone(void **state)
{
	struct snapshot *s = two_by_two(), *copy;

	(void)state;
	snapshot__finish(s);
	s->cgroups[1].name = strdup("/a");
	copy = snapshot__copy(s);
	assert_non_null(copy);
	s->cgroups[1].name[1] = 'b';
	s->cpus[0].c.refills = 0;
	s->cgroups[0].c.refills = 0;
	snapshot__free(s);
	assert_string_equal(copy->cgroups[1].name, "/a");
	assert_null(copy->cgroups[0].name);
	assert_int_equal(copy->cpus[0].c.refills, 100);
	assert_int_equal(copy->cgroups[0].c.refills, 40);
	assert_int_equal(copy->total.refills, 201);
	snapshot__free(copy);
}

static void counters_add_and_subtract_every_field(void **state)
{
	struct counters a, b, want;

	(void)state;
	for (size_t i = 0; i < sizeof(a) / sizeof(uint64_t); i++) {
		uint64_t v = i + 1;

		memcpy((char *)&a + i * sizeof(v), &v, sizeof(v));
		v = 100;
		memcpy((char *)&b + i * sizeof(v), &v, sizeof(v));
	}
	want = a;
	counters__add(&a, &b);
	assert_int_equal(a.refills, 101);
	assert_int_equal(a.overflows, want.overflows + 100);
	counters__sub(&a, &b);
	assert_memory_equal(&a, &want, sizeof(a));
	counters__sub(&a, &b);
	memset(&want, 0, sizeof(want));
	assert_memory_equal(&a, &want, sizeof(a));
}

static void names_are_distinct_and_complete(void **state)
{
	(void)state;
	for (int i = 0; i < METRIC_NR; i++) {
		assert_non_null(metric__name(i));
		for (int j = 0; j < i; j++)
			assert_string_not_equal(metric__name(i), metric__name(j));
	}
	for (int i = 0; i < ROLE_NR; i++)
		for (int j = 0; j < i; j++)
			assert_string_not_equal(role__name(i), role__name(j));
	for (int i = 0; i < ATTACH_NR; i++)
		for (int j = 0; j < i; j++)
			assert_string_not_equal(attach_mode__name(i), attach_mode__name(j));
	assert_string_equal(metric__name(METRIC_REFILL_LOCK_BUSY), "uncharge_lock_busy");
	assert_string_equal(attach_mode__name(ATTACH_KPROBE_MULTI), "kprobe.multi");
	assert_string_equal(role__name(ROLE_DRAIN_WORK), "drain_work");
	/* A recording may hold a number of a later version. */
	assert_string_equal(metric__name(METRIC_NR), "?");
	assert_string_equal(role__name(ROLE_NR), "?");
	assert_string_equal(attach_mode__name(ATTACH_NR), "?");
}

static void run_info_clears_all_it_owns(void **state)
{
	static const struct run_info empty;
	struct run_info run = {.possible_cpus = 4, .cgroup_version = "v2"};

	(void)state;
	run.kernel_release = strdup("7.3.4");
	run.machine = strdup("x86_64");
	run.preemption = strdup("lazy");
	run.filter = strdup("cgroup /a");
	for (int i = 0; i < ROLE_NR; i++) {
		run.roles[i].hook = strdup("h");
		run.roles[i].reason = strdup("r");
		run.roles[i].remedy = strdup("y");
	}
	run.na[METRIC_CHARGES] = strdup("needs --charges");
	assert_string_equal(run_info__na(&run, METRIC_CHARGES), "needs --charges");
	assert_null(run_info__na(&run, METRIC_HOLD));
	run_info__clear(&run);
	assert_memory_equal(&run, &empty, sizeof(run));
	run_info__clear(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(totals_are_sums_of_cpus),
		cmocka_unit_test(overflow_is_what_no_row_has),
		cmocka_unit_test(rows_ahead_of_the_total_leave_an_empty_overflow),
		cmocka_unit_test(wrapped_row_slots_still_subtract),
		cmocka_unit_test(the_longest_hold_of_a_cgroup_without_row_is_the_overflow_rows),
		cmocka_unit_test(rows_are_sorted_and_found),
		cmocka_unit_test(an_empty_host),
		cmocka_unit_test(a_copy_stands_alone),
		cmocka_unit_test(counters_add_and_subtract_every_field),
		cmocka_unit_test(names_are_distinct_and_complete),
		cmocka_unit_test(run_info_clears_all_it_owns),
	};

	return cmocka_run_group_tests_name("snapshot", tests, NULL, NULL);
}
