// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/multiple.h"

#include <math.h>
#include <stdlib.h>

struct ranked {
	double p;
	size_t at;
};

static int by_p(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return x->p < y->p ? -1 : x->p > y->p;
}

size_t holm__adjust(const double *p, double *adjusted, size_t n)
{
	struct ranked *rank = calloc(n + 1, sizeof(*rank));
	double least = 0;
	size_t m = 0;

	for (size_t i = 0; i < n && rank; i++) {
		if (!isnan(p[i]))
			rank[m++] = (struct ranked){p[i], i};
	}
	for (size_t i = 0; i < n; i++)
		adjusted[i] = NAN;
	if (m)
		qsort(rank, m, sizeof(*rank), by_p);
	for (size_t i = 0; i < m; i++) {
		least = fmax(least, fmin(1, (double)(m - i) * rank[i].p));
		adjusted[rank[i].at] = least;
	}
	free(rank);
	return m;
}

double bonferroni__alpha(double alpha, size_t n)
{
	return n > 1 ? alpha / (double)n : alpha;
}
