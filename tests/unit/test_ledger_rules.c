// SPDX-License-Identifier: GPL-2.0-or-later
/* A ledger that is given other rules, and its window of longest holds. */
#include "test_ledger_common.h"

#include "export/ledger_window.h"

static struct pattern *pattern_of(const char *text)
{
	struct pattern *pattern;

	assert_int_equal(pattern__new(text, &pattern), 0);
	return pattern;
}

static void set_pattern(struct ledger *l, struct ledger_rules rules, const struct pattern *pattern)
{
	rules.pattern = pattern;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
}

static void series_go_that_the_pattern_leaves_out(void **state)
{
	struct pattern *b = pattern_of("/b");
	struct ledger_rules rules = rules_of(10);
	struct ledger *l = ledger_of(rules);

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 1), ROW(2, "/b", 1));
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/a", 5), ROW(2, "/b", 6));
	set_pattern(l, rules, b);
	/* At once, in the view too; what it had counted is nobody's. */
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_series(l, "/b", 5);
	assert_other(l, 2);
	UPDATE_SHOWN(l, 30, 0, ROW(1, "/a", 8), ROW(2, "/b", 7));
	assert_no_series(l, "/a");
	assert_series(l, "/b", 6);
	assert_other(l, 5);
	/* Taken in again, it begins at zero. */
	set_pattern(l, rules, NULL);
	UPDATE_SHOWN(l, 40, 0, ROW(1, "/a", 9), ROW(2, "/b", 7));
	assert_series(l, "/a", 0);
	assert_other(l, 6);
	UPDATE(l, 50, 0, ROW(1, "/a", 11), ROW(2, "/b", 7));
	assert_series(l, "/a", 2);
	assert_int_equal(ledger__view(l)->refused, 0);
	ledger__free(l);
	pattern__free(b);
}

/* The series stays for one cgroup of it and counts the other no longer. */
static void a_folded_series_stays_for_whom_it_may(void **state)
{
	struct pattern *x = pattern_of("/k/x");
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.label.depth = 1;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/k/x", 1), ROW(2, "/k/y", 1));
	set_pattern(l, rules, x);
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/k/x", 3), ROW(2, "/k/y", 4));
	assert_series(l, "/k", 2);
	assert_other(l, 5);
	ledger__free(l);
	pattern__free(x);
}

/* A vanished cgroup has no name to ask: the one its series was made with is. */
static void a_vanished_cgroup_goes_by_the_first_name(void **state)
{
	struct pattern *a = pattern_of("/a"), *b = pattern_of("/b");
	struct ledger_rules rules = rules_of(10);
	struct ledger *l = ledger_of(rules);

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 1));
	UPDATE_SHOWN(l, 20, 1, NO_ROW);
	set_pattern(l, rules, a);
	assert_series(l, "/a", 0);
	UPDATE_SHOWN(l, 30, 1, ROW(1, "/z", 2));
	assert_series(l, "/a", 2);
	UPDATE_SHOWN(l, 40, 3, NO_ROW);
	set_pattern(l, rules, b);
	assert_no_series(l, "/a");
	UPDATE_SHOWN(l, 50, 3, ROW(1, "/b", 2));
	assert_series(l, "/b", 0);
	ledger__free(l);
	pattern__free(a);
	pattern__free(b);
}

static void the_least_busy_go_when_fewer_may_be(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l = ledger_of(rules);

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 0), ROW(2, "/b", 0), ROW(3, "/c", 0), ROW(4, "/d", 0));
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/a", 3), ROW(2, "/b", 2), ROW(3, "/c", 9),
		     GONE(4, "/d", 99));
	rules.max_series = 2;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	assert_int_equal(ledger__view(l)->n_series, 2);
	assert_int_equal(ledger__view(l)->max_series, 2);
	assert_series(l, "/a", 3);
	assert_series(l, "/c", 9);
	UPDATE_SHOWN(l, 30, 0, ROW(1, "/a", 3), ROW(2, "/b", 50), ROW(3, "/c", 9),
		     GONE(4, "/d", 99));
	assert_no_series(l, "/b");
	assert_other(l, 48);
	/* Of equals the first by label stays. */
	rules.max_series = 0;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	assert_int_equal(ledger__view(l)->n_series, 0);
	ledger__free(l);
	rules.max_series = 10;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/b", 1), ROW(2, "/a", 1));
	rules.max_series = 1;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	assert_series(l, "/a", 0);
	assert_no_series(l, "/b");
	ledger__free(l);
}

