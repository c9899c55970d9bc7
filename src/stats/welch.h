/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Welch's t: the difference of two means whose variances need not be alike.
 * B. L. Welch, "The generalization of Student's problem when several different
 * population variances are involved", Biometrika 34 (1947).  Pure.
 */
#ifndef STATS_WELCH_H
#define STATS_WELCH_H

#include <stddef.h>

struct sample {
	size_t n;
	double mean;
	double variance; /* sum of squares over n - 1; 0 for n < 2 */
};

struct sample sample__of(const double *value, size_t n);

struct welch {
	double difference; /* @b minus @a */
	double se;	   /* sqrt(va/na + vb/nb) */
	/*
	 * Degrees of freedom, Welch-Satterthwaite:
	 * (va/na + vb/nb)^2 / ((va/na)^2/(na-1) + (vb/nb)^2/(nb-1)).
	 * na + nb - 2 where neither side varies; NAN where a side has one value.
	 */
	double nu;
};

struct welch welch__compare(const struct sample *a, const struct sample *b);

#endif
