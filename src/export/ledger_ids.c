// SPDX-License-Identifier: GPL-2.0-or-later
/* What the ledger knows of each id: its state, its label, its series. */
#include "export/ledger_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct cgroup_row *row_before(const struct snapshot *last, size_t *at, uint64_t id)
{
	while (last && *at < last->n_cgroups && last->cgroups[*at].id < id)
		(*at)++;
	return last && *at < last->n_cgroups && last->cgroups[*at].id == id ? &last->cgroups[*at]
									    : NULL;
}

static bool renamed(const struct id_entry *e)
{
	const char *was = e->was ? e->was->name : NULL;

	return !was || !e->row->name || strcmp(was, e->row->name);
}

static void reopen(struct id_entry *e)
{
	e->state = ID_OPEN;
	e->label = NULL;
	e->fresh = false;
}

/*
 * Which label an unbound id has.  Labels are costly, so they are made anew only
 * when the name is.  An id whose label has a series joins it here: so no id
 * that waits ever has the label of a series.
 */
static int look_at(const struct ledger *l, struct id_entry *e)
{
	if (e->state == ID_BOUND || e->state == ID_SPENT)
		return 0;
	if (e->state != ID_OPEN && renamed(e))
		reopen(e);
	if (e->state != ID_OPEN || !e->row->name)
		return 0;
	if (l->rules.pattern && !pattern__has(l->rules.pattern, e->row->name)) {
		e->state = ID_EXCLUDED;
		return 0;
	}
	e->label = series_label__of(e->row->name, &l->rules.label);
	if (!e->label)
		return -ENOMEM;
	e->fresh = true;
	e->series = ledger_series__find(l, e->label);
	e->state = e->series ? ID_BOUND : ID_WAITING;
	return 0;
}

/* The entry of a row: the old one carried on, or a new one. */
static int carry_on(const struct ledger *l, struct id_entry *e, struct id_entry *old,
		    const struct cgroup_row *row, const struct cgroup_row *was)
{
	int err;

	if (old)
		*e = *old;
	e->id = row->id;
	e->row = row;
	e->was = was;
	e->seen = l->updates + 1;
	err = look_at(l, e);
	if (old)
		old->kept = e->label && !e->fresh;
	return err;
}

int ledger_ids__prepare(struct ledger *l, struct ledger_step *step)
{
	const struct snapshot *now = step->now;
	size_t i = 0, j = 0, before = 0;

	step->ids = calloc(l->n_ids + now->n_cgroups + 1, sizeof(*step->ids));
	if (!step->ids)
		return -ENOMEM;
	while (i < l->n_ids || j < now->n_cgroups) {
		struct id_entry *old = i < l->n_ids ? &l->ids[i] : NULL;
		const struct cgroup_row *row = j < now->n_cgroups ? &now->cgroups[j] : NULL;
		struct id_entry *e = &step->ids[step->n_ids];

		if (old && (!row || old->id < row->id)) {
			i++;
			old->kept = false;
			if (old->state != ID_BOUND)
				continue;
			*e = *old;
			e->row = e->was = NULL;
			step->n_ids++;
			continue;
		}
		if (old && old->id != row->id)
			old = NULL;
		i += !!old;
		j++;
		step->n_ids++;
		if (carry_on(l, e, old, row, row_before(l->now, &before, row->id)))
			return -ENOMEM;
	}
	return 0;
}

void ledger_ids__abort(struct ledger_step *step)
{
	for (size_t i = 0; i < step->n_ids; i++)
		if (step->ids[i].fresh)
			free(step->ids[i].label);
	free(step->ids);
}

static int newest_first(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x > y ? -1 : x < y;
}

/*
 * Of more vanished ids than are remembered, forgets half, those seen longest
 * ago: then this is seldom needed.  Without memory it is left to the next update.
 */
static void forget_vanished(struct ledger *l)
{
	size_t vanished = 0, n = 0;
	uint64_t *seen, oldest;

	for (size_t i = 0; i < l->n_ids; i++)
		vanished += !l->ids[i].row;
	if (vanished <= LEDGER_VANISHED_MOST)
		return;
	seen = calloc(vanished, sizeof(*seen));
	if (!seen)
		return;
	for (size_t i = 0; i < l->n_ids; i++)
		if (!l->ids[i].row)
			seen[n++] = l->ids[i].seen;
	qsort(seen, n, sizeof(*seen), newest_first);
	oldest = seen[LEDGER_VANISHED_MOST / 2];
	free(seen);
	n = 0;
	for (size_t i = 0; i < l->n_ids; i++)
		if (l->ids[i].row || l->ids[i].seen > oldest)
			l->ids[n++] = l->ids[i];
	l->n_ids = n;
}

/* An entry as it is after the update.  False: it is forgotten. */
static bool settle(const struct ledger *l, struct id_entry *e, uint64_t *refused)
{
	e->fresh = false;
	e->was = NULL; /* freed with the last snapshot */
	if (e->state == ID_BOUND) {
		free(e->label);
		e->label = NULL;
		if (e->series->leaves) {
			e->series = NULL;
			e->state = ID_SPENT;
			return e->row != NULL;
		}
	}
	if (e->state == ID_WAITING && !e->refused && ledger_admit__may_make(l, e)) {
		e->refused = true;
		(*refused)++;
	}
	return true;
}

void ledger_ids__commit(struct ledger *l, struct ledger_step *step)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_ids; i++)
		if (!l->ids[i].kept)
			free(l->ids[i].label);
	free(l->ids);
	for (size_t i = 0; i < step->n_ids; i++)
		if (settle(l, &step->ids[i], &l->view.refused))
			step->ids[n++] = step->ids[i];
	l->ids = step->ids;
	l->n_ids = n;
	forget_vanished(l);
}

void ledger_ids__free(struct ledger *l)
{
	for (size_t i = 0; i < l->n_ids; i++)
		free(l->ids[i].label);
	free(l->ids);
}
