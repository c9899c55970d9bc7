// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/ledger_state.h"

struct ledger *ledger__new(const struct ledger_rules *rules)
{
	struct ledger *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	/* No memory is needed for rules without series. */
	ledger__set_rules(l, rules);
	return l;
}

void ledger__free(struct ledger *l)
{
	if (!l)
		return;
	ledger_ids__free(l);
	for (size_t i = 0; i < l->n_series; i++)
		ledger_series__free(l->series[i]);
	free(l->series);
	free(l->shown);
	free(l->cpu_hold_ns);
	snapshot__free(l->now);
	free(l);
}

/* All that needs memory. */
static int prepare(struct ledger *l, struct ledger_step *step)
{
	size_t n;
	int err = ledger_ids__prepare(l, step);

	if (err)
		return err;
	ledger_series__prepare_life(l, step);
	err = ledger_admit__prepare(l, step);
	if (err)
		return err;
	/* One more than needed: an empty list is no failure of calloc. */
	n = l->n_series + step->n_made + 1;
	step->series = calloc(n, sizeof(struct series *));
	step->shown = calloc(n, sizeof(*step->shown));
	step->cpu_hold_ns = calloc(step->now->n_cpus + 1, sizeof(*step->cpu_hold_ns));
	return step->series && step->shown && step->cpu_hold_ns ? 0 : -ENOMEM;
}

static void abort_step(struct ledger_step *step)
{
	ledger_ids__abort(step);
	ledger_admit__abort(step);
	free(step->series);
	free(step->shown);
	free(step->cpu_hold_ns);
	snapshot__free(step->now);
}

static void add_longest(struct ledger *l, const struct ledger_step *step)
{
	const struct snapshot *now = step->now;
	const struct longest max[MCT_NR_SITES] = {
		[MCT_SITE_REFILL] = now->max,
		[MCT_SITE_DRAIN_WORK] = now->drain_max,
	};
	/* The first snapshot has the maxima since the probes were attached. */
	uint64_t from_ns = l->now			     ? l->clock_ns
			   : now->active_ns < step->clock_ns ? step->clock_ns - now->active_ns
							     : 0;

	hold_window__add(&l->window, l->rules.max_window_ns, from_ns, step->clock_ns, max);
	l->view.max_window_seconds = hold_window__longest(&l->window, l->view.longest);
}

/* In this order: counts need the rows before, the rest needs the counts. */
static void commit(struct ledger *l, struct ledger_step *step)
{
	ledger_count__series(l, step);
	ledger_count__host(l, step);
	add_longest(l, step);
	ledger_ids__commit(l, step);
	ledger_series__commit(l, step);
	ledger_count__other(l);
	free(l->cpu_hold_ns);
	snapshot__free(l->now);
	l->cpu_hold_ns = step->cpu_hold_ns;
	l->now = step->now;
	l->clock_ns = step->clock_ns;
	l->updates++;
	l->view.now = l->now;
	l->view.cpu_hold_ns = l->cpu_hold_ns;
	ledger_series__show(l);
}

int ledger__update(struct ledger *l, struct snapshot *now)
{
	struct ledger_step step = {
		.now = now,
		.clock_ns = now->taken_ns > l->clock_ns ? now->taken_ns : l->clock_ns,
	};

	if (prepare(l, &step)) {
		abort_step(&step);
		return -ENOMEM;
	}
	commit(l, &step);
	return 0;
}

const struct ledger_view *ledger__view(const struct ledger *l)
{
	return l->now ? &l->view : NULL;
}

void ledger__published(struct ledger *l)
{
	for (size_t i = 0; i < l->n_series; i++)
		l->series[i]->published = true;
}
