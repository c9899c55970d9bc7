// SPDX-License-Identifier: GPL-2.0-or-later
/* New rules for a ledger: which series stay, and whom they stand for. */
#include "export/ledger_state.h"

#include <stdlib.h>
#include <string.h>

static bool same_key(const struct label_key *a, const struct label_key *b)
{
	if (!a || !b)
		return a == b;
	return a->n == b->n && !memcmp(a->bytes, b->bytes, a->n);
}

static void take_rules(struct ledger *l, const struct ledger_rules *rules)
{
	l->rules = *rules;
	if (!rules->label.key)
		return;
	l->key = *rules->label.key;
	l->rules.label.key = &l->key;
}

static bool matches(const struct ledger *l, const char *path)
{
	return !l->rules.pattern || pattern__has(l->rules.pattern, path);
}

/*
 * Series stay while one of their cgroups is admitted by the pattern.  Of a
 * cgroup without a row we have no name: the series' first one speaks for it.
 */
static void mark_by_pattern(struct ledger *l)
{
	for (size_t i = 0; i < l->n_series; i++)
		l->series[i]->leaves = !matches(l, l->series[i]->path);
	for (size_t i = 0; i < l->n_ids; i++) {
		const struct id_entry *e = &l->ids[i];

		if (e->state == ID_BOUND && e->row && e->row->name && matches(l, e->row->name))
			e->series->leaves = false;
	}
}

static uint64_t busy(const struct series *s)
{
	uint64_t n = s->shown.c.refills;

	for (int i = 0; i < MCT_NR_UNCHARGE; i++)
		n += s->shown.c.uncharge[i];
	for (int i = 0; i < MCT_NR_CHARGE; i++)
		n += s->shown.c.charge[i];
	return n;
}

/* Those that leave last; then the living before the gone, the busiest first. */
static int by_worth(const void *a, const void *b)
{
	const struct series *x = *(struct series *const *)a, *y = *(struct series *const *)b;

	if (x->leaves != y->leaves)
		return x->leaves ? 1 : -1;
	if (x->shown.gone != y->shown.gone)
		return x->shown.gone ? 1 : -1;
	if (busy(x) != busy(y))
		return busy(x) > busy(y) ? -1 : 1;
	return strcmp(x->label, y->label);
}

static int by_label(const void *a, const void *b)
{
	return strcmp((*(struct series *const *)a)->label, (*(struct series *const *)b)->label);
}

static void mark_by_room(struct ledger *l)
{
	if (l->n_series <= l->rules.max_series)
		return;
	qsort(l->series, l->n_series, sizeof(struct series *), by_worth);
	for (size_t i = l->rules.max_series; i < l->n_series; i++)
		l->series[i]->leaves = true;
	qsort(l->series, l->n_series, sizeof(struct series *), by_label);
}

/* All ids are looked at anew, but those that stay bound, or are spent. */
static void release_ids(struct ledger *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_ids; i++) {
		struct id_entry *e = &l->ids[i];

		if (e->state == ID_BOUND && e->series->leaves && !e->row)
			continue;
		if (e->state != ID_SPENT &&
		    (e->state != ID_BOUND || e->series->leaves ||
		     (e->row && e->row->name && !matches(l, e->row->name)))) {
			free(e->label);
			e->label = NULL;
			e->series = NULL;
			e->state = ID_OPEN;
		}
		l->ids[n++] = *e;
	}
	l->n_ids = n;
}

int ledger__set_rules(struct ledger *l, const struct ledger_rules *rules)
{
	bool other_names = !same_key(l->rules.label.key, rules->label.key);

	take_rules(l, rules);
	mark_by_pattern(l);
	/* Names in clear must not outlive the wish to hide them. */
	for (size_t i = 0; i < l->n_series && other_names; i++)
		l->series[i]->leaves = true;
	mark_by_room(l);
	release_ids(l);
	ledger_series__drop_leaving(l);
	ledger_series__show(l);
	return 0;
}
