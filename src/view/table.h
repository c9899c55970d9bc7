/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table of rows: which columns, in which order, and which go first when it is narrow. */
#ifndef VIEW_TABLE_H
#define VIEW_TABLE_H

#include <stdio.h>

#include "view/columns.h"

#define TABLE_MAX_COLUMNS 20

struct table_column {
	enum column_id id;
	unsigned int rank; /* 0: always; else taken in, lowest first, as width allows */
};

struct table {
	const char *title;				/* over the rows' names */
	unsigned int min_label;				/* columns for the names, at least */
	unsigned int max_label;				/* and at most */
	struct table_column columns[TABLE_MAX_COLUMNS]; /* as shown, left to right */
	size_t n_columns;
};

/* The columns of a table for one width and kernel. */
struct table_layout {
	enum column_id ids[TABLE_MAX_COLUMNS];
	size_t n;
	unsigned int label_width;
};

/* The two tables of CPUs and of cgroups, the same in every view. */
extern const struct table table_cpus;
extern const struct table table_cgroups;

/*
 * table__layout - chooses the columns.
 * @longest_label: columns the longest name wants.
 */
struct table_layout table__layout(const struct table *table, const struct run_info *run,
				  unsigned int width, unsigned int longest_label);

void table__print_titles(FILE *f, const struct table *table, const struct table_layout *layout);

/* @rates: events per second instead of events. */
void table__print_row(FILE *f, const struct table_layout *layout, const struct row *row,
		      bool rates);

#endif
