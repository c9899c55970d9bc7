// SPDX-License-Identifier: GPL-2.0-or-later
/* What a ledger counts, for whom, and from when. */
#include "test_ledger_common.h"

static void nothing_before_the_first_snapshot(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	assert_null(ledger__view(l));
	ledger__published(l);
	assert_null(ledger__view(l));
	ledger__free(l);
	ledger__free(NULL);
}

static void all_begins_in_other(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE(l, 10, 5, ROW(1, "/a", 100), ROW(2, "/b", 7));
	assert_int_equal(ledger__view(l)->n_series, 2);
	assert_int_equal(ledger__view(l)->max_series, 10);
	assert_series(l, "/a", 0);
	assert_series(l, "/b", 0);
	assert_other(l, 112);
	assert_null(ledger__view(l)->other.label);
	ledger__free(l);
}

static void a_series_counts_once_it_was_shown(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE(l, 10, 0, ROW(1, "/a", 100));
	UPDATE(l, 20, 0, ROW(1, "/a", 130));
	assert_series(l, "/a", 0);
	assert_other(l, 130);
	ledger__published(l);
	assert_series(l, "/a", 0);
	UPDATE(l, 30, 2, ROW(1, "/a", 135));
	assert_series(l, "/a", 5);
	assert_other(l, 132);
	/* Shown once is enough. */
	UPDATE(l, 40, 2, ROW(1, "/a", 136));
	assert_series(l, "/a", 6);
	ledger__free(l);
}

static void one_report_counts_at_once(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.one_shot = true;
	l = ledger_of(rules);
	UPDATE(l, 10, 3, ROW(1, "/a", 100), GONE(2, "/dead", 7));
	assert_series(l, "/a", 100);
	assert_series(l, "/dead", 7);
	assert_true(find_series(l, "/dead")->gone);
	assert_false(find_series(l, "/a")->gone);
	assert_other(l, 3);
	ledger__free(l);
}

static void a_second_cgroup_joins_its_label(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 100));
	/* Made anew under the same path between two snapshots: all it did counts. */
	UPDATE(l, 20, 0, GONE(1, "/a", 110), ROW(2, "/a", 30));
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_series(l, "/a", 40);
	assert_other(l, 100);
	UPDATE(l, 30, 0, GONE(1, "/a", 111), ROW(2, "/a", 32));
	assert_series(l, "/a", 43);
	ledger__free(l);
}

/* It was there all along, but counted in other: only what comes is the series'. */
static void who_was_in_other_joins_from_here_on(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 100), ROW(2, NULL, 50));
	assert_int_equal(ledger__view(l)->n_series, 1);
	UPDATE(l, 20, 0, ROW(1, "/a", 100), ROW(2, NULL, 60));
	assert_series(l, "/a", 0);
	assert_other(l, 160);
	UPDATE(l, 30, 0, ROW(1, "/a", 100), ROW(2, "/a", 61));
	assert_series(l, "/a", 1);
	assert_other(l, 160);
	ledger__free(l);
}

static void who_has_no_name_waits_for_one(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, NULL, 100));
	assert_int_equal(ledger__view(l)->n_series, 0);
	assert_int_equal(ledger__view(l)->refused, 0);
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/late", 101));
	assert_series(l, "/late", 0);
	UPDATE(l, 30, 0, ROW(1, NULL, 103));
	assert_series(l, "/late", 2);
	assert_other(l, 101);
	ledger__free(l);
}

/* A name lost and found again must not make a second series of its label. */
static void a_lost_name_makes_no_twin(void **state)
{
	struct ledger *l = ledger_of(rules_of(1));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 9), ROW(2, "/b", 1));
	UPDATE_SHOWN(l, 20, 0, GONE(1, "/a", 9), ROW(2, NULL, 1));
	UPDATE_SHOWN(l, 2000, 0, GONE(1, "/a", 9), ROW(2, NULL, 1), ROW(3, "/b", 1));
	UPDATE_SHOWN(l, 2010, 0, GONE(1, "/a", 9), ROW(2, "/b", 4), ROW(3, "/b", 2));
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_series(l, "/b", 4);
	ledger__free(l);
}

