// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/counting.h"

#include <math.h>

double counting__ratio(double events, double whole)
{
	return sqrt(fmax(events, 1)) / whole;
}

/* An open bucket has no middle: its low end. */
static double middle(const struct hist_layout *layout, unsigned int slot)
{
	uint64_t low = layout->low(slot), high = layout->high(slot);

	if (high == UINT64_MAX || high <= low + 1)
		return (double)low;
	return ((double)low + (double)high) / 2;
}

struct moments counting__moments(const struct hist_layout *layout, const uint64_t *counts)
{
	struct moments m = {0};

	for (unsigned int i = 0; i < layout->slots; i++) {
		double n = (double)counts[i], v = middle(layout, i);

		m.n += n;
		m.mean += n * v;
		m.second += n * v * v;
	}
	if (m.n > 0) {
		m.mean /= m.n;
		m.second /= m.n;
	}
	return m;
}

double counting__mean(const struct moments *m)
{
	if (m->n < 1)
		return 0;
	return sqrt(fmax(m->second - m->mean * m->mean, 0) / m->n);
}

double counting__sum(const struct moments *m)
{
	return sqrt(m->n * m->second);
}

double counting__quantile(const struct hist_layout *layout, const uint64_t *counts, double q)
{
	uint64_t n = hist__total(counts, layout->slots);
	double step;

	if (!n)
		return 0;
	step = sqrt(q * (1 - q) / (double)n);
	return (hist__quantile(layout, counts, fmin(1, q + step), 0).ns -
		hist__quantile(layout, counts, fmax(0, q - step), 0).ns) /
	       2;
}

double counting__exponential(double q, double n)
{
	if (!(n > 0) || !(q > 0 && q < 1))
		return 0;
	return sqrt(q / (1 - q) / n) / -log(1 - q);
}
