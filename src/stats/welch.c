// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/welch.h"

#include <math.h>
#include <stdbool.h>

static bool all_equal(const double *value, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		if (value[i] != value[0])
			return false;
	}
	return true;
}

struct sample sample__of(const double *value, size_t n)
{
	struct sample s = {.n = n, .mean = NAN};
	double sum = 0, squares = 0;

	if (!n)
		return s;
	/* Runs that repeat exactly vary by nothing, not by a rounding error. */
	s.mean = value[0];
	if (all_equal(value, n))
		return s;
	for (size_t i = 0; i < n; i++)
		sum += value[i];
	s.mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (value[i] - s.mean) * (value[i] - s.mean);
	s.variance = squares / (double)(n - 1);
	return s;
}

struct welch welch__compare(const struct sample *a, const struct sample *b)
{
	struct welch w = {.difference = b->mean - a->mean, .nu = NAN};
	double va, vb, sum;

	if (!a->n || !b->n)
		return w;
	va = a->variance / (double)a->n;
	vb = b->variance / (double)b->n;
	sum = va + vb;
	w.se = sqrt(sum);
	if (a->n < 2 || b->n < 2)
		return w;
	/* Shares of the sum: squares of tiny variances would vanish. */
	if (sum > 0)
		w.nu = 1 / (va / sum * (va / sum) / (double)(a->n - 1) +
			    vb / sum * (vb / sum) / (double)(b->n - 1));
	else
		w.nu = (double)(a->n + b->n - 2);
	return w;
}