static void names_that_come_out_alike_are_one(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a\x01", 1), ROW(2, "/a\\x01", 1));
	assert_int_equal(ledger__view(l)->n_series, 1);
	UPDATE(l, 20, 0, ROW(1, "/a\x01", 3), ROW(2, "/a\\x01", 4));
	assert_series(l, "/a\\x01", 5);
	ledger__free(l);
}

static void another_name_moves_no_count(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 1), ROW(2, "/b", 1));
	UPDATE(l, 20, 0, ROW(1, "/b", 4), ROW(2, "/c", 6));
	assert_series(l, "/a", 3);
	assert_series(l, "/b", 5);
	assert_no_series(l, "/c");
	ledger__free(l);
}

/* Before it has a series, a cgroup goes by its newest name. */
static void who_waits_goes_by_its_newest_name(void **state)
{
	struct ledger *l = ledger_of(rules_of(1));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 9), ROW(2, "/b", 1));
	UPDATE(l, 20, 0, ROW(1, "/a", 9), ROW(2, "/a", 3));
	assert_series(l, "/a", 2);
	assert_other(l, 10);
	ledger__free(l);
}

static void a_recycled_cell_keeps_its_series(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 100));
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/a", 105));
	/* Its cell went to another cgroup; the CPUs keep what was counted. */
	UPDATE_SHOWN(l, 30, 105, ROW(2, "/b", 1));
	assert_series(l, "/a", 5);
	assert_true(find_series(l, "/a")->gone);
	/* It comes back with a new cell that counts from zero, and under another name. */
	UPDATE_SHOWN(l, 40, 105, ROW(1, "/z", 3), ROW(2, "/b", 1));
	assert_series(l, "/a", 8);
	assert_false(find_series(l, "/a")->gone);
	assert_no_series(l, "/z");
	assert_other(l, 101);
	ledger__free(l);
}

static void a_row_that_fell_counts_from_zero(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 100));
	UPDATE_SHOWN(l, 20, 100, ROW(1, "/a", 4));
	assert_series(l, "/a", 4);
	assert_other(l, 100);
	UPDATE_SHOWN(l, 30, 100, ROW(1, "/a", 6));
	assert_series(l, "/a", 6);
	ledger__free(l);
}

/* Counters that grew in a row of which another fell count from zero too. */
static void a_row_falls_as_a_whole(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));
	struct scene scene = {10, 0, {ROW(1, "/a", 100)}};
	struct snapshot *now;

	(void)state;
	update_shown(l, scene);
	scene.t_s = 20;
	scene.rows[0].k = 150;
	scene.rest = 500;
	now = snapshot_of(&scene);
	now->cgroups[0].c.overflows = 1;
	assert_int_equal(ledger__update(l, now), 0);
	assert_int_equal(find_series(l, "/a")->c.refills, 150);
	assert_int_equal(find_series(l, "/a")->c.overflows, 1);
	ledger__free(l);
}

static void slots_of_rows_wrap(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));
	struct scene scene = {10, 0, {ROW(1, "/a", 1)}};
	struct snapshot *now = snapshot_of(&scene);

	(void)state;
	now->cgroups[0].hist[5] = UINT32_MAX - 1;
	now->cpus[0].hist.slot[fine_slot(5)] = UINT32_MAX - 1;
	snapshot__finish(now);
	assert_int_equal(ledger__update(l, now), 0);
	ledger__published(l);
	scene.t_s = 20;
	now = snapshot_of(&scene);
	now->cgroups[0].hist[5] = 8;
	now->cpus[0].hist.slot[fine_slot(5)] = (1ull << 32) + 8;
	snapshot__finish(now);
	assert_int_equal(ledger__update(l, now), 0);
	assert_int_equal(find_series(l, "/a")->hist[5], 10);
	assert_int_equal(ledger__view(l)->other.hist[5], UINT32_MAX - 1);
	assert_int_equal(ledger__view(l)->other_behind, 0);
	ledger__free(l);
}

