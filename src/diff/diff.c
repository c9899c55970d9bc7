// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/diff.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/comparable.h"
#include "diff/compare.h"
#include "diff/diff_notes.h"
#include "diff/judge.h"
#include "diff/metrics.h"

/* While it is made: the runs' figures, and what is to be judged together. */
struct making {
	struct diff *diff;
	const struct diff_options *options;
	struct run_reading **reading; /* a group each */
	struct judged *cell;
	struct diff_change **change; /* a cell each */
	size_t n_cells;
};

static bool is_judged(const struct diff_metric *metric, size_t group)
{
	return metric->change[group].verdict != VERDICT_NA &&
	       metric->change[group].verdict != VERDICT_NONE;
}

static int read_runs(struct making *m)
{
	const struct diff *diff = m->diff;

	m->reading = calloc(diff->n_groups, sizeof(*m->reading));
	for (size_t g = 0; m->reading && g < diff->n_groups; g++) {
		m->reading[g] = calloc(diff->group[g].n_runs + 1, sizeof(**m->reading));
		if (!m->reading[g])
			return -ENOMEM;
		for (size_t i = 0; i < diff->group[g].n_runs; i++)
			m->reading[g][i] = run_reading__of(diff->group[g].run[i]);
	}
	return m->reading ? 0 : -ENOMEM;
}

/* Reads one metric of one group; a run without it leaves the side unknown. */
static int read_side(struct making *m, const struct metric_def *def, size_t g,
		     struct diff_side *side)
{
	size_t n = m->diff->group[g].n_runs;

	side->value = calloc(n + 1, sizeof(*side->value));
	side->reading = calloc(n + 1, sizeof(*side->reading));
	if (!side->value || !side->reading)
		return -ENOMEM;
	side->known = n > 0;
	for (size_t i = 0; i < n; i++) {
		side->reading[i] = metric_def__read(def, &m->reading[g][i]);
		side->value[i] = side->reading[i].value;
		side->known &= !isnan(side->value[i]);
		side->events += side->reading[i].events;
	}
	return 0;
}

/* Mean, smallest and largest of the runs, once the scale is known. */
static void sum_up(struct diff_side *side, size_t n, enum diff_scale scale)
{
	double sum = 0;

	side->mean = side->low = side->high = NAN;
	if (!side->known)
		return;
	for (size_t i = 0; i < n; i++) {
		sum += scale == DIFF_LOG ? log(side->value[i]) : side->value[i];
		side->low = fmin(side->low, side->value[i]);
		side->high = fmax(side->high, side->value[i]);
	}
	side->mean = scale == DIFF_LOG ? exp(sum / (double)n) : sum / (double)n;
}

/* On logarithms only if no run of any group has none of it. */
static enum diff_scale scale_of(const struct diff *diff, const struct metric_def *def,
				const struct diff_metric *metric)
{
	for (size_t g = 0; g < diff->n_groups && def->scale == DIFF_LOG; g++) {
		if (metric->side[g].known &&
		    compare__scale(metric->side[g].reading, diff->group[g].n_runs) == DIFF_PLAIN)
			return DIFF_PLAIN;
	}
	return def->scale;
}

static const char *missing_why(const struct diff_side *side, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (isnan(side->value[i]))
			return side->reading[i].why;
	}
	return "no run";
}

static bool is_na(const struct diff *diff, const struct diff_metric *metric, size_t g,
		  struct diff_change *change)
{
	const struct diff_side *a = &metric->side[0], *b = &metric->side[g];
	const char *why_a = missing_why(a, diff->group[0].n_runs);
	const char *why_b = missing_why(b, diff->group[g].n_runs);

	if (a->known && b->known)
		return false;
	if (!a->known && !b->known && !strcmp(why_a, why_b))
		snprintf(change->why, sizeof(change->why), "%s", why_a);
	else if (!a->known)
		snprintf(change->why, sizeof(change->why), "%.24s: %s", diff->group[0].name, why_a);
	else
		snprintf(change->why, sizeof(change->why), "%.24s: %s", diff->group[g].name, why_b);
	return true;
}

/* Each run of the two groups is measured like the first of the base. */
static bool is_alike(const struct diff *diff, const struct metric_def *def, size_t g,
		     struct diff_change *change)
{
	const size_t groups[] = {0, g};

	for (size_t k = 0; k < 2; k++) {
		const struct diff_group *group = &diff->group[groups[k]];

		for (size_t i = 0; i < group->n_runs; i++) {
			if (!comparable__metric(def, diff->group[0].run[0], group->run[i],
						change->why, sizeof(change->why)))
				return false;
		}
	}
	return true;
}

/* A maximum grows with the window: shown side by side, and that is all. */
static void show_only(const struct diff_metric *metric, size_t g, struct diff_change *change)
{
	change->verdict = VERDICT_NONE;
	change->change = metric->side[g].high / metric->side[0].high - 1;
	snprintf(change->why, sizeof(change->why),
		 "the longest of all runs; grows with the window");
}

static double events_of(const struct diff_metric *metric, size_t at, size_t g)
{
	double a = metric->side[0].events, b = metric->side[g].events;

	return metric_defs[at].per_side ? fmin(a, b) : a + b;
}

static bool is_coarse(const struct diff *diff, const struct diff_metric *metric, size_t g)
{
	const size_t groups[] = {0, g};

	for (size_t k = 0; k < 2; k++) {
		for (size_t i = 0; i < diff->group[groups[k]].n_runs; i++) {
			if (compare__is_coarse(&metric->side[groups[k]].reading[i]))
				return true;
		}
	}
	return false;
}

