// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/cpu_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/cpulist.h"
#include "tui/cpu_strip.h"

#define NAME_BYTES 64

/* Either a list or a piece of text. */
struct filter {
	struct cpulist *list;
	const char *text;
};

static struct filter filter_of(const char *text)
{
	struct filter filter = {.text = text && *text ? text : NULL};

	if (!filter.text || cpulist__parse(text, &filter.list, NULL))
		filter.list = NULL;
	return filter;
}

static bool passes(const struct filter *filter, const struct cpu_row *cpu)
{
	char name[NAME_BYTES];

	if (!filter->text)
		return true;
	if (filter->list)
		return cpulist__has(filter->list, cpu->cpu);
	if (cpu->node >= 0)
		snprintf(name, sizeof(name), "%u%s node %d", cpu->cpu, cpu->online ? "" : " off",
			 cpu->node);
	else
		snprintf(name, sizeof(name), "%u%s", cpu->cpu, cpu->online ? "" : " off");
	return strcasestr(name, filter->text);
}

struct row *cpu_rows__gather(const struct scene *scene, size_t *n)
{
	const struct snapshot *delta = scene->delta;
	struct filter filter = filter_of(scene->filter);
	struct row *rows = calloc(delta->n_cpus + 1, sizeof(*rows));
	size_t *order = cpu_strip__order(delta);

	*n = 0;
	for (size_t i = 0; rows && order && i < delta->n_cpus; i++) {
		const struct cpu_row *cpu = &delta->cpus[order[i]];

		if (select__has_cpu(scene->select, cpu) && passes(&filter, cpu))
			rows[(*n)++] = row__cpu(delta, cpu);
	}
	free(order);
	cpulist__free(filter.list);
	return rows;
}

struct sorted {
	struct row row;
	double value;
};

static int compare(const void *a, const void *b, void *ctx)
{
	const struct sorted *x = a, *y = b;
	bool ascending = *(bool *)ctx;
	int order;

	if (x->row.cpu->online != y->row.cpu->online)
		return x->row.cpu->online ? -1 : 1;
	order = tui_order__compare(x->value, y->value, ascending);
	return order ?: (x->row.cpu->cpu < y->row.cpu->cpu ? -1 : 1);
}

void cpu_rows__sort(struct row *rows, size_t n, double (*value)(const struct row *row, size_t sort),
		    size_t sort, bool ascending)
{
	struct sorted *sorted = calloc(n + 1, sizeof(*sorted));

	if (!sorted)
		return;
	for (size_t i = 0; i < n; i++) {
		sorted[i].row = rows[i];
		sorted[i].value = sort ? value(&rows[i], sort) : rows[i].cpu->cpu;
	}
	qsort_r(sorted, n, sizeof(*sorted), compare, &ascending);
	for (size_t i = 0; i < n; i++)
		rows[i] = sorted[i].row;
	free(sorted);
}

bool cpu_rows__has_nodes(const struct snapshot *delta)
{
	for (size_t i = 0; i < delta->n_cpus; i++)
		if (delta->cpus[i].node >= 0)
			return true;
	return false;
}
