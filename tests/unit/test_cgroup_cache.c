// SPDX-License-Identifier: GPL-2.0-or-later
/* The cache of names and the budget of walks, without files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/cgroup_cache.h"
#include "model/scan_budget.h"

struct seen {
	uint64_t id;
	const char *path;
};

/* A whole walk that saw these, ended by id 0. */
static void walk(struct cgroup_cache *c, const struct seen *seen)
{
	cgroup_cache__begin(c);
	for (; seen->id; seen++)
		assert_int_equal(cgroup_cache__seen(c, seen->id, seen->path), 0);
	cgroup_cache__end(c, true);
}

#define WALK(c, ...) walk(c, (const struct seen[]){__VA_ARGS__, {0, NULL}})

static void check(struct cgroup_cache *c, uint64_t id, const char *path, bool gone)
{
	struct cgroup_name name;

	assert_true(cgroup_cache__lookup(c, id, &name));
	assert_string_equal(name.path, path);
	assert_int_equal(name.gone, gone);
}

static void check_unknown(struct cgroup_cache *c, uint64_t id)
{
	struct cgroup_name name;

	assert_false(cgroup_cache__lookup(c, id, &name));
}

static void names_levels_and_unknown_ids(void **state)
{
	struct cgroup_cache *c = cgroup_cache__new(10);
	struct cgroup_name name;

	(void)state;
	check_unknown(c, 1);
	WALK(c, {1, "/"}, {2, "/a"}, {3, "/a/b"});
	check(c, 1, "/", false);
	check(c, 3, "/a/b", false);
	assert_true(cgroup_cache__lookup(c, 1, &name) && name.level == 0);
	assert_true(cgroup_cache__lookup(c, 2, &name) && name.level == 1);
	assert_true(cgroup_cache__lookup(c, 3, &name) && name.level == 2);
	check_unknown(c, 99);
	cgroup_cache__free(c);
	cgroup_cache__free(NULL);
}

static void a_removed_cgroup_keeps_its_last_name(void **state)
{
	struct cgroup_cache *c = cgroup_cache__new(10);

	(void)state;
	WALK(c, {1, "/"}, {2, "/a"});
	WALK(c, {1, "/"});
	check(c, 2, "/a", true);
	check(c, 1, "/", false);
	/* Found again, for instance because the last walk raced with a change. */
	WALK(c, {1, "/"}, {2, "/a"});
	check(c, 2, "/a", false);
	assert_int_equal(cgroup_cache__stats(c).live, 2);
	assert_int_equal(cgroup_cache__stats(c).gone, 0);
	cgroup_cache__free(c);
}

static void a_rename_is_followed(void **state)
{
	struct cgroup_cache *c = cgroup_cache__new(10);

	(void)state;
	WALK(c, {1, "/"}, {2, "/a"}, {3, "/b"}, {4, "/a/x"});
	/* Swapped, with the child along, seen in an order that crosses. */
	WALK(c, {1, "/"}, {2, "/b"}, {4, "/b/x"}, {3, "/a"});
	check(c, 2, "/b", false);
	check(c, 3, "/a", false);
	check(c, 4, "/b/x", false);
	assert_int_equal(cgroup_cache__stats(c).live, 4);
	cgroup_cache__free(c);
}

static void a_recycled_path_belongs_to_the_newer_id(void **state)
{
	struct cgroup_cache *c = cgroup_cache__new(10);

	(void)state;
	WALK(c, {1, "/"}, {2, "/job"});
	WALK(c, {1, "/"}, {3, "/job"});
	check(c, 2, "/job", true);
	check(c, 3, "/job", false);
	/* Even in a walk that broke off and so marks nothing as gone. */
	cgroup_cache__begin(c);
	assert_int_equal(cgroup_cache__seen(c, 4, "/job"), 0);
	cgroup_cache__end(c, false);
	check(c, 3, "/job", true);
	check(c, 4, "/job", false);
	check(c, 1, "/", false);
	cgroup_cache__free(c);
}

