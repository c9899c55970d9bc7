// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/table.h"

#include <limits.h>
#include <stdlib.h>

#include "view/label.h"
#include "view/wrap.h"

#define INDENT 2

const struct table table_cpus = {
	.title = "CPU",
	.min_label = 6,
	.max_label = 12,
	.columns =
		{
			{COLUMN_REFILLS, 0},
			{COLUMN_MEAN, 0},
			{COLUMN_P50, 3},
			{COLUMN_P99, 0},
			{COLUMN_MAX, 0},
			{COLUMN_HELD, 0},
			{COLUMN_UNDER, 0},
			{COLUMN_IN_REFILL, 0},
			{COLUMN_AFTER, 2},
			{COLUMN_CHARGE_FALLBACKS, 0},
			{COLUMN_UNCHARGE_FALLBACKS, 0},
			{COLUMN_EVICTIONS, 0},
			{COLUMN_PREEMPTED, 1},
			{COLUMN_OVERFLOWS, 4},
			{COLUMN_DIRECT, 5},
		},
	.n_columns = 15,
};

const struct table table_cgroups = {
	.title = "CGROUP",
	.min_label = 17,
	.max_label = 60,
	.columns =
		{
			{COLUMN_REFILLS, 0},
			{COLUMN_MEAN, 0},
			{COLUMN_P50, 5},
			{COLUMN_P99, 0},
			{COLUMN_MAX, 0},
			{COLUMN_HELD, 1},
			{COLUMN_UNDER, 0},
			{COLUMN_IN_REFILL, 0},
			{COLUMN_AFTER, 3},
			{COLUMN_CHARGE_FALLBACKS, 0},
			{COLUMN_UNCHARGE_FALLBACKS, 0},
			{COLUMN_EVICT_CAUSED, 0},
			{COLUMN_EVICT_SUFFERED, 0},
			{COLUMN_PREEMPTED, 2},
			{COLUMN_OVERFLOWS, 4},
			{COLUMN_DIRECT, 6},
		},
	.n_columns = 16,
};

struct table_layout table__layout(const struct table *table, const struct run_info *run,
				  unsigned int width, unsigned int longest_label)
{
	unsigned int used = INDENT + table->min_label, room;
	bool taken[TABLE_MAX_COLUMNS] = {false};
	struct table_layout layout = {.n = 0};
	unsigned int full = UINT_MAX; /* this rank found no room, nor may those behind it */

	for (unsigned int rank = 0; rank < TABLE_MAX_COLUMNS && rank < full; rank++) {
		for (size_t i = 0; i < table->n_columns; i++) {
			const struct table_column *c = &table->columns[i];
			unsigned int needs = 1 + column__get(c->id)->width;

			if (c->rank != rank || !column__applies(c->id, run))
				continue;
			if (rank && used + needs > width) {
				full = rank;
				continue;
			}
			taken[i] = true;
			used += needs;
		}
	}
	for (size_t i = 0; i < table->n_columns; i++) {
		if (taken[i])
			layout.ids[layout.n++] = table->columns[i].id;
	}
	room = table->min_label + (width > used ? width - used : 0);
	layout.label_width = room < table->max_label ? room : table->max_label;
	if (longest_label < layout.label_width)
		layout.label_width = longest_label;
	if (layout.label_width < table->min_label)
		layout.label_width = table->min_label;
	return layout;
}

void table__print_titles(FILE *f, const struct table *table, const struct table_layout *layout)
{
	fprintf(f, "%*s%-*s", INDENT, "", (int)layout->label_width, table->title);
	for (size_t i = 0; i < layout->n; i++) {
		const struct column *c = column__get(layout->ids[i]);

		fprintf(f, " %*s", (int)c->width, c->title);
	}
	fputc('\n', f);
}

void table__print_row(FILE *f, const struct table_layout *layout, const struct row *row, bool rates)
{
	char *label = label__row(row, layout->label_width);
	unsigned int columns = label ? wrap__columns(label) : 0;

	/* printf pads by bytes, names may have more of them than columns */
	fprintf(f, "%*s%s%*s", INDENT, "", label ?: "",
		(int)(layout->label_width > columns ? layout->label_width - columns : 0), "");
	free(label);
	for (size_t i = 0; i < layout->n; i++) {
		const struct column *c = column__get(layout->ids[i]);

		fprintf(f, " %*s", (int)c->width, column__cell(c, row, rates).s);
	}
	fputc('\n', f);
}