static void another_depth_moves_nobody(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l = ledger_of(rules);

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/k/x", 1));
	rules.label.depth = 1;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/k/x", 4), ROW(2, "/k/y", 4));
	assert_series(l, "/k/x", 3);
	assert_series(l, "/k", 0);
	UPDATE_SHOWN(l, 30, 0, ROW(1, "/k/x", 5), ROW(2, "/k/y", 6), ROW(3, "/k/z", 1));
	assert_series(l, "/k/x", 4);
	assert_series(l, "/k", 3);
	ledger__free(l);
}

/* Who waits is looked at under the new rules, without a change of its name. */
static void who_waits_goes_by_the_new_rules(void **state)
{
	struct pattern *a = pattern_of("/a");
	struct ledger_rules rules = rules_of(1);
	struct ledger *l = ledger_of(rules);

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/k/x", 9), ROW(2, "/k/y", 1));
	rules.label.depth = 1;
	rules.max_series = 2;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/k/x", 9), ROW(2, "/k/y", 1));
	assert_series(l, "/k", 0);
	assert_int_equal(ledger__view(l)->refused, 1);
	set_pattern(l, rules, a);
	assert_int_equal(ledger__view(l)->n_series, 0);
	ledger__free(l);
	pattern__free(a);
}

static void names_in_clear_go_when_they_are_to_be_hidden(void **state)
{
	struct label_key key = {.n = 20, .bytes = "a secret for reports"};
	struct ledger_rules rules = rules_of(10);
	struct ledger *l = ledger_of(rules);
	char hidden[17];

	(void)state;
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 1));
	rules.label.key = &key;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	assert_int_equal(ledger__view(l)->n_series, 0);
	UPDATE_SHOWN(l, 20, 0, ROW(1, "/a", 2));
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_int_equal(strlen(ledger__view(l)->series[0].label), 16);
	strcpy(hidden, ledger__view(l)->series[0].label);
	/* The key was copied; the same one again changes nothing. */
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	key.bytes[0] = 'b';
	UPDATE_SHOWN(l, 30, 0, ROW(1, "/a", 5), ROW(2, "/a", 1));
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_series(l, hidden, 4);
	/* Another key does, and so does none. */
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	assert_int_equal(ledger__view(l)->n_series, 0);
	UPDATE_SHOWN(l, 40, 0, ROW(1, "/a", 5));
	assert_int_equal(ledger__view(l)->n_series, 1);
	assert_no_series(l, hidden);
	rules.label.key = NULL;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	assert_int_equal(ledger__view(l)->n_series, 0);
	ledger__free(l);
}

static void the_spent_stay_so_under_any_rules(void **state)
{
	struct ledger_rules rules = rules_of(10);
	struct ledger *l;

	(void)state;
	rules.linger_ns = 0;
	l = ledger_of(rules);
	UPDATE_SHOWN(l, 10, 0, ROW(1, "/a", 1));
	UPDATE_SHOWN(l, 20, 0, GONE(1, "/a", 1));
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	UPDATE_SHOWN(l, 30, 0, ROW(1, "/a", 1));
	assert_no_series(l, "/a");
	ledger__free(l);
}

static void rules_before_the_first_snapshot(void **state)
{
	struct ledger_rules rules = rules_of(0);
	struct ledger *l = ledger_of(rules);

	(void)state;
	rules.max_series = 3;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	assert_null(ledger__view(l));
	UPDATE(l, 10, 0, ROW(1, "/a", 1));
	assert_series(l, "/a", 0);
	ledger__free(l);
}

static void longest(struct ledger *l, uint64_t t_s, uint64_t ns, uint64_t drain_ns)
{
	struct scene scene = {.t_s = t_s};
	struct snapshot *now = snapshot_of(&scene);

	now->active_ns = 4 * S;
	now->max.ns = ns;
	now->max.cgroup_id = t_s;
	now->drain_max.ns = drain_ns;
	assert_int_equal(ledger__update(l, now), 0);
}

#define assert_longest(l, ns_, drain_ns_, seconds_)                                                \
	do {                                                                                       \
		assert_int_equal(ledger__view(l)->longest[MCT_SITE_REFILL].ns, ns_);               \
		assert_int_equal(ledger__view(l)->longest[MCT_SITE_DRAIN_WORK].ns, drain_ns_);     \
		assert_true(ledger__view(l)->max_window_seconds == (seconds_));                    \
	} while (0)

