// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/select.h"

struct row row__total(const struct snapshot *delta)
{
	return (struct row){.kind = ROW_TOTAL, .delta = delta, .c = &delta->total};
}

struct row row__others(const struct snapshot *delta)
{
	return (struct row){.kind = ROW_OTHERS,
			    .delta = delta,
			    .c = &delta->overflow.c,
			    .cgroup = &delta->overflow};
}

struct row row__cpu(const struct snapshot *delta, const struct cpu_row *cpu)
{
	return (struct row){.kind = ROW_CPU, .delta = delta, .c = &cpu->c, .cpu = cpu};
}

struct row row__cgroup(const struct snapshot *delta, const struct cgroup_row *cgroup,
		       size_t online_cpus)
{
	return (struct row){.kind = ROW_CGROUP,
			    .delta = delta,
			    .c = &cgroup->c,
			    .cgroup = cgroup,
			    .online_cpus = online_cpus};
}

size_t row__online_cpus(const struct snapshot *delta)
{
	size_t online = 0;

	for (size_t i = 0; i < delta->n_cpus; i++)
		online += delta->cpus[i].online;
	return online;
}

bool row__is_idle(const struct row *row)
{
	static const struct counters none;

	return !memcmp(row->c, &none, sizeof(none)) && !(row->cpu && row->cpu->drain_hold.count);
}

static struct row cpu_row(const struct snapshot *delta, size_t i)
{
	return row__cpu(delta, &delta->cpus[i]);
}

static struct row cgroup_row(const struct snapshot *delta, size_t i)
{
	return row__cgroup(delta, &delta->cgroups[i], 0);
}

static uint64_t row_id(const struct row *row)
{
	return row->cpu ? row->cpu->cpu : row->cgroup->id;
}

static int by_id(const void *a, const void *b)
{
	uint64_t x = row_id(a), y = row_id(b);

	return x < y ? -1 : x > y;
}

static int by_refills(const void *a, const void *b)
{
	uint64_t x = ((const struct row *)a)->c->refills, y = ((const struct row *)b)->c->refills;

	return x > y ? -1 : x < y ? 1 : by_id(a, b);
}

static bool is_selected(const struct row *row, const struct select *select)
{
	return row->cpu ? select__has_cpu(select, row->cpu)
			: select__has_cgroup(select, row->cgroup);
}

static struct row *busy_rows(const struct snapshot *delta, size_t total,
			     struct row (*make)(const struct snapshot *, size_t),
			     const struct view_opts *opts, size_t *n, size_t *hidden)
{
	struct row *rows = calloc(total + 1, sizeof(*rows));

	*n = *hidden = 0;
	if (!rows)
		return NULL;
	for (size_t i = 0; i < total; i++) {
		rows[*n] = make(delta, i);
		if (!row__is_idle(&rows[*n]) && is_selected(&rows[*n], opts->select))
			++*n;
	}
	qsort(rows, *n, sizeof(*rows), by_refills);
	if (opts->rows && *n > opts->rows) {
		*hidden = *n - opts->rows;
		*n = opts->rows;
	}
	return rows;
}

struct row *row__cpus(const struct snapshot *delta, const struct view_opts *opts, size_t *n,
		      size_t *hidden)
{
	struct row *rows = busy_rows(delta, delta->n_cpus, cpu_row, opts, n, hidden);

	if (rows)
		qsort(rows, *n, sizeof(*rows), by_id);
	return rows;
}

struct row *row__cgroups(const struct snapshot *delta, const struct view_opts *opts, size_t *n,
			 size_t *hidden)
{
	return busy_rows(delta, delta->n_cgroups, cgroup_row, opts, n, hidden);
}

struct quantile row__quantile(const struct row *row, double q)
{
	uint64_t max_ns = row__longest(row).ns;

	switch (row->kind) {
	case ROW_TOTAL:
		return hist__quantile(&hist_fine, row->delta->hist.slot, q, max_ns);
	case ROW_CPU:
		return hist__quantile(&hist_fine, row->cpu->hist.slot, q, max_ns);
	case ROW_CGROUP:
		return hist__quantile32(&hist_coarse, row->cgroup->hist, q, max_ns);
	case ROW_OTHERS:
		break;
	}
	return (struct quantile){0};
}

struct longest row__longest(const struct row *row)
{
	switch (row->kind) {
	case ROW_TOTAL:
		return row->delta->max;
	case ROW_CPU:
		return row->cpu->max;
	default:
		return row->cgroup->max;
	}
}

double row__held_share(const struct row *row)
{
	double held_ns = hold__mean_ns(&row->c->hold) * (double)row->c->hold.count;
	size_t online;

	if (row->kind == ROW_TOTAL)
		return delta__held_share(row->delta);
	if (!row->delta->timed_ns)
		return NAN;
	if (!row->c->hold.count)
		held_ns = 0;
	if (row->kind == ROW_CPU) {
		const struct mct_hold *drain = &row->cpu->drain_hold;

		if (drain->count)
			held_ns += hold__mean_ns(drain) * (double)drain->count;
		return held_ns / (double)row->delta->timed_ns;
	}
	online = row->online_cpus ?: row__online_cpus(row->delta);
	return online ? held_ns / ((double)row->delta->timed_ns * (double)online) : NAN;
}