/* Rows read later than the host: other stands still, and the sum comes right. */
static void other_never_falls(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));
	struct scene scene = {10, 20, {ROW(1, "/a", 100)}};
	struct snapshot *now;

	(void)state;
	update_shown(l, scene);
	assert_other(l, 120);
	scene = (struct scene){20, 20, {ROW(1, "/a", 110)}};
	now = snapshot_of(&scene);
	now->total.refills -= 4;
	now->hist.slot[fine_slot(5)] -= 3;
	assert_int_equal(ledger__update(l, now), 0);
	assert_series(l, "/a", 10);
	assert_other(l, 120);
	assert_int_equal(ledger__view(l)->other_behind, 1);
	UPDATE(l, 30, 27, ROW(1, "/a", 111));
	assert_series(l, "/a", 11);
	assert_other(l, 127);
	assert_int_equal(ledger__view(l)->other_behind, 1);
	ledger__free(l);
}

static struct snapshot *holds(uint64_t t_s, uint64_t raw_ns, uint64_t corr_ns)
{
	struct scene scene = {t_s, 0, {ROW(1, "/a", 0)}};
	struct snapshot *now = snapshot_of(&scene);

	now->cpus[0].c.hold.raw_ns = now->cgroups[0].c.hold.raw_ns = raw_ns;
	now->cpus[0].c.hold.corr_ns = now->cgroups[0].c.hold.corr_ns = corr_ns;
	now->cpus[0].c.hold.span_raw_ns = 10 * raw_ns;
	now->cpus[0].c.hold.span_corr_ns = 10 * corr_ns;
	now->cpus[0].drain_hold.raw_ns = 2 * raw_ns;
	now->cpus[0].drain_hold.corr_ns = 2 * corr_ns;
	now->cpus[0].drain_hold.span_raw_ns = 3 * raw_ns;
	now->cpus[0].drain_hold.span_corr_ns = 3 * corr_ns;
	snapshot__finish(now);
	return now;
}

static void assert_holds(const struct ledger *l, uint64_t host_ns, uint64_t series_ns)
{
	const struct ledger_view *view = ledger__view(l);

	assert_int_equal(view->hold_ns[MCT_SITE_REFILL], host_ns);
	assert_int_equal(view->span_ns[MCT_SITE_REFILL], 10 * host_ns);
	assert_int_equal(view->hold_ns[MCT_SITE_DRAIN_WORK], 2 * host_ns);
	assert_int_equal(view->span_ns[MCT_SITE_DRAIN_WORK], 3 * host_ns);
	assert_int_equal(view->cpu_hold_ns[0], host_ns);
	assert_int_equal(find_series(l, "/a")->hold_ns, series_ns);
	assert_int_equal(view->other.hold_ns, host_ns - series_ns);
}

static void corrected_sums_never_fall(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	assert_int_equal(ledger__update(l, holds(10, 100, 200)), 0);
	ledger__published(l);
	assert_holds(l, 0, 0);
	assert_int_equal(ledger__update(l, holds(20, 400, 220)), 0);
	/* The series' own sum began after the correction that exceeded its interval. */
	assert_int_equal(find_series(l, "/a")->hold_ns, 280);
	assert_int_equal(ledger__view(l)->hold_ns[MCT_SITE_REFILL], 180);
	assert_int_equal(ledger__view(l)->other.hold_ns, 0);
	ledger__free(l);

	l = ledger_of(rules_of(10));
	assert_int_equal(ledger__update(l, holds(10, 500, 200)), 0);
	ledger__published(l);
	assert_holds(l, 300, 0);
	assert_int_equal(ledger__update(l, holds(20, 700, 300)), 0);
	assert_holds(l, 400, 100);
	assert_int_equal(ledger__update(l, holds(30, 750, 390)), 0);
	assert_holds(l, 400, 100);
	assert_int_equal(ledger__update(l, holds(40, 900, 420)), 0);
	assert_holds(l, 480, 180);
	ledger__free(l);
}