static void what_was_not_read_is_not_gone(void **state)
{
	struct cgroup_cache *c = cgroup_cache__new(10);

	(void)state;
	WALK(c, {1, "/"}, {2, "/a"}, {3, "/a/b"}, {4, "/ab"}, {5, "/c"});
	cgroup_cache__begin(c);
	cgroup_cache__seen(c, 1, "/");
	cgroup_cache__seen(c, 2, "/a");
	cgroup_cache__unread(c, "/a");
	cgroup_cache__end(c, true);
	check(c, 3, "/a/b", false);
	check(c, 4, "/ab", true);
	check(c, 5, "/c", true);
	/* The next walk has read it. */
	WALK(c, {1, "/"}, {2, "/a"});
	check(c, 3, "/a/b", true);

	/* More unread subtrees than are remembered: nothing is gone. */
	WALK(c, {1, "/"}, {6, "/z"});
	cgroup_cache__begin(c);
	for (int i = 0; i < 100; i++)
		cgroup_cache__unread(c, "/elsewhere");
	cgroup_cache__end(c, true);
	check(c, 6, "/z", false);
	cgroup_cache__free(c);
}

static void gone_names_are_bounded_and_the_unwanted_go_first(void **state)
{
	struct cgroup_cache *c = cgroup_cache__new(4);

	(void)state;
	WALK(c, {1, "/"}, {2, "/a"}, {3, "/b"}, {4, "/c"}, {5, "/d"}, {6, "/e"});
	check(c, 2, "/a", false);
	check(c, 3, "/b", false);
	WALK(c, {1, "/"}); /* five gone: one that nobody asked for is dropped */
	assert_int_equal(cgroup_cache__stats(c).gone, 4);
	check(c, 2, "/a", true);
	check(c, 3, "/b", true);
	/* Many more come and go: those asked for stay. */
	for (uint64_t id = 100; id < 200; id++) {
		WALK(c, {1, "/"}, {id, "/short-lived"});
		WALK(c, {1, "/"});
		assert_int_equal(cgroup_cache__stats(c).gone, 4);
	}
	check(c, 2, "/a", true);
	check(c, 3, "/b", true);
	check(c, 199, "/short-lived", true);
	check_unknown(c, 100);
	/* All were asked for: the one asked for least recently goes. */
	check(c, 198, "/short-lived", true);
	check(c, 2, "/a", true);
	WALK(c, {1, "/"}, {300, "/f"});
	check(c, 300, "/f", false);
	WALK(c, {1, "/"});
	check(c, 2, "/a", true);
	check(c, 300, "/f", true);
	check_unknown(c, 3);
	cgroup_cache__free(c);
}

static void unknown_ids_are_bounded_and_told_apart(void **state)
{
	struct cgroup_cache *c = cgroup_cache__new(4);

	(void)state;
	check_unknown(c, 7);
	check_unknown(c, 7);
	assert_int_equal(cgroup_cache__stats(c).fresh, 1);
	assert_int_equal(cgroup_cache__stats(c).stale, 0);
	WALK(c, {1, "/"});
	assert_int_equal(cgroup_cache__stats(c).fresh, 0);
	check_unknown(c, 7);
	assert_int_equal(cgroup_cache__stats(c).fresh, 0);
	assert_int_equal(cgroup_cache__stats(c).stale, 1);
	WALK(c, {1, "/"}, {7, "/seven"});
	assert_int_equal(cgroup_cache__stats(c).resolved, 1);
	assert_int_equal(cgroup_cache__stats(c).unknown, 0);
	check(c, 7, "/seven", false);
	WALK(c, {1, "/"}, {7, "/seven"});
	assert_int_equal(cgroup_cache__stats(c).resolved, 0);
	for (uint64_t id = 1000; id < 1100; id++)
		check_unknown(c, id);
	assert_int_equal(cgroup_cache__stats(c).unknown, 4);
	assert_int_equal(cgroup_cache__stats(c).live, 2);
	cgroup_cache__free(c);
}

