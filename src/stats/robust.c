// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/robust.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

struct place robust__place(uint32_t *values, size_t n)
{
	size_t from = n / 4, to = n - n / 4;
	double sum = 0, quartiles;

	qsort(values, n, sizeof(*values), compare);
	for (size_t i = from; i < to; i++)
		sum += values[i];
	quartiles = (double)values[to - 1] - values[from];
	return (struct place){
		.mean = sum / (to - from),
		.error = quartiles / 1.349 * 1.09 / sqrt(n),
	};
}
