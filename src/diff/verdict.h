/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules by which a change gets its word; docs/diff.md says them in prose.  Pure. */
#ifndef DIFF_VERDICT_H
#define DIFF_VERDICT_H

#include "diff/compare.h"

/* All that a verdict rests on. */
struct evidence {
	const struct comparison *c;
	double p_adjusted;
	double events;	   /* the fewer of the sides, or both together: metric_def.per_side */
	bool coarse;	   /* a quantile from too coarse buckets */
	double resolution; /* smallest relative change that would have been seen */
	double alpha;
	double worst_resolution; /* what is still good enough */
	size_t n_tests;
};

/* verdict__of - @why: gets the reason of VERDICT_INCONCLUSIVE, else "". */
enum diff_verdict verdict__of(const struct evidence *e, char *why, size_t bytes);

/* "lower", "higher", "no difference seen", "inconclusive", "not judged", "n/a". */
const char *verdict__name(enum diff_verdict verdict);

/* May this be tested at all, and so count among the tests? */
bool verdict__is_tested(const struct comparison *c, double events, bool coarse);

#endif
