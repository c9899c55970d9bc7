// SPDX-License-Identifier: GPL-2.0-or-later
/* Which cgroups have been gone and quiet for long enough. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/quiet.h"

#define SECOND 1000000000ull

static const struct quiet_rules rules = {
	.gone_ns = 60 * SECOND,
	.unnamed_ns = 600 * SECOND,
	.pressed_ns = 10 * SECOND,
};

/* A cgroup of a test: what its row says. */
struct line {
	uint64_t id;
	const char *name;
	bool gone;
	uint64_t refills, charged_pages;
};

/* Takes in @n lines at @s seconds with @used of 100 cells, and expects these ids. */
static void look(struct quiet *q, uint64_t s, size_t used, const struct line *lines, size_t n,
		 const uint64_t *want, size_t n_want)
{
	struct snapshot *snap = snapshot__new(NULL, 1, n);
	const uint64_t *ids;
	size_t n_ids;

	assert_non_null(snap);
	snap->taken_ns = s * SECOND;
	snap->cells_used = used;
	snap->cells_max = 100;
	for (size_t i = 0; i < n; i++) {
		struct cgroup_row *row = &snap->cgroups[i];

		row->id = lines[i].id;
		row->name = lines[i].name ? strdup(lines[i].name) : NULL;
		row->gone = lines[i].gone;
		row->c.refills = lines[i].refills;
		row->c.charged_pages = lines[i].charged_pages;
	}
	assert_int_equal(quiet__look(q, snap, &ids, &n_ids), 0);
	assert_int_equal(n_ids, n_want);
	for (size_t i = 0; i < n_want; i++)
		assert_int_equal(ids[i], want[i]);
	snapshot__free(snap);
}

static struct quiet *quiet(void)
{
	struct quiet *q = quiet__new(&rules);

	assert_non_null(q);
	return q;
}

static void test_gone(void **state)
{
	struct line lines[] = {
		{ 3, "/lives", false, 5, 0 }, { 5, "/gone", true, 5, 0 }, { 9, "/late", true, 5, 0 }
	};
	struct quiet *q = quiet();

	(void)state;
	look(q, 1000, 10, lines, 3, NULL, 0);
	look(q, 1059, 10, lines, 3, NULL, 0);
	lines[2].refills++;
	look(q, 1060, 10, lines, 3, (uint64_t[]){ 5 }, 1);
	look(q, 1119, 10, lines, 3, (uint64_t[]){ 5 }, 1);
	look(q, 1120, 10, lines, 3, (uint64_t[]){ 5, 9 }, 2);
	quiet__free(q);
}

/* Quiet before it was removed does not count: nobody has seen it quiet since. */
static void test_from_removal_on(void **state)
{
	struct line line = { 5, "/a", false, 5, 0 };
	struct quiet *q = quiet();

	(void)state;
	look(q, 100, 10, &line, 1, NULL, 0);
	look(q, 500, 10, &line, 1, NULL, 0);
	line.gone = true;
	look(q, 515, 10, &line, 1, NULL, 0);
	look(q, 574, 10, &line, 1, NULL, 0);
	look(q, 575, 10, &line, 1, (uint64_t[]){ 5 }, 1);
	quiet__free(q);
}

/* Any counter that moves is a sign of life. */
static void test_every_counter(void **state)
{
	struct line line = { 5, "/a", true, 5, 7 };
	struct quiet *q = quiet();

	(void)state;
	look(q, 100, 10, &line, 1, NULL, 0);
	line.charged_pages++;
	look(q, 200, 10, &line, 1, NULL, 0);
	line.refills++;
	look(q, 300, 10, &line, 1, NULL, 0);
	look(q, 360, 10, &line, 1, (uint64_t[]){ 5 }, 1);
	quiet__free(q);
}

static void test_unnamed(void **state)
{
	const struct line line = { 5, NULL, false, 5, 0 };
	struct quiet *q = quiet();

	(void)state;
	look(q, 100, 10, &line, 1, NULL, 0);
	look(q, 699, 10, &line, 1, NULL, 0);
	look(q, 700, 10, &line, 1, (uint64_t[]){ 5 }, 1);
	quiet__free(q);
}

/* With more than three quarters of the cells in use it goes faster; the living stay. */
static void test_pressed(void **state)
{
	const struct line lines[] = {
		{ 3, "/lives", false, 5, 0 }, { 5, "/gone", true, 5, 0 }, { 9, NULL, false, 5, 0 }
	};
	struct quiet *q = quiet();

	(void)state;
	look(q, 100, 76, lines, 3, NULL, 0);
	look(q, 109, 76, lines, 3, NULL, 0);
	look(q, 110, 75, lines, 3, NULL, 0);
	look(q, 110, 76, lines, 3, (uint64_t[]){ 5, 9 }, 2);
	quiet__free(q);
}

/* A row that was away begins anew. */
static void test_back_again(void **state)
{
	const struct line line = { 5, "/gone", true, 5, 0 };
	struct quiet *q = quiet();

	(void)state;
	look(q, 100, 10, &line, 1, NULL, 0);
	look(q, 130, 10, NULL, 0, NULL, 0);
	look(q, 160, 10, &line, 1, NULL, 0);
	look(q, 219, 10, &line, 1, NULL, 0);
	look(q, 220, 10, &line, 1, (uint64_t[]){ 5 }, 1);
	quiet__free(q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gone),	      cmocka_unit_test(test_from_removal_on),
		cmocka_unit_test(test_every_counter), cmocka_unit_test(test_unnamed),
		cmocka_unit_test(test_pressed),	      cmocka_unit_test(test_back_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
