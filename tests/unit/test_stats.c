// SPDX-License-Identifier: GPL-2.0-or-later
/* Quantiles against published tables, Welch and Holm against cases worked by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "stats/counting.h"
#include "stats/detectable.h"
#include "stats/distribution.h"
#include "stats/multiple.h"
#include "stats/welch.h"

static void assert_near(double got, double want, double by)
{
	if (!(fabs(got - want) <= by))
		fail_msg("%.10g is not %.10g +- %g", got, want, by);
}

/* NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: critical values of t. */
static void test_t_table(void **state)
{
	static const struct {
		double p, nu, t;
	} table[] = {
		{0.90, 1, 3.078},  {0.95, 1, 6.314},   {0.975, 1, 12.706}, {0.99, 1, 31.821},
		{0.90, 2, 1.886},  {0.95, 2, 2.920},   {0.975, 2, 4.303},  {0.999, 2, 22.327},
		{0.95, 4, 2.132},  {0.975, 4, 2.776},  {0.99, 4, 3.747},   {0.999, 4, 7.173},
		{0.95, 8, 1.860},  {0.975, 8, 2.306},  {0.995, 8, 3.355},  {0.999, 8, 4.501},
		{0.95, 10, 1.812}, {0.975, 10, 2.228}, {0.975, 30, 2.042}, {0.975, 100, 1.984},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		assert_near(t__quantile(table[i].p, table[i].nu), table[i].t, 6e-4);
		assert_near(t__quantile(1 - table[i].p, table[i].nu), -table[i].t, 6e-4);
		assert_near(t__two_sided(table[i].t, table[i].nu), 2 * (1 - table[i].p), 3e-4);
	}
	/* With one degree of freedom t is Cauchy: 1/2 + atan(t)/pi, also where nu is no integer's. */
	assert_near(t__two_sided(1, 1), 0.5, 1e-12);
	assert_near(normal__quantile(0.975), 1.959963985, 1e-8);
	assert_near(normal__two_sided(2.575829304), 0.01, 1e-9);
	/* Tails far out keep their digits. */
	assert_near(normal__quantile(1e-12) / -7.034483825, 1, 1e-8);
}

/*
 * Six and six values whose t and nu follow by hand: means 5 and 8, variances
 * 3.5 (1 to 6 shifted) and 14 (the same doubled).
 */
static void test_welch(void **state)
{
	static const double a[] = {2.5, 3.5, 4.5, 5.5, 6.5, 7.5}, b[] = {3, 5, 7, 9, 11, 13};
	static const double one[] = {4}, same[] = {0.1, 0.1, 0.1};
	struct sample x = sample__of(a, 6), y = sample__of(b, 6), z;
	struct welch w = welch__compare(&x, &y);

	(void)state;
	assert_near(x.mean, 5, 1e-12);
	assert_near(x.variance, 3.5, 1e-12);
	assert_near(y.variance, 14, 1e-12);
	assert_near(w.difference, 3, 1e-12);
	assert_near(w.se, sqrt(17.5 / 6), 1e-12);
	assert_near(w.nu, 17.5 * 17.5 / ((3.5 * 3.5 + 14 * 14) / 5), 1e-9);

	/* One value has no spread of its own, none has no mean. */
	z = sample__of(one, 1);
	assert_near(z.mean, 4, 0);
	assert_true(isnan(welch__compare(&z, &y).nu));
	z = sample__of(one, 0);
	assert_true(isnan(z.mean));
	/* What repeats exactly varies by nothing, not by rounding. */
	z = sample__of(same, 3);
	assert_true(z.variance == 0 && z.mean == 0.1);
	w = welch__compare(&z, &z);
	assert_true(w.se == 0 && w.difference == 0);
	assert_near(w.nu, 4, 0);
	/* One side without spread: the other's degrees of freedom. */
	assert_near(welch__compare(&z, &y).nu, 5, 1e-9);
}

static void test_holm(void **state)
{
	static const double p[] = {0.04, 0.01, NAN, 0.03, 0.005, 0.9};
	/* Sorted 0.005 0.01 0.03 0.04 0.9, times 5 4 3 2 1, never falling. */
	static const double want[] = {0.09, 0.04, NAN, 0.09, 0.025, 0.9};
	double got[6], all[3] = {NAN, NAN, NAN};

	(void)state;
	assert_int_equal(holm__adjust(p, got, 6), 5);
	for (size_t i = 0; i < 6; i++) {
		if (isnan(want[i]))
			assert_true(isnan(got[i]));
		else
			assert_near(got[i], want[i], 1e-12);
	}
	assert_int_equal(holm__adjust(all, all, 3), 0);
	assert_true(isnan(all[0]));
	assert_near(bonferroni__alpha(0.05, 4), 0.0125, 1e-15);
	assert_near(bonferroni__alpha(0.05, 0), 0.05, 0);
}

/* (2.306 + 0.889) * se for 8 degrees of freedom, from tables. */
static void test_detectable(void **state)
{
	(void)state;
	assert_near(detectable__change(2, 8, 0.05, 1), 2 * (2.306 + 0.8889), 2e-3);
	assert_near(detectable__change(1, INFINITY, 0.05, 1), 1.95996 + 0.84162, 1e-4);
	/* As one of ten: the quantile of 0.9975. */
	assert_near(detectable__change(1, INFINITY, 0.05, 10), 2.80703 + 0.84162, 1e-4);
}

static void test_counting(void **state)
{
	uint64_t slot[MCT_FINE_SLOTS] = {0};
	struct moments m;

	(void)state;
	assert_near(counting__ratio(100, 50), 0.2, 1e-12);
	assert_near(counting__ratio(0, 50), 0.02, 1e-12);

	m = counting__moments(&hist_fine, slot);
	assert_true(m.n == 0 && counting__mean(&m) == 0 && counting__sum(&m) == 0);
	assert_true(counting__quantile(&hist_fine, slot, 0.5) == 0);

	/* Exact slots: 50 of 4 ns and 50 of 8 ns. */
	slot[4] = slot[8] = 50;
	m = counting__moments(&hist_fine, slot);
	assert_near(m.mean, 6, 1e-12);
	assert_near(m.second, 40, 1e-12);
	assert_near(counting__mean(&m), 2 / 10.0, 1e-12);
	assert_near(counting__sum(&m), sqrt(4000), 1e-9);
	/* The median lies between them: ranks 45 and 55 are 4 and 8. */
	assert_near(counting__quantile(&hist_fine, slot, 0.5), 2, 1e-12);
	assert_near(counting__quantile(&hist_fine, slot, 0.9), 0, 1e-12);

	/* Exponential, median: 1 / (sqrt(n) ln 2). */
	assert_near(counting__exponential(0.5, 100), 0.1 / log(2), 1e-12);
	assert_true(counting__exponential(0.5, 0) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_t_table),	   cmocka_unit_test(test_welch),
		cmocka_unit_test(test_holm),	   cmocka_unit_test(test_detectable),
		cmocka_unit_test(test_counting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
