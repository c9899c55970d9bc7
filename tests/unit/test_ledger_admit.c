// SPDX-License-Identifier: GPL-2.0-or-later
/* Which cgroups a ledger gives a series, under which label, and for how long. */
#include "test_ledger_common.h"

#include "export/ledger_state.h" /* how many vanished ids are remembered */

static void the_busiest_come_first(void **state)
{
	struct ledger *l = ledger_of(rules_of(2));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 5), ROW(2, "/b", 9), ROW(3, "/c", 7), ROW(4, "/d", 1));
	assert_int_equal(ledger__view(l)->n_series, 2);
	assert_series(l, "/b", 0);
	assert_series(l, "/c", 0);
	assert_string_equal(ledger__view(l)->series[0].label, "/b");
	assert_int_equal(ledger__view(l)->refused, 2);
	/* Admitted once: later business moves nobody out, nor counts as refused again. */
	UPDATE(l, 20, 0, ROW(1, "/a", 900), ROW(2, "/b", 9), ROW(3, "/c", 7), ROW(5, "/e", 1));
	assert_int_equal(ledger__view(l)->n_series, 2);
	assert_no_series(l, "/a");
	assert_int_equal(ledger__view(l)->refused, 3);
	ledger__free(l);
}

/* Of the interval, not of all time. */
static void business_is_that_of_the_interval(void **state)
{
	struct ledger *l = ledger_of(rules_of(1));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/seat", 9000), ROW(2, "/was", 1000), ROW(3, "/is", 5));
	UPDATE_SHOWN(l, 20, 0, GONE(1, "/seat", 9000), ROW(2, "/was", 1000), ROW(3, "/is", 5));
	UPDATE(l, 2000, 0, GONE(1, "/seat", 9000), ROW(2, "/was", 1001), ROW(3, "/is", 7));
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_series(l, "/is", 0);
	ledger__free(l);
}

static void page_charges_make_nobody_busy(void **state)
{
	struct ledger *l = ledger_of(rules_of(1));
	struct scene scene = {10, 0, {ROW(1, "/a", 5), ROW(2, "/b", 6)}};
	struct snapshot *now = snapshot_of(&scene);

	(void)state;
	now->cgroups[0].c.charges = 1000000;
	snapshot__finish(now);
	assert_int_equal(ledger__update(l, now), 0);
	assert_non_null(find_series(l, "/b"));
	ledger__free(l);
}

/* Refills, uncharges and charges each make a cgroup busy. */
static void each_kind_of_event_counts(void **state)
{
	(void)state;
	for (int kind = 0; kind < 1 + MCT_NR_UNCHARGE + MCT_NR_CHARGE; kind++) {
		struct ledger *l = ledger_of(rules_of(1));
		struct scene scene = {10, 0, {ROW(1, "/a", 1), ROW(2, "/b", 1)}};
		struct snapshot *now = snapshot_of(&scene);
		struct counters *c = &now->cgroups[1].c;

		if (!kind)
			c->refills++;
		else if (kind <= MCT_NR_UNCHARGE)
			c->uncharge[kind - 1]++;
		else
			c->charge[kind - 1 - MCT_NR_UNCHARGE]++;
		assert_int_equal(ledger__update(l, now), 0);
		assert_non_null(find_series(l, "/b"));
		ledger__free(l);
	}
}

static void equals_go_by_label(void **state)
{
	struct ledger *l = ledger_of(rules_of(2));

	(void)state;
	UPDATE(l, 10, 0, ROW(1, "/c", 5), ROW(2, "/a", 5), ROW(3, "/b", 5));
	assert_int_equal(ledger__view(l)->n_series, 2);
	assert_string_equal(ledger__view(l)->series[0].label, "/a");
	assert_string_equal(ledger__view(l)->series[1].label, "/b");
	ledger__free(l);
}

static void without_room_all_is_other(void **state)
{
	struct ledger *l = ledger_of(rules_of(0));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 5));
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/a", 9));
	assert_int_equal(ledger__view(l)->n_series, 0);
	assert_int_equal(ledger__view(l)->refused, 1);
	assert_other(l, 9);
	ledger__free(l);
}

/* Together the folded are busier than /big, and none is refused. */
static void the_deep_are_folded(void **state)
{
	struct ledger_rules rules = rules_of(1);
	struct ledger *l;

	(void)state;
	rules.label.depth = 2;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/k/pod/x", 4), ROW(2, "/k/pod/y/z", 4), ROW(3, "/big", 6));
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_series(l, "/k/pod", 0);
	assert_int_equal(ledger__view(l)->refused, 1);
	UPDATE(l, 20, 0, ROW(1, "/k/pod/x", 5), ROW(2, "/k/pod/y/z", 7), ROW(3, "/big", 6),
	       ROW(4, "/k/pod/new", 10), ROW(5, "/k/pod", 1));
	assert_series(l, "/k/pod", 15);
	ledger__free(l);
}

