// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/tables.h"

#include <errno.h>
#include <stdlib.h>

#include "model/cpulist.h"
#include "view/label.h"
#include "view/select.h"
#include "view/table.h"
#include "view/wrap.h"

#define WIDEST_LABEL 200

static unsigned int longest_label(const struct row *rows, size_t n)
{
	unsigned int longest = 0;

	for (size_t i = 0; i < n; i++) {
		char *label = label__row(&rows[i], WIDEST_LABEL);
		unsigned int columns = label ? wrap__columns(label) : 0;

		if (columns > longest)
			longest = columns;
		free(label);
	}
	return longest;
}

static void print_rows(FILE *f, const struct table *table, const struct view_opts *opts,
		       const struct snapshot *delta, const struct row *rows, size_t n,
		       const struct row *last, bool rates)
{
	struct table_layout layout =
		table__layout(table, delta->run, opts->width, longest_label(rows, n));

	table__print_titles(f, table, &layout);
	for (size_t i = 0; i < n; i++)
		table__print_row(f, &layout, &rows[i], rates);
	if (last)
		table__print_row(f, &layout, last, rates);
}

/* A line under a table, if there is something to say. */
static void print_note(FILE *f, const struct view_opts *opts, size_t n, const char *one,
		       const char *many, const char *more)
{
	struct wrap w;

	if (!n)
		return;
	wrap__start(&w, f, opts->width, 2, "");
	wrap__words(&w, "%zu %s%s", n, n == 1 ? one : many, more);
	wrap__end(&w);
}

/* Offline CPUs with events have a row, marked; of the others only the list is told. */
static int print_offline(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	struct cpulist *list = cpulist__new();
	struct wrap w;
	char *text;

	for (size_t i = 0; list && i < delta->n_cpus; i++) {
		if (delta->cpus[i].online || !select__has_cpu(opts->select, &delta->cpus[i]))
			continue;
		if (cpulist__add(list, delta->cpus[i].cpu)) {
			cpulist__free(list);
			return -ENOMEM;
		}
	}
	if (!list || !cpulist__count(list)) {
		cpulist__free(list);
		return list ? 0 : -ENOMEM;
	}
	text = cpulist__format(list);
	cpulist__free(list);
	if (!text)
		return -ENOMEM;
	wrap__start(&w, f, opts->width, 2, "");
	wrap__words(&w, "offline: %s", text);
	wrap__end(&w);
	free(text);
	return 0;
}

int tables__print_cpus(FILE *f, const struct snapshot *delta, const struct view_opts *opts,
		       bool rates)
{
	struct row total = row__total(delta);
	size_t n, hidden;
	struct row *rows = row__cpus(delta, opts, &n, &hidden);

	if (!rows)
		return -ENOMEM;
	fprintf(f, "Per CPU (%s; hold in us)\n", rates ? "events per second" : "events");
	print_rows(f, &table_cpus, opts, delta, rows, n, &total, rates);
	print_note(f, opts, hidden, "less busy CPU is", "less busy CPUs are",
		   " not shown: -n 0 shows all");
	free(rows);
	return print_offline(f, delta, opts);
}

static size_t removed_rows(const struct row *rows, size_t n)
{
	size_t removed = 0;

	for (size_t i = 0; i < n; i++)
		removed += rows[i].cgroup->gone;
	return removed;
}

static void print_others(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	struct wrap w;

	wrap__start(&w, f, opts->width, 2, "");
	wrap__words(&w,
		    "(others): events of cgroups that found the table full (%zu of %zu pairs of "
		    "CPU and cgroup in use); raise --max-cgroups",
		    delta->cells_used, delta->cells_max);
	wrap__end(&w);
}

int tables__print_cgroups(FILE *f, const struct snapshot *delta, const struct view_opts *opts,
			  bool rates)
{
	struct row others = row__others(delta);
	bool has_others = !row__is_idle(&others);
	size_t n, hidden;
	struct row *rows = row__cgroups(delta, opts, &n, &hidden);

	if (!rows)
		return -ENOMEM;
	fprintf(f, "Per cgroup (%s; hold in us)\n", rates ? "events per second" : "events");
	if (n || has_others)
		print_rows(f, &table_cgroups, opts, delta, rows, n, has_others ? &others : NULL,
			   rates);
	else
		fputs("  no events\n", f);
	print_note(f, opts, hidden, "less busy cgroup is", "less busy cgroups are",
		   " not shown: -n 0 shows all");
	print_note(f, opts, removed_rows(rows, n), "cgroup marked * has", "cgroups marked * have",
		   " been removed since");
	if (has_others)
		print_others(f, delta, opts);
	free(rows);
	return 0;
}