static struct snapshot *cpus(uint64_t t_s, const uint32_t *ids, size_t n, uint64_t raw_ns)
{
	struct snapshot *now = snapshot__new(NULL, n, 0);

	assert_non_null(now);
	now->taken_ns = t_s * S;
	for (size_t i = 0; i < n; i++) {
		now->cpus[i].cpu = ids[i];
		now->cpus[i].c.hold.raw_ns = raw_ns * (ids[i] + 1);
		now->cpus[i].c.hold.corr_ns = 10;
	}
	snapshot__finish(now);
	return now;
}

static void a_cpu_is_known_by_its_number(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));
	const uint32_t all[] = {0, 1, 2, 3}, some[] = {1, 3};

	(void)state;
	assert_int_equal(ledger__update(l, cpus(10, all, 4, 100)), 0);
	for (uint64_t i = 0; i < 4; i++)
		assert_int_equal(ledger__view(l)->cpu_hold_ns[i], 100 * (i + 1) - 10);
	assert_int_equal(ledger__update(l, cpus(20, some, 2, 50)), 0);
	assert_int_equal(ledger__view(l)->cpu_hold_ns[0], 190);
	assert_int_equal(ledger__view(l)->cpu_hold_ns[1], 390);
	assert_int_equal(ledger__update(l, cpus(30, all, 4, 99)), 0);
	assert_int_equal(ledger__view(l)->cpu_hold_ns[1], 190);
	assert_int_equal(ledger__view(l)->cpu_hold_ns[2], 287);
	assert_int_equal(ledger__view(l)->cpu_hold_ns[3], 390);
	ledger__free(l);
}

static void the_view_is_of_the_last_snapshot(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));
	struct scene scene = {10, 0, {ROW(1, "/a", 1)}};
	struct snapshot *now;

	(void)state;
	update(l, scene);
	now = snapshot_of(&scene);
	assert_int_equal(ledger__update(l, now), 0);
	assert_ptr_equal(ledger__view(l)->now, now);
	ledger__free(l);
}

static void no_rows_at_all(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 4, NO_ROW);
	assert_int_equal(ledger__view(l)->n_series, 0);
	assert_other(l, 4);
	UPDATE(l, 20, 5, NO_ROW);
	assert_other(l, 5);
	ledger__free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_before_the_first_snapshot),
		cmocka_unit_test(all_begins_in_other),
		cmocka_unit_test(a_series_counts_once_it_was_shown),
		cmocka_unit_test(one_report_counts_at_once),
		cmocka_unit_test(a_second_cgroup_joins_its_label),
		cmocka_unit_test(who_was_in_other_joins_from_here_on),
		cmocka_unit_test(who_has_no_name_waits_for_one),
		cmocka_unit_test(a_lost_name_makes_no_twin),
		cmocka_unit_test(names_that_come_out_alike_are_one),
		cmocka_unit_test(another_name_moves_no_count),
		cmocka_unit_test(who_waits_goes_by_its_newest_name),
		cmocka_unit_test(a_recycled_cell_keeps_its_series),
		cmocka_unit_test(a_row_that_fell_counts_from_zero),
		cmocka_unit_test(a_row_falls_as_a_whole),
		cmocka_unit_test(slots_of_rows_wrap),
		cmocka_unit_test(other_never_falls),
		cmocka_unit_test(corrected_sums_never_fall),
		cmocka_unit_test(a_cpu_is_known_by_its_number),
		cmocka_unit_test(the_view_is_of_the_last_snapshot),
		cmocka_unit_test(no_rows_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
