// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/judge.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "diff/verdict.h"
#include "stats/multiple.h"

static void set_interval(const struct judged *cell, struct diff_change *change)
{
	const struct comparison *c = &cell->c;

	change->change = compare__change(c->difference, cell->scale);
	change->low = compare__change(c->difference - c->half_width, cell->scale);
	change->high = compare__change(c->difference + c->half_width, cell->scale);
}

/* The smallest change that would have been seen, relative to the base. */
static double relative_resolution(const struct judged *cell, double resolution)
{
	return cell->scale == DIFF_LOG ? resolution : resolution / fabs(cell->base_mean);
}

static void judge(const struct judged *cell, size_t n_tests, const struct diff_options *options,
		  struct diff_change *change)
{
	struct evidence e = {
		.c = &cell->c,
		.p_adjusted = change->p_adjusted,
		.events = cell->events,
		.coarse = cell->coarse,
		.resolution = NAN,
		.alpha = options->alpha,
		.worst_resolution = options->resolution,
		.n_tests = n_tests,
	};

	if (!isnan(change->p)) {
		double d = compare__detectable(&cell->c, options->alpha, (double)n_tests);

		change->resolution = compare__change(d, cell->scale);
		e.resolution = relative_resolution(cell, change->resolution);
	}
	change->verdict = verdict__of(&e, change->why, sizeof(change->why));
}

long judge__all(const struct judged *cell, size_t n, const struct diff_options *options,
		struct diff_change **change)
{
	double *p = calloc(n + 1, sizeof(*p));
	size_t n_tests;

	if (!p)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		set_interval(&cell[i], change[i]);
		change[i]->resolution = NAN;
		p[i] = verdict__is_tested(&cell[i].c, cell[i].events, cell[i].coarse) ? cell[i].c.p
										      : NAN;
		change[i]->p = p[i];
	}
	n_tests = holm__adjust(p, p, n);
	for (size_t i = 0; i < n; i++) {
		change[i]->p_adjusted = p[i];
		judge(&cell[i], n_tests, options, change[i]);
	}
	free(p);
	return (long)n_tests;
}