static int compare_group(struct making *m, size_t at, size_t g)
{
	const struct metric_def *def = &metric_defs[at];
	const struct diff *diff = m->diff;
	struct diff_metric *metric = &diff->metric[at];
	struct diff_change *change = &metric->change[g];
	struct judged *cell = &m->cell[m->n_cells];

	*change = (struct diff_change){NAN, NAN, NAN, NAN, NAN, NAN, VERDICT_NA, ""};
	if (is_na(diff, metric, g, change) || !is_alike(diff, def, g, change))
		return 0;
	if (metric->scale == DIFF_SHOWN) {
		show_only(metric, g, change);
		return 0;
	}
	m->change[m->n_cells++] = change;
	change->verdict = VERDICT_INCONCLUSIVE;
	cell->scale = metric->scale;
	cell->base_mean = metric->side[0].mean;
	cell->events = events_of(metric, at, g);
	cell->coarse = is_coarse(diff, metric, g);
	return compare__runs(metric->side[0].reading, diff->group[0].n_runs,
			     metric->side[g].reading, diff->group[g].n_runs, metric->scale, 1,
			     diff->alpha, &cell->c);
}

static int compare_metric(struct making *m, size_t at)
{
	const struct metric_def *def = &metric_defs[at];
	struct diff_metric *metric = &m->diff->metric[at];
	size_t n = m->diff->n_groups;
	int err = 0;

	metric->name = def->name;
	metric->title = def->title;
	metric->unit = def->unit;
	metric->side = calloc(n, sizeof(*metric->side));
	metric->change = calloc(n, sizeof(*metric->change));
	if (!metric->side || !metric->change)
		return -ENOMEM;
	for (size_t g = 0; g < n && !err; g++)
		err = read_side(m, def, g, &metric->side[g]);
	if (err)
		return err;
	metric->scale = scale_of(m->diff, def, metric);
	for (size_t g = 0; g < n; g++)
		sum_up(&metric->side[g], m->diff->group[g].n_runs, metric->scale);
	for (size_t g = 1; g < n && !err; g++)
		err = compare_group(m, at, g);
	return err;
}

/* What needs no probe compares with anything, and is not what this is about. */
static bool some_comparable(const struct diff *diff)
{
	for (size_t k = 0; k < diff->n_metrics; k++) {
		for (size_t g = 1; g < diff->n_groups; g++) {
			if (metric_defs[k].roles && is_judged(&diff->metric[k], g))
				return true;
		}
	}
	return false;
}

static int compare_all(struct making *m)
{
	struct diff *diff = m->diff;
	size_t cells = n_metric_defs * diff->n_groups;
	int err = read_runs(m);
	long n_tests;

	m->cell = calloc(cells, sizeof(*m->cell));
	m->change = calloc(cells, sizeof(*m->change));
	diff->metric = calloc(n_metric_defs, sizeof(*diff->metric));
	if (err || !m->cell || !m->change || !diff->metric)
		return -ENOMEM;
	diff->n_metrics = n_metric_defs;
	for (size_t k = 0; k < diff->n_metrics && !err; k++)
		err = compare_metric(m, k);
	if (err)
		return err;
	n_tests = judge__all(m->cell, m->n_cells, m->options, m->change);
	if (n_tests < 0)
		return (int)n_tests;
	diff->n_tests = (size_t)n_tests;
	if (!diff->refusal && !some_comparable(diff)) {
		diff->refusal = strdup("no metric of the lock is measured alike on both sides");
		err = diff->refusal ? 0 : -ENOMEM;
	}
	return err ?: diff_notes__make(diff);
}

static void making__clear(struct making *m)
{
	for (size_t g = 0; m->reading && g < m->diff->n_groups; g++)
		free(m->reading[g]);
	free(m->reading);
	free(m->cell);
	free(m->change);
}

/* A group without a run, which force does not help; NULL: none. */
static const char *empty_group(const struct diff_group *group, size_t n)
{
	for (size_t g = 0; g < n; g++) {
		if (!group[g].n_runs)
			return group[g].name;
	}
	return NULL;
}

int diff__new(const struct diff_group *group, size_t n_groups, const struct diff_options *options,
	      struct diff **diff, char **why)
{
	struct making m = {.options = options};
	const char *empty = n_groups < 2 ? "the other side" : empty_group(group, n_groups);
	int err;

	*diff = NULL;
	*why = NULL;
	if (empty)
		return asprintf(why, "%s has no run", empty) < 0 ? -ENOMEM : -EXDEV;
	m.diff = calloc(1, sizeof(*m.diff));
	if (!m.diff)
		return -ENOMEM;
	*m.diff = (struct diff){.group = group, .n_groups = n_groups, .alpha = options->alpha};
	m.diff->refusal = comparable__refusal(group, n_groups, &err);
	if (!err && (!m.diff->refusal || options->force))
		err = compare_all(&m);
	making__clear(&m);
	if (!err && m.diff->refusal && !options->force) {
		*why = m.diff->refusal;
		m.diff->refusal = NULL;
		err = -EXDEV;
	}
	if (err)
		diff__free(m.diff);
	else
		*diff = m.diff;
	return err;
}

void diff__free(struct diff *diff)
{
	if (!diff)
		return;
	for (size_t k = 0; diff->metric && k < diff->n_metrics; k++) {
		struct diff_metric *metric = &diff->metric[k];

		for (size_t g = 0; metric->side && g < diff->n_groups; g++) {
			free(metric->side[g].value);
			free(metric->side[g].reading);
		}
		free(metric->side);
		free(metric->change);
	}
	for (size_t i = 0; i < diff->n_notes; i++)
		free(diff->note[i]);
	free(diff->note);
	free(diff->refusal);
	free(diff->metric);
	free(diff);
}
