/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A table on the screen: sorted, scrolled, one row of it selected.  A panel
 * says what its rows are (struct tui_rows, made anew for each call); the table
 * keeps what the user did to it.  Cells are asked for visible rows only.
 *
 * The name comes first and takes the room that is left, from min_name to
 * max_name columns.  Of the others those of rank 0 are taken in first, then
 * rank 1, 2, ...: the first that finds no room ends it, so columns come and go
 * in one order as the width changes.  Those from TUI_RANK_SPARE on come only
 * when the name has wide_name columns already.  The column sorted by is there
 * before all others.
 */
#ifndef TUI_TABLE_H
#define TUI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tui/canvas.h"
#include "tui/key.h"
#include "tui/settings.h"

#define TUI_MAX_COLUMNS 24
#define TUI_CELL_BYTES	256
#define TUI_RANK_SPARE	10

struct tui_column {
	const char *title;
	unsigned int width;
	unsigned int rank;
	bool text; /* set to the left, sorted ascending; else a figure, most first */
};

/* The rows of one moment, in the order in which they are shown. */
struct tui_rows {
	void *ctx;    /* handed to each function */
	size_t heads; /* rows that stay right under the titles and are never selected */
	size_t n;     /* of all rows; the heads are the first of them */
	uint64_t (*key)(void *ctx, size_t row); /* what a row is, in whatever place */
	/* At most @width columns; freed by the table.  NULL: memory is short. */
	char *(*name)(void *ctx, size_t row, unsigned int width);
	/* @column: index into the table's columns.  @style is that of the row. */
	void (*cell)(void *ctx, size_t row, size_t column, char text[TUI_CELL_BYTES],
		     enum style *style);
	enum style (*style)(void *ctx, size_t row); /* NULL: STYLE_TEXT */
	uint32_t absent;			    /* bit i: column i means nothing here */
	const char *empty;			    /* shown where there are no rows but heads */
};

struct tui_table {
	const char *name_title;
	unsigned int min_name, max_name; /* max_name 0: as much as there is */
	unsigned int wide_name;		 /* 0: as min_name */
	const struct tui_column *columns;
	size_t n_columns;

	size_t sort; /* 0: by name; else by column sort - 1 */
	bool reverse;

	bool pinned;	 /* a row was chosen; else the first one is selected, whichever it is */
	uint64_t chosen; /* its key */
	size_t selected; /* rows below the heads: where it is */
	size_t top;	 /* first one visible */

	/* As drawn last. */
	unsigned int page; /* rows below the heads that fit */
	unsigned int name_width;
	bool shown[TUI_MAX_COLUMNS];
};

/* What came of a mouse event. */
enum tui_click { CLICK_NOTHING, CLICK_TAKEN, CLICK_OPEN };

/* Draws titles and rows into all of @area. */
void tui_table__draw(struct tui_table *table, const struct tui_rows *rows, const struct area *area);

/* The keys of KEYS_TABLES but Enter and t.  Returns whether it was one; draw again then. */
bool tui_table__key(struct tui_table *table, const struct tui_rows *rows, int key);

/* @mouse: position within the table's area.  CLICK_OPEN: a row, as by Enter. */
enum tui_click tui_table__mouse(struct tui_table *table, const struct tui_rows *rows,
				const struct mouse *mouse);

/* Finds the selected row among @rows again.  Returns its index, or SIZE_MAX: there is none. */
size_t tui_table__selected(struct tui_table *table, const struct tui_rows *rows);

/* Selects the row with this key from here on. */
void tui_table__choose(struct tui_table *table, uint64_t key);

/* The column in force: sort, or 1 where that one is absent.  As sort, 0 is the name. */
size_t tui_table__sort(const struct tui_table *table, uint32_t absent);

/* Does that column go from the least to the most at the moment? */
bool tui_table__ascending(const struct tui_table *table, uint32_t absent);

/*
 * tui_order__compare - how rows with values @a and @b come: below, above or at
 * 0 as for qsort.  NAN comes last in either direction.
 */
int tui_order__compare(double a, double b, bool ascending);

/* Keys "PREFIX.sort" (a title) and "PREFIX.reverse". */
void tui_table__load(struct tui_table *table, const char *prefix, const struct settings *settings);
void tui_table__save(const struct tui_table *table, const char *prefix, struct settings *settings);

#endif