static struct pattern *pattern_of(const char *text)
{
	struct pattern *pattern;

	assert_int_equal(pattern__new(text, &pattern), 0);
	return pattern;
}

static void the_pattern_says_who_may(void **state)
{
	struct pattern *pattern = pattern_of("/k/pod/x*");
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.pattern = pattern;
	rules.label.depth = 2;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/k/pod/x1", 4), ROW(2, "/k/pod/y", 4), ROW(3, "/big", 6));
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_int_equal(ledger__view(l)->refused, 0);
	/* One that is left out does not join a label that it would share, until it may. */
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/k/pod/x1", 5), ROW(2, "/k/pod/y", 8), ROW(3, "/big", 6));
	assert_series(l, "/k/pod", 1);
	UPDATE_SHOWN(l, 30, 0, ROW(1, "/k/pod/x1", 5), ROW(2, "/k/pod/x2", 9), ROW(3, "/big", 6));
	assert_series(l, "/k/pod", 2);
	ledger__free(l);
	pattern__free(pattern);
}

static void the_dead_make_no_series(void **state)
{
	struct ledger *l = ledger_of(rules_of(10));

	(void)state;
	UPDATE_SHOWN(l, 10, 0, GONE(1, "/job", 5), ROW(2, "/a", 1));
	assert_no_series(l, "/job");
	assert_int_equal(ledger__view(l)->refused, 0);
	/* One of the same path makes it, and the dead one's late counts are its. */
	UPDATE_SHOWN(l, 20, 0, GONE(1, "/job", 5), ROW(2, "/a", 1), ROW(3, "/job", 1));
	UPDATE_SHOWN(l, 30, 0, GONE(1, "/job", 6), ROW(2, "/a", 1), ROW(3, "/job", 3));
	assert_series(l, "/job", 3);
	/* A dead one that comes after joins. */
	UPDATE(l, 40, 0, GONE(1, "/job", 6), ROW(2, "/a", 1), ROW(3, "/job", 3),
	       GONE(4, "/job", 4));
	assert_series(l, "/job", 7);
	ledger__free(l);
}

static void a_series_lingers_and_goes(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.linger_ns = 900 * S;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 5));
	UPDATE_SHOWN(l, 100, 0, GONE(1, "/a", 8));
	assert_series(l, "/a", 3);
	assert_true(find_series(l, "/a")->gone);
	UPDATE_SHOWN(l, 999, 0, GONE(1, "/a", 9));
	assert_series(l, "/a", 4);
	UPDATE_SHOWN(l, 1000, 0, GONE(1, "/a", 11));
	assert_no_series(l, "/a");
	/* What it had counted never goes to other; what comes now does. */
	assert_other(l, 7);
	UPDATE_SHOWN(l, 1010, 0, GONE(1, "/a", 15));
	assert_no_series(l, "/a");
	assert_other(l, 11);
	ledger__free(l);
}

/* Should it look alive again, it is still spent; only a new id makes its label again. */
static void the_spent_come_not_again(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.linger_ns = 0;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 5));
	UPDATE_SHOWN(l, 20, 0, GONE(1, "/a", 6));
	assert_no_series(l, "/a");
	UPDATE_SHOWN(l, 30, 0, ROW(1, "/a", 7));
	assert_no_series(l, "/a");
	assert_int_equal(ledger__view(l)->refused, 0);
	UPDATE_SHOWN(l, 40, 0, ROW(1, "/a", 7), ROW(2, "/a", 3));
	assert_series(l, "/a", 0);
	UPDATE_SHOWN(l, 50, 0, ROW(1, "/a", 9), ROW(2, "/a", 4));
	assert_series(l, "/a", 1);
	assert_other(l, 12);
	ledger__free(l);
}

static void a_series_is_revived(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.linger_ns = 900 * S;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 5));
	UPDATE_SHOWN(l, 100, 0, GONE(1, "/a", 7));
	/* At the last moment: the one that would have been removed now. */
	UPDATE_SHOWN(l, 1000, 0, GONE(1, "/a", 7), ROW(2, "/a", 1));
	assert_series(l, "/a", 3);
	assert_false(find_series(l, "/a")->gone);
	/* Its time begins anew. */
	UPDATE_SHOWN(l, 1100, 0, GONE(1, "/a", 7), GONE(2, "/a", 1));
	UPDATE_SHOWN(l, 1999, 0, GONE(1, "/a", 7), GONE(2, "/a", 1));
	assert_series(l, "/a", 3);
	UPDATE_SHOWN(l, 2000, 0, GONE(1, "/a", 7), GONE(2, "/a", 1));
	assert_no_series(l, "/a");
	ledger__free(l);
}

static void one_living_cgroup_keeps_a_series(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.linger_ns = 0;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 5), ROW(2, "/a", 5));
	UPDATE_SHOWN(l, 100, 0, GONE(1, "/a", 5), ROW(2, "/a", 5));
	assert_false(find_series(l, "/a")->gone);
	UPDATE_SHOWN(l, 200, 0, GONE(1, "/a", 5), GONE(2, "/a", 5));
	assert_no_series(l, "/a");
	ledger__free(l);
}

