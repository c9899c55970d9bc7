// SPDX-License-Identifier: GPL-2.0-or-later
/* The ledger's series: made, found, and removed when their time has come. */
#include "export/ledger_state.h"

#include <stdlib.h>
#include <string.h>

#include "model/words.h"

struct series *ledger_series__new(const char *label, const char *path)
{
	struct series *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->label = strdup(label);
	s->path = strdup(path);
	if (!s->label || !s->path) {
		ledger_series__free(s);
		return NULL;
	}
	s->shown.label = s->label;
	return s;
}

void ledger_series__free(struct series *s)
{
	free(s->label);
	free(s->path);
	free(s);
}

struct series *ledger_series__find(const struct ledger *l, const char *label)
{
	size_t low = 0, high = l->n_series;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = strcmp(label, l->series[mid]->label);

		if (!order)
			return l->series[mid];
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

void ledger_series__prepare_life(struct ledger *l, const struct ledger_step *step)
{
	for (size_t i = 0; i < l->n_series; i++)
		l->series[i]->alive = 0;
	for (size_t i = 0; i < step->n_ids; i++) {
		const struct id_entry *e = &step->ids[i];

		if (e->state == ID_BOUND && e->row && !e->row->gone)
			e->series->alive++;
	}
	for (size_t i = 0; i < l->n_series; i++) {
		struct series *s = l->series[i];
		uint64_t gone_ns = s->shown.gone ? s->gone_ns : step->clock_ns;

		s->leaves = !s->alive && step->clock_ns - gone_ns >= l->rules.linger_ns;
	}
}

static void note_life(struct series *s, uint64_t clock_ns)
{
	bool gone = !s->alive;

	if (gone && !s->shown.gone)
		s->gone_ns = clock_ns;
	s->shown.gone = gone;
}

/* What a series has counted stays counted, so that other does not get it. */
static void retire(struct ledger *l, struct series *s)
{
	counters__add(&l->removed.c, &s->shown.c);
	words__add(l->removed.hist, s->shown.hist, MCT_COARSE_SLOTS);
	l->removed.hold_ns += s->shown.hold_ns;
	ledger_series__free(s);
}

void ledger_series__commit(struct ledger *l, struct ledger_step *step)
{
	size_t i = 0, j = 0, n = 0;

	while (i < l->n_series || j < step->n_made) {
		struct series *old = i < l->n_series ? l->series[i] : NULL;
		struct series *made = j < step->n_made ? step->made[j] : NULL;

		if (!old || (made && strcmp(made->label, old->label) < 0)) {
			note_life(made, step->clock_ns);
			step->series[n++] = made;
			j++;
			continue;
		}
		i++;
		if (old->leaves) {
			retire(l, old);
			continue;
		}
		note_life(old, step->clock_ns);
		step->series[n++] = old;
	}
	free(step->made);
	free(l->series);
	free(l->shown);
	l->series = step->series;
	l->shown = step->shown;
	l->n_series = n;
}

void ledger_series__drop_leaving(struct ledger *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_series; i++) {
		if (l->series[i]->leaves)
			retire(l, l->series[i]);
		else
			l->series[n++] = l->series[i];
	}
	l->n_series = n;
}

void ledger_series__show(struct ledger *l)
{
	for (size_t i = 0; i < l->n_series; i++)
		l->shown[i] = l->series[i]->shown;
	l->view.series = l->shown;
	l->view.n_series = l->n_series;
	l->view.max_series = l->rules.max_series;
}
