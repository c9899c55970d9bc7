/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All comparisons of a table judged together, since each is one test of many.  Pure. */
#ifndef DIFF_JUDGE_H
#define DIFF_JUDGE_H

#include "diff/compare.h"

/* A comparison that may get a verdict. */
struct judged {
	struct comparison c;
	enum diff_scale scale;
	double base_mean; /* what a change of a value is relative to */
	double events;	  /* the fewer of the sides, or both together: metric_def.per_side */
	bool coarse;	  /* a quantile from too coarse buckets */
};

/*
 * judge__all - the change, its interval, p and verdict of each of @n.
 * @change: gets them, one a comparison.
 * Returns the number of tests among them, or a negative errno.
 */
long judge__all(const struct judged *cell, size_t n, const struct diff_options *options,
		struct diff_change **change);

#endif
