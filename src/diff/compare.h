/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two sides of one metric, each a value a run, compared: how large the change
 * is and how sure.  Knows nothing of locks and recordings.  Pure.
 *
 * The unit is the run.  Three floors lie under the half-width of the interval,
 * since runs may repeat more exactly than they are known: 1.96 times the error
 * of counting, the error of the correction (systematic within a side, so it
 * does not shrink with runs), and for quantiles half a bucket on top.
 */
#ifndef DIFF_COMPARE_H
#define DIFF_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "diff/diff.h"

/* Fewer runs than this on a side: nothing is claimed. */
#define COMPARE_MIN_RUNS 3
/* Fewer events than this: nothing is claimed. */
#define COMPARE_MIN_EVENTS 20.0

/* One run's figure of a metric. */
struct reading {
	double value;			/* NAN: none, see why */
	double events;			/* it was made of */
	double error;			/* of counting, standard error, in the unit of value */
	double calibration;		/* error of the correction, in the unit of value */
	double bucket_low, bucket_high; /* of a quantile; both 0: exact */
	const char *why;		/* static; the reason when value is NAN */
};

/* What came out, on the scale of the comparison: logarithms with DIFF_LOG. */
struct comparison {
	double difference;  /* of the means, @b minus @a */
	double half_width;  /* of the interval 1 - alpha */
	double se, nu;	    /* Welch */
	double counting;    /* standard error of counting */
	double calibration; /* half-width that the correction leaves */
	double bucket;	    /* half-width that buckets leave */
	bool few_runs;	    /* half_width is that of counting within runs */
	double p;	    /* NAN with few runs */
};

/*
 * compare__runs - @b against @a.
 * @scale: DIFF_LOG needs every value above zero (compare__scale).
 * @alpha: of the interval.
 * @scale_a: factor on the values of @a: with 1 + limit the difference tells
 * whether b lies beyond a relative limit (gates).
 * Returns 0 or -ENOMEM.
 */
int compare__runs(const struct reading *a, size_t na, const struct reading *b, size_t nb,
		  enum diff_scale scale, double scale_a, double alpha, struct comparison *result);

/* DIFF_LOG if every value is above zero, else DIFF_PLAIN. */
enum diff_scale compare__scale(const struct reading *reading, size_t n);

/* Smallest difference on the scale that such runs could have shown, as one of @m tests. */
double compare__detectable(const struct comparison *c, double alpha, double m);

/* A difference on the scale as a change: exp - 1 with DIFF_LOG, else itself. */
double compare__change(double difference, enum diff_scale scale);

/* Is a bucket wider than an eighth of an octave?  Then a quantile has no verdict. */
bool compare__is_coarse(const struct reading *reading);

#endif