/* Random walks against a plain table as the oracle. */
static void random_walks(void **state)
{
	enum { IDS = 300, PATHS = 400 };
	struct cgroup_cache *c = cgroup_cache__new(10000);
	int last[IDS] = {0}, owner[PATHS];
	bool live[IDS];
	uint32_t r = 11;
	size_t checked = 0;

	(void)state;
	for (int round = 0; round < 300; round++) {
		memset(owner, 0, sizeof(owner));
		memset(live, 0, sizeof(live));
		cgroup_cache__begin(c);
		for (int id = 1; id < IDS; id++) {
			char path[32];
			int p;

			r = r * 1664525 + 1013904223;
			if ((r >> 20) % 3 == 0)
				continue;
			p = last[id] && (r >> 24) % 4 ? last[id]
						      : 1 + (int)((r >> 8) % (PATHS - 1));
			if (owner[p])
				continue; /* one directory a path */
			owner[p] = id;
			last[id] = p;
			live[id] = true;
			snprintf(path, sizeof(path), "/p%d", p);
			assert_int_equal(cgroup_cache__seen(c, (uint64_t)id, path), 0);
		}
		cgroup_cache__end(c, true);
		for (int id = 1; id < IDS; id++) {
			char path[32];

			if (!last[id])
				continue;
			snprintf(path, sizeof(path), "/p%d", last[id]);
			check(c, (uint64_t)id, path, !live[id]);
			checked++;
		}
	}
	assert_true(checked > 50000);
	cgroup_cache__free(c);
}

#define SECOND 1000000000ull

static void walks_are_a_second_apart(void **state)
{
	struct scan_budget b = {0};

	(void)state;
	assert_true(scan_budget__allows(&b, SCAN_REFRESH, 0));
	scan_budget__spend(&b, SCAN_FRESH, 5 * SECOND, 5 * SECOND, true);
	assert_false(scan_budget__allows(&b, SCAN_FRESH, 6 * SECOND - 1));
	assert_true(scan_budget__allows(&b, SCAN_FRESH, 6 * SECOND));
	assert_true(scan_budget__allows(&b, SCAN_STALE, 6 * SECOND));
	assert_false(scan_budget__allows(&b, SCAN_REFRESH, 20 * SECOND - 1));
	assert_true(scan_budget__allows(&b, SCAN_REFRESH, 20 * SECOND));
	assert_false(scan_budget__allows(&b, SCAN_FRESH, SECOND)); /* the clock went back */
}

static void walks_in_vain_grow_rarer(void **state)
{
	struct scan_budget b = {0};
	uint64_t now = 100 * SECOND;

	(void)state;
	scan_budget__spend(&b, SCAN_STALE, now, now, false);
	for (int i = 0; i < 10; i++)
		scan_budget__spend(&b, SCAN_STALE, now, now, false);
	assert_false(scan_budget__allows(&b, SCAN_STALE, now + SCAN_REFRESH_GAP_NS - 1));
	assert_true(scan_budget__allows(&b, SCAN_STALE, now + SCAN_REFRESH_GAP_NS));
	/* A new id does not wait that long. */
	assert_false(scan_budget__allows(&b, SCAN_FRESH, now + SCAN_FRESH_GAP_NS - 1));
	assert_true(scan_budget__allows(&b, SCAN_FRESH, now + SCAN_FRESH_GAP_NS));
	/* A walk that only looks for removals is not in vain. */
	scan_budget__spend(&b, SCAN_STALE, now, now, true);
	scan_budget__spend(&b, SCAN_REFRESH, now, now, false);
	assert_true(scan_budget__allows(&b, SCAN_FRESH, now + SECOND));
}

static void a_slow_walk_has_a_long_rest(void **state)
{
	struct scan_budget b = {0};

	(void)state;
	scan_budget__spend(&b, SCAN_FRESH, 10 * SECOND, 11 * SECOND, true);
	assert_false(scan_budget__allows(&b, SCAN_FRESH, 61 * SECOND - 1));
	assert_false(scan_budget__allows(&b, SCAN_REFRESH, 61 * SECOND - 1));
	assert_true(scan_budget__allows(&b, SCAN_FRESH, 61 * SECOND));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_levels_and_unknown_ids),
		cmocka_unit_test(a_removed_cgroup_keeps_its_last_name),
		cmocka_unit_test(a_rename_is_followed),
		cmocka_unit_test(a_recycled_path_belongs_to_the_newer_id),
		cmocka_unit_test(what_was_not_read_is_not_gone),
		cmocka_unit_test(gone_names_are_bounded_and_the_unwanted_go_first),
		cmocka_unit_test(unknown_ids_are_bounded_and_told_apart),
		cmocka_unit_test(random_walks),
		cmocka_unit_test(walks_are_a_second_apart),
		cmocka_unit_test(walks_in_vain_grow_rarer),
		cmocka_unit_test(a_slow_walk_has_a_long_rest),
	};

	return cmocka_run_group_tests_name("cgroup_cache", tests, NULL, NULL);
}
