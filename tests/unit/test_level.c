// SPDX-License-Identifier: GPL-2.0-or-later
/* The middle half's mean and its error; a level that moves when it should and only then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "stats/level.h"

#define LEAST 2.0

static void assert_near(double got, double want, double by)
{
	if (!(fabs(got - want) <= by))
		fail_msg("%.10g is not %.10g +- %g", got, want, by);
}

static void test_place(void **state)
{
	uint32_t one[] = {7};
	uint32_t wild[] = {4000000000u, 10, 12, 0, 11, 13, 10, 12};
	uint32_t same[] = {5, 5, 5, 5, 5};
	struct place p = robust__place(one, 1);

	(void)state;
	assert_near(p.mean, 7, 0);
	assert_near(p.error, 0, 0);
	/* The middle four of 0 10 10 11 12 12 13 4e9 are 10 11 12 12. */
	p = robust__place(wild, 8);
	assert_near(p.mean, 11.25, 1e-12);
	assert_near(p.error, 2 / 1.349 * 1.09 / sqrt(8), 1e-12);
	p = robust__place(same, 5);
	assert_near(p.mean, 5, 0);
	assert_near(p.error, 0, 0);
}

/* Of uniform values, the error's own formula: a quarter of the width from quartile to quartile. */
static void test_place_many(void **state)
{
	static uint32_t values[1000];
	struct place p;

	(void)state;
	for (unsigned int i = 0; i < 1000; i++)
		values[i] = i * 7 % 1000; /* each of 0 to 999 once */
	p = robust__place(values, 1000);
	assert_near(p.mean, 499.5, 1e-9);
	assert_near(p.error, 499 / 1.349 * 1.09 / sqrt(1000), 1e-9);
}

static void test_one_odd_reading(void **state)
{
	struct level l;

	(void)state;
	level__set(&l, (struct place){100, 0.1});
	/* inside the least */
	assert_false(level__look(&l, (struct place){101.9, 0.1}, LEAST, true));
	/* far, but alone: and what follows it is as before */
	assert_false(level__look(&l, (struct place){200, 0.1}, LEAST, false));
	assert_false(level__look(&l, (struct place){100, 0.1}, LEAST, false));
	assert_false(level__look(&l, (struct place){200, 0.1}, LEAST, false));
	/* two far ones that do not agree */
	assert_false(level__look(&l, (struct place){150, 0.1}, LEAST, false));
	assert_near(l.at.mean, 100, 0);
	/* and two that do */
	assert_true(level__look(&l, (struct place){150.5, 0.1}, LEAST, false));
	assert_near(l.at.mean, 150.5, 0);
	/* after a move the old one is the odd one */
	assert_false(level__look(&l, (struct place){100, 0.1}, LEAST, false));
	assert_true(level__look(&l, (struct place){100, 0.1}, LEAST, false));
}

static void test_cause(void **state)
{
	struct level l;

	(void)state;
	level__set(&l, (struct place){100, 0.1});
	assert_true(level__look(&l, (struct place){200, 0.1}, LEAST, true));
	assert_near(l.at.mean, 200, 0);
	/* a cause does not make noise a move */
	assert_false(level__look(&l, (struct place){207, 2}, LEAST, true));
	assert_true(level__look(&l, (struct place){209, 2}, LEAST, true));
}

/* A hundred thousand noisy looks at a level that stands still. */
static void test_stands_still(void **state)
{
	uint64_t seed = 1;
	struct level l;

	(void)state;
	level__set(&l, (struct place){100, 1});
	for (int i = 0; i < 100000; i++) {
		double noise = -6;

		/* twelve uniform values, less their mean: variance one */
		for (int j = 0; j < 12; j++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			noise += (double)(seed >> 11) / (1ull << 53);
		}
		assert_false(level__look(&l, (struct place){100 + noise, 1}, LEAST, false));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_place),		cmocka_unit_test(test_place_many),
		cmocka_unit_test(test_one_odd_reading), cmocka_unit_test(test_cause),
		cmocka_unit_test(test_stands_still),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