static void a_vanished_row_is_gone(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.linger_ns = 900 * S;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 5));
	UPDATE_SHOWN(l, 20, 5, NO_ROW);
	assert_true(find_series(l, "/a")->gone);
	UPDATE_SHOWN(l, 920, 5, NO_ROW);
	assert_no_series(l, "/a");
	/* It is forgotten with its series, and may come again. */
	UPDATE_SHOWN(l, 930, 5, ROW(1, "/a", 1));
	assert_series(l, "/a", 0);
	ledger__free(l);
}

static void a_seat_that_is_free_is_given(void **state)
{
	struct ledger_rules rules = rules_of(1);
	struct ledger *l;

	(void)state;
	rules.linger_ns = 50 * S;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 5), ROW(2, "/b", 1));
	UPDATE_SHOWN(l, 20, 0, GONE(1, "/a", 5), ROW(2, "/b", 2));
	assert_no_series(l, "/b");
	UPDATE_SHOWN(l, 70, 0, GONE(1, "/a", 5), ROW(2, "/b", 3));
	assert_no_series(l, "/a");
	assert_series(l, "/b", 0);
	UPDATE(l, 80, 0, GONE(1, "/a", 5), ROW(2, "/b", 5));
	assert_series(l, "/b", 2);
	assert_int_equal(ledger__view(l)->refused, 1);
	ledger__free(l);
}

static void a_clock_that_goes_back_ages_nobody(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.linger_ns = 100 * S;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 1000, 0, ROW(1, "/a", 5));
	UPDATE_SHOWN(l, 1010, 0, GONE(1, "/a", 5));
	UPDATE_SHOWN(l, 10, 0, GONE(1, "/a", 6));
	assert_series(l, "/a", 1);
	UPDATE_SHOWN(l, 1109, 0, GONE(1, "/a", 6));
	assert_series(l, "/a", 1);
	UPDATE_SHOWN(l, 1110, 0, GONE(1, "/a", 6));
	assert_no_series(l, "/a");
	ledger__free(l);
}

/* The living /k and @n new ones of it, from id @first on; one @back under another name. */
static struct snapshot *generation(uint64_t t_s, uint64_t first, size_t n, uint64_t back)
{
	struct snapshot *now = snapshot__new(NULL, 1, n + 1);

	assert_non_null(now);
	now->taken_ns = t_s * S;
	for (size_t i = 0; i <= n; i++) {
		now->cgroups[i].id = i ? first + i - 1 : 1;
		now->cgroups[i].name = strdup("/k");
	}
	if (back) {
		now->cgroups[n].id = back;
		strcpy(now->cgroups[n].name, "/z");
	}
	snapshot__finish(now);
	return now;
}

/* A folded series outlives any number of cgroups; the latest of them are remembered. */
static void the_vanished_are_remembered_up_to_a_bound(void **state)
{
	const size_t batch = 1000;
	struct ledger *l = ledger_of(rules_of(10));
	uint64_t id = 2, t_s = 10;

	(void)state;
	while (id < 2 * LEDGER_VANISHED_MOST) {
		assert_int_equal(ledger__update(l, generation(t_s++, id, batch, 0)), 0);
		assert_true(l->n_ids <= LEDGER_VANISHED_MOST + batch + 1);
		id += batch;
	}
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_true(l->n_ids > LEDGER_VANISHED_MOST / 4);
	/* One that left last comes back into its series under any name, the first does not. */
	assert_int_equal(ledger__update(l, generation(t_s++, 0, 1, id - batch - 1)), 0);
	assert_no_series(l, "/z");
	assert_int_equal(ledger__update(l, generation(t_s++, 0, 1, 2)), 0);
	assert_series(l, "/z", 0);
	ledger__free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_busiest_come_first),
		cmocka_unit_test(business_is_that_of_the_interval),
		cmocka_unit_test(page_charges_make_nobody_busy),
		cmocka_unit_test(each_kind_of_event_counts),
		cmocka_unit_test(equals_go_by_label),
		cmocka_unit_test(without_room_all_is_other),
		cmocka_unit_test(the_deep_are_folded),
		cmocka_unit_test(the_pattern_says_who_may),
		cmocka_unit_test(the_dead_make_no_series),
		cmocka_unit_test(a_series_lingers_and_goes),
		cmocka_unit_test(the_spent_come_not_again),
		cmocka_unit_test(a_series_is_revived),
		cmocka_unit_test(one_living_cgroup_keeps_a_series),
		cmocka_unit_test(a_vanished_row_is_gone),
		cmocka_unit_test(a_seat_that_is_free_is_given),
		cmocka_unit_test(a_clock_that_goes_back_ages_nobody),
		cmocka_unit_test(the_vanished_are_remembered_up_to_a_bound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
