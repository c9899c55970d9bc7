// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The statistics on made-up tables, thousands of them: false alarms, coverage
 * and power as promised.  Seeded, so it gives the same result every time.
 *
 * A run of a metric: its true level times exp(2 % of a normal), the run effect;
 * on it windows that drift together (an AR(1) with 0.8 between neighbours), and
 * the counting noise of their events.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "diff/judge.h"
#include "diff/verdict.h"

#define RUN_EFFECT    0.02
#define WINDOWS	      30
#define WINDOW_SD     0.015
#define CORRELATION   0.8
#define TABLE_METRICS 24
#define MAX_RUNS      5
#define WINDOW_COUNT  5000.0 /* events in a window */

static uint64_t seed;

/* splitmix64 */
static double uniform(void)
{
	uint64_t z = seed += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	z ^= z >> 31;
	return ((double)(z >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

/* A run's mean: the sum over its windows over their events. */
static struct reading make_run(double level)
{
	double run = exp(RUN_EFFECT * normal()), drift = normal(), sum = 0, count = 0;

	for (int w = 0; w < WINDOWS; w++) {
		double n = WINDOW_COUNT * (0.5 + uniform());

		drift = CORRELATION * drift + sqrt(1 - CORRELATION * CORRELATION) * normal();
		/* Values as spread as their mean, as exponential ones are. */
		sum += n * level * run * exp(WINDOW_SD * drift) * (1 + normal() / sqrt(n));
		count += n;
	}
	return (struct reading){
		.value = sum / count,
		.events = count,
		.error = level / sqrt(count),
		.calibration = 0.001 * level,
	};
}

static void make_side(struct reading *r, size_t n, double level)
{
	for (size_t i = 0; i < n; i++)
		r[i] = make_run(level);
}

/* One table; @factor on the other side of the first metric. */
static void make_table(size_t runs, double factor, struct diff_change *change)
{
	static const struct diff_options options = {.alpha = 0.05, .resolution = 0.2};
	struct reading a[MAX_RUNS], b[MAX_RUNS];
	struct diff_change *changes[TABLE_METRICS];
	struct judged cell[TABLE_METRICS];

	for (size_t k = 0; k < TABLE_METRICS; k++) {
		double level = 100 * (double)(k + 1);

		make_side(a, runs, level);
		make_side(b, runs, k ? level : factor * level);
		/* A third are shares, on plain values. */
		cell[k] = (struct judged){
			.scale = k % 3 == 2 ? DIFF_PLAIN : DIFF_LOG,
			.base_mean = level,
			.events = 1e5,
		};
		assert_int_equal(
			compare__runs(a, runs, b, runs, cell[k].scale, 1, 0.05, &cell[k].c), 0);
		changes[k] = &change[k];
	}
	assert_int_equal(judge__all(cell, TABLE_METRICS, &options, changes), TABLE_METRICS);
}

static bool is_claim(const struct diff_change *change)
{
	return change->verdict == VERDICT_LOWER || change->verdict == VERDICT_HIGHER;
}

/* Share of tables with nothing to find in which something was found. */
static double false_alarms(size_t runs, unsigned int tables)
{
	struct diff_change change[TABLE_METRICS];
	unsigned int alarms = 0;

	for (unsigned int t = 0; t < tables; t++) {
		bool any = false;

		make_table(runs, 1, change);
		for (size_t k = 0; k < TABLE_METRICS; k++)
			any |= is_claim(&change[k]);
		alarms += any;
	}
	return (double)alarms / tables;
}

static void test_a_against_a(void **state)
{
	double three, five;

	(void)state;
	seed = 1;
	three = false_alarms(3, 2000);
	five = false_alarms(5, 2000);
	print_message("A/A tables of %d metrics with an alarm: %.2f %% (3 runs), %.2f %% (5)\n",
		      TABLE_METRICS, 100 * three, 100 * five);
	assert_true(three <= 0.06);
	assert_true(five <= 0.06);
}

static void test_coverage(void **state)
{
	static const size_t runs[] = {3, 5};
	const double truth = 0.9; /* -10 % */

	(void)state;
	seed = 2;
	for (size_t i = 0; i < 2; i++) {
		unsigned int covered = 0, n = 10000;

		for (unsigned int t = 0; t < n; t++) {
			struct reading a[MAX_RUNS], b[MAX_RUNS];
			struct comparison c;

			make_side(a, runs[i], 1000);
			make_side(b, runs[i], 1000 * truth);
			compare__runs(a, runs[i], b, runs[i], DIFF_LOG, 1, 0.05, &c);
			covered += fabs(c.difference - log(truth)) <= c.half_width;
		}
		print_message("coverage with %zu runs a side: %.2f %%\n", runs[i],
			      100.0 * covered / n);
		assert_in_range(covered, (unsigned int)(0.935 * n), (unsigned int)(0.97 * n));
	}
}

static double found(double factor, unsigned int tables)
{
	struct diff_change change[TABLE_METRICS];
	unsigned int hits = 0;

	for (unsigned int t = 0; t < tables; t++) {
		make_table(5, factor, change);
		hits += change[0].verdict == (factor < 1 ? VERDICT_LOWER : VERDICT_HIGHER);
	}
	return (double)hits / tables;
}

static void test_power(void **state)
{
	double ten, forty, up;

	(void)state;
	seed = 3;
	ten = found(0.9, 1500);
	up = found(1.1, 1500);
	forty = found(0.6, 1500);
	print_message("found with 5 runs a side: -10 %% in %.1f %%, +10 %% in %.1f %%, -40 %% in "
		      "%.1f %%\n",
		      100 * ten, 100 * up, 100 * forty);
	assert_true(ten >= 0.9);
	assert_true(up >= 0.9);
	assert_true(forty >= 0.99);
}

/* The smallest detectable change is what it says: found about four times in five. */
static void test_resolution_is_true(void **state)
{
	struct diff_change change[TABLE_METRICS];
	double sum = 0, share;

	(void)state;
	seed = 4;
	for (unsigned int t = 0; t < 500; t++) {
		make_table(5, 1, change);
		sum += change[0].resolution;
	}
	share = found(1 + sum / 500, 1500);
	print_message("the smallest detectable change, %.1f %%, is found in %.1f %%\n",
		      100 * sum / 500, 100 * share);
	assert_true(share >= 0.7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_against_a),
		cmocka_unit_test(test_coverage),
		cmocka_unit_test(test_power),
		cmocka_unit_test(test_resolution_is_true),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
