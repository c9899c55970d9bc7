/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The least error a run's figure can have: that of counting events which come
 * when they like (Poisson).  Real events cluster, so the true error is larger;
 * it shows between runs.  This is the floor under it.  Standard errors.  Pure.
 */
#ifndef STATS_COUNTING_H
#define STATS_COUNTING_H

#include <stddef.h>
#include <stdint.h>

#include "model/hist.h"

/* counting__ratio - of @events over @whole: sqrt(events) / whole.  None counts as one. */
double counting__ratio(double events, double whole);

/* First two moments of a histogram, each bucket at its middle. */
struct moments {
	double n, mean, second; /* second: mean of the squares */
};

struct moments counting__moments(const struct hist_layout *layout, const uint64_t *counts);

/* counting__mean - of a mean of n values: standard deviation / sqrt(n).  0 for none. */
double counting__mean(const struct moments *m);

/*
 * counting__sum - of a sum over as many values as happened to come: their
 * number is Poisson, so the variance is n times the second moment (Campbell).
 */
double counting__sum(const struct moments *m);

/*
 * counting__quantile - of a quantile: half the way between the values at the
 * ranks q -+ sqrt(q (1 - q) / n), the standard error of a share.
 */
double counting__quantile(const struct hist_layout *layout, const uint64_t *counts, double q);

/*
 * counting__exponential - relative error of quantile @q of @n values when no
 * histogram is known: that of exponential times, sqrt(q / (1 - q) / n) /
 * -ln(1 - q) (delta method).
 */
double counting__exponential(double q, double n);

#endif
