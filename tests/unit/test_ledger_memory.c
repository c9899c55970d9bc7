// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A ledger whose memory runs short at any one point: it stays as it was, loses
 * nothing and goes on.  The sources are compiled in here, so that their calls
 * of the allocator can be made to fail.
 */
#include "test_ledger_common.h"

static int allocations, fail_at;

static bool fails(void)
{
	return ++allocations == fail_at;
}

static void *test_alloc(size_t n, size_t size)
{
	return fails() ? NULL : calloc(n, size);
}

static char *test_copy(const char *text)
{
	return fails() ? NULL : strdup(text);
}

#include "model/cgroup_filter.h"
#include "model/name_text.h"

#undef strdup
#define calloc(n, size) test_alloc(n, size)
#define malloc(size)	test_alloc(1, size)
#define strdup(text)	test_copy(text)

#include "../../src/export/ledger.c"
#include "../../src/export/ledger_admit.c"
#define by_label by_label_of_rules
#define busy	 busy_of_series
#include "../../src/export/ledger_rules.c"
#undef by_label
#undef busy
#include "../../src/export/ledger_count.c"
#include "../../src/export/ledger_ids.c"
#include "../../src/export/ledger_series.c"
#include "../../src/export/ledger_window.c"
#include "../../src/export/series_label.c"

#undef calloc
#undef malloc
#undef strdup

static const struct scene first = {10, 3, {ROW(1, "/a", 5), ROW(2, "/b", 6), ROW(9, "/z", 1)}};
/* One joins, one is admitted, one has another name, one vanishes. */
static const struct scene second = {
	20, 12, {ROW(1, "/a", 7), ROW(3, "/b", 6), ROW(4, "/c", 6), ROW(9, "/y", 4)}};

static struct ledger *ready(void)
{
	struct ledger *l = ledger_of(rules_of(4));

	fail_at = 0;
	update_shown(l, first);
	return l;
}

static void assert_as_before(const struct ledger *l, const struct snapshot *now)
{
	const struct ledger_view *view = ledger__view(l);

	assert_ptr_equal(view->now, now);
	assert_int_equal(view->n_series, 3);
	assert_series(l, "/a", 0);
	assert_series(l, "/b", 0);
	assert_series(l, "/z", 0);
	assert_other(l, 15);
	assert_int_equal(view->refused, 0);
}

static void an_update_fails_as_a_whole(void **state)
{
	int failed = 0, err = -ENOMEM;

	(void)state;
	for (int at = 1; err; at++) {
		struct ledger *l = ready();
		struct snapshot *now = snapshot_of(&second);
		const struct snapshot *was = ledger__view(l)->now;

		allocations = 0;
		fail_at = at;
		err = ledger__update(l, now);
		fail_at = 0;
		if (err) {
			assert_int_equal(err, -ENOMEM);
			assert_as_before(l, was);
			failed++;
			/* The next one takes in what this one missed. */
			update(l, second);
		}
		assert_int_equal(ledger__view(l)->n_series, 4);
		assert_series(l, "/c", 0);
		assert_series(l, "/a", 2);
		assert_series(l, "/b", 6);
		assert_series(l, "/z", 3);
		assert_other(l, 24);
		ledger__free(l);
	}
	/* Two labels, a series, and the lists. */
	assert_true(failed >= 10);
}

static void the_first_update_fails_too(void **state)
{
	int failed = 0, err = -ENOMEM;

	(void)state;
	for (int at = 1; err; at++) {
		struct ledger *l = ledger_of(rules_of(2));

		allocations = 0;
		fail_at = at;
		err = ledger__update(l, snapshot_of(&first));
		fail_at = 0;
		if (err) {
			assert_null(ledger__view(l));
			failed++;
			update(l, first);
		}
		assert_int_equal(ledger__view(l)->n_series, 2);
		assert_series(l, "/b", 0);
		assert_other(l, 15);
		assert_int_equal(ledger__view(l)->refused, 1);
		ledger__free(l);
	}
	assert_true(failed >= 15);
}

static void a_waiting_name_is_kept(void **state)
{
	struct scene renamed = first;
	int failed = 0, err = -ENOMEM;

	(void)state;
	renamed.rows[2].name = "/a";
	for (int at = 1; err; at++) {
		struct ledger *l = ledger_of(rules_of(2));

		update_shown(l, first);
		allocations = 0;
		fail_at = at;
		err = ledger__update(l, snapshot_of(&renamed));
		fail_at = 0;
		failed += !!err;
		/* Still waits under the old name; or joined under the new one. */
		update_shown(l, first);
		update(l,
		       (struct scene){40, 3, {ROW(1, "/a", 5), ROW(2, "/b", 6), ROW(9, "/z", 3)}});
		assert_series(l, "/a", err ? 0 : 2);
		ledger__free(l);
	}
	assert_true(failed >= 5);
}

static void no_ledger_without_memory(void **state)
{
	const struct ledger_rules rules = rules_of(1);

	(void)state;
	allocations = 0;
	fail_at = 1;
	assert_null(ledger__new(&rules));
	fail_at = 0;
}

static void rules_need_no_memory(void **state)
{
	struct ledger_rules rules = rules_of(1);
	struct ledger *l = ready();

	(void)state;
	allocations = 0;
	assert_int_equal(ledger__set_rules(l, &rules), 0);
	assert_int_equal(allocations, 0);
	assert_int_equal(ledger__view(l)->n_series, 1);
	ledger__free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_update_fails_as_a_whole),
		cmocka_unit_test(the_first_update_fails_too),
		cmocka_unit_test(a_waiting_name_is_kept),
		cmocka_unit_test(no_ledger_without_memory),
		cmocka_unit_test(rules_need_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
