// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/quiet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/words.h"

/* A row that may become quiet. */
struct idle_row {
	uint64_t id;
	uint64_t sum;		/* of its counters: none falls, so the same sum means no change */
	uint64_t since_ns;	/* when that sum was first seen */
};

struct quiet {
	struct quiet_rules rules;
	struct idle_row *rows; /* by id, ascending */
	size_t n;
	uint64_t *ids;
};

struct quiet *quiet__new(const struct quiet_rules *rules)
{
	struct quiet *q = calloc(1, sizeof(*q));

	if (q)
		q->rules = *rules;
	return q;
}

void quiet__free(struct quiet *q)
{
	if (!q)
		return;
	free(q->rows);
	free(q->ids);
	free(q);
}

static uint64_t sum_of(const struct counters *c)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < WORDS_OF(*c); i++)
		sum += words__get(c, i);
	return sum;
}

static bool may_go(const struct cgroup_row *row)
{
	return row->gone || !row->name;
}

static uint64_t wait_ns(const struct quiet_rules *rules, const struct cgroup_row *row, bool pressed)
{
	uint64_t ns = row->gone ? rules->gone_ns : rules->unnamed_ns;

	return pressed && rules->pressed_ns < ns ? rules->pressed_ns : ns;
}

/* Since when a row has been as it is: both lists are sorted, *@at goes along. */
static uint64_t unchanged_since(const struct quiet *q, size_t *at, uint64_t id, uint64_t sum,
				uint64_t now_ns)
{
	while (*at < q->n && q->rows[*at].id < id)
		(*at)++;
	if (*at < q->n && q->rows[*at].id == id && q->rows[*at].sum == sum)
		return q->rows[*at].since_ns;
	return now_ns;
}

int quiet__look(struct quiet *q, const struct snapshot *snap, const uint64_t **ids, size_t *n)
{
	bool pressed = snap->cells_used > snap->cells_max - snap->cells_max / 4;
	struct idle_row *rows;
	size_t n_rows = 0, at = 0;
	uint64_t *found;

	*ids = NULL;
	*n = 0;
	rows = calloc(snap->n_cgroups + 1, sizeof(*rows));
	found = calloc(snap->n_cgroups + 1, sizeof(*found));
	if (!rows || !found) {
		free(rows);
		free(found);
		return -ENOMEM;
	}
	for (size_t i = 0; i < snap->n_cgroups; i++) {
		const struct cgroup_row *row = &snap->cgroups[i];
		struct idle_row *idle = &rows[n_rows];

		if (!may_go(row))
			continue;
		n_rows++;
		idle->id = row->id;
		idle->sum = sum_of(&row->c);
		idle->since_ns = unchanged_since(q, &at, row->id, idle->sum, snap->taken_ns);
		if (snap->taken_ns - idle->since_ns >= wait_ns(&q->rules, row, pressed))
			found[(*n)++] = row->id;
	}
	free(q->rows);
	free(q->ids);
	q->rows = rows;
	q->n = n_rows;
	q->ids = found;
	*ids = found;
	return 0;
}
