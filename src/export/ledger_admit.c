// SPDX-License-Identifier: GPL-2.0-or-later
/* Which cgroups get a series: by label, the busiest of the interval first. */
#include "export/ledger_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Ids that wait under one label. */
struct group {
	struct id_entry **ids;
	size_t n;
	uint64_t busy;
	bool may_make;
};

bool ledger_admit__may_make(const struct ledger *l, const struct id_entry *e)
{
	return l->rules.one_shot || !e->row->gone;
}

/* Events of the interval; page charges of --charges would drown all others. */
static uint64_t busy(const struct id_entry *e)
{
	struct counters c = ledger_count__row(e);
	uint64_t n = c.refills;

	for (int i = 0; i < MCT_NR_UNCHARGE; i++)
		n += c.uncharge[i];
	for (int i = 0; i < MCT_NR_CHARGE; i++)
		n += c.charge[i];
	return n;
}

static int by_label(const void *a, const void *b)
{
	const struct id_entry *x = *(struct id_entry *const *)a, *y = *(struct id_entry *const *)b;
	int order = strcmp(x->label, y->label);

	return order ? order : x->id < y->id ? -1 : x->id > y->id;
}

static int busiest_first(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->may_make != y->may_make)
		return x->may_make ? -1 : 1;
	if (x->busy != y->busy)
		return x->busy > y->busy ? -1 : 1;
	return strcmp(x->ids[0]->label, y->ids[0]->label);
}

static int series_by_label(const void *a, const void *b)
{
	return strcmp((*(struct series *const *)a)->label, (*(struct series *const *)b)->label);
}

/* All that wait, by label; returns how many, 0 too when none of them could make a series. */
static size_t collect(const struct ledger *l, struct ledger_step *step, struct id_entry **waiting)
{
	bool any = false;
	size_t n = 0;

	for (size_t i = 0; i < step->n_ids; i++) {
		struct id_entry *e = &step->ids[i];

		if (e->state != ID_WAITING)
			continue;
		waiting[n++] = e;
		any |= ledger_admit__may_make(l, e);
	}
	if (!any)
		return 0;
	qsort(waiting, n, sizeof(struct id_entry *), by_label);
	return n;
}

static size_t group(const struct ledger *l, struct id_entry **waiting, size_t n,
		    struct group *groups)
{
	size_t n_groups = 0;

	for (size_t i = 0; i < n; i++) {
		struct group *g;

		if (!i || strcmp(waiting[i - 1]->label, waiting[i]->label))
			groups[n_groups++] = (struct group){.ids = &waiting[i]};
		g = &groups[n_groups - 1];
		g->n++;
		g->busy += busy(waiting[i]);
		g->may_make |= ledger_admit__may_make(l, waiting[i]);
	}
	qsort(groups, n_groups, sizeof(*groups), busiest_first);
	return n_groups;
}

static int admit(struct ledger_step *step, const struct group *g)
{
	struct series *s = ledger_series__new(g->ids[0]->label, g->ids[0]->row->name);

	if (!s)
		return -ENOMEM;
	step->made[step->n_made++] = s;
	for (size_t i = 0; i < g->n; i++) {
		g->ids[i]->series = s;
		g->ids[i]->state = ID_BOUND;
		s->alive += !g->ids[i]->row->gone;
	}
	return 0;
}

static int admit_busiest(struct ledger *l, struct ledger_step *step, struct id_entry **waiting,
			 struct group *groups, size_t room)
{
	size_t n = group(l, waiting, collect(l, step, waiting), groups);

	for (size_t i = 0; i < n && i < room && groups[i].may_make; i++)
		if (admit(step, &groups[i]))
			return -ENOMEM;
	qsort(step->made, step->n_made, sizeof(struct series *), series_by_label);
	return 0;
}

int ledger_admit__prepare(struct ledger *l, struct ledger_step *step)
{
	size_t stay = 0, waiting_n = 0, room;
	struct id_entry **waiting;
	struct group *groups;
	int err = -ENOMEM;

	for (size_t i = 0; i < l->n_series; i++)
		stay += !l->series[i]->leaves;
	for (size_t i = 0; i < step->n_ids; i++)
		waiting_n += step->ids[i].state == ID_WAITING;
	room = l->rules.max_series > stay ? l->rules.max_series - stay : 0;
	if (!room || !waiting_n)
		return 0;
	waiting = calloc(waiting_n, sizeof(struct id_entry *));
	groups = calloc(waiting_n, sizeof(*groups));
	step->made = calloc(waiting_n, sizeof(struct series *));
	if (waiting && groups && step->made)
		err = admit_busiest(l, step, waiting, groups, room);
	free(waiting);
	free(groups);
	return err;
}

void ledger_admit__abort(struct ledger_step *step)
{
	for (size_t i = 0; i < step->n_made; i++)
		ledger_series__free(step->made[i]);
	free(step->made);
}