static void the_longest_of_the_last_minutes(void **state)
{
	struct ledger_rules rules = rules_of(0);
	struct ledger *l;

	(void)state;
	rules.max_window_ns = 30 * S;
	l = ledger_of(rules);
	longest(l, 10, 0, 5);
	assert_longest(l, 0, 5, 4);
	longest(l, 20, 900, 1);
	assert_longest(l, 900, 5, 14);
	assert_int_equal(ledger__view(l)->longest[MCT_SITE_REFILL].cgroup_id, 20);
	longest(l, 30, 700, 1);
	longest(l, 40, 1, 1);
	assert_longest(l, 900, 1, 30);
	/* 900 was seen in an interval that ended 30 seconds ago. */
	longest(l, 50, 1, 0);
	assert_longest(l, 700, 1, 30);
	longest(l, 60, 0, 0);
	assert_longest(l, 1, 1, 30);
	longest(l, 1000, 0, 0);
	assert_longest(l, 0, 0, 940);
	ledger__free(l);
}

/*
 * Against all maxima: nothing of the window is missed, and nothing is kept
 * longer than a 128th of it.
 */
static void a_window_of_any_interval(void **state)
{
	enum { MANY = 20000 };
	static uint64_t at[MANY], ns[MANY];
	const uint64_t window = 300 * S, slack = window / 128;
	struct hold_window w = {0};
	uint64_t seed = 1;
	size_t most = 0;

	(void)state;
	for (size_t i = 1; i < MANY; i++) {
		struct longest max[MCT_NR_SITES] = {0}, got[MCT_NR_SITES];
		uint64_t exact = 0, loose = 0;

		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		at[i] = at[i - 1] + (i % 6000 < 4000 ? 1 + (seed >> 33) % S : (seed >> 33) * 8);
		ns[i] = seed >> 60 ? 1 : seed >> 40;
		max[0].ns = ns[i];
		hold_window__add(&w, window, at[i - 1], at[i], max);
		assert_true(hold_window__longest(&w, got) <= (double)at[i] / 1e9);
		most = w.n > most ? w.n : most;
		for (size_t j = i; j && at[i] - at[j] < window + slack; j--) {
			loose = ns[j] > loose ? ns[j] : loose;
			if (at[i] - at[j] < window)
				exact = ns[j] > exact ? ns[j] : exact;
		}
		assert_true(got[0].ns >= exact);
		assert_true(got[0].ns <= loose);
	}
	assert_true(most < WINDOW_PARTS);
	assert_true(most > 128);
}

/* A window that grows finds many short parts; its ring gets full, and loses nothing. */
static void a_window_made_longer(void **state)
{
	struct longest max[MCT_NR_SITES] = {{.ns = 7}};
	struct hold_window w = {0};
	uint64_t now = 0;

	(void)state;
	/* Each window takes in all that came before it. */
	for (uint64_t share = 100; share <= 1600; share *= 2) {
		for (int i = share == 100 ? -60 : 0; i < 60; i++) {
			hold_window__add(&w, 128 * share, now, now + share + 1, max);
			now += share + 1;
			max[0].ns = 1;
			assert_true(w.n <= WINDOW_PARTS);
		}
		hold_window__longest(&w, max);
		assert_int_equal(max[0].ns, 7);
		max[0].ns = 1;
	}
	assert_int_equal(w.n, WINDOW_PARTS);
	max[0].ns = 9;
	hold_window__add(&w, UINT64_MAX, now, now + 1, max);
	assert_true(hold_window__longest(&w, max) == (double)(now + 1) / 1e9);
	assert_int_equal(max[0].ns, 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(series_go_that_the_pattern_leaves_out),
		cmocka_unit_test(a_folded_series_stays_for_whom_it_may),
		cmocka_unit_test(a_vanished_cgroup_goes_by_the_first_name),
		cmocka_unit_test(the_least_busy_go_when_fewer_may_be),
		cmocka_unit_test(another_depth_moves_nobody),
		cmocka_unit_test(who_waits_goes_by_the_new_rules),
		cmocka_unit_test(names_in_clear_go_when_they_are_to_be_hidden),
		cmocka_unit_test(the_spent_stay_so_under_any_rules),
		cmocka_unit_test(rules_before_the_first_snapshot),
		cmocka_unit_test(the_longest_of_the_last_minutes),
		cmocka_unit_test(a_window_of_any_interval),
		cmocka_unit_test(a_window_made_longer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
