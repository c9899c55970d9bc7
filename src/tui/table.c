// SPDX-License-Identifier: GPL-2.0-or-later
/* How a table is drawn; what keys and mouse do to it is in table_keys.c. */
#include "tui/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/format.h"

#define HINT_BYTES 128

static bool is_absent(uint32_t absent, size_t column)
{
	return absent >> column & 1;
}

size_t tui_table__sort(const struct tui_table *table, uint32_t absent)
{
	if (!table->sort ||
	    (table->sort <= table->n_columns && !is_absent(absent, table->sort - 1)))
		return table->sort;
	return table->n_columns && !is_absent(absent, 0) ? 1 : 0;
}

bool tui_table__ascending(const struct tui_table *table, uint32_t absent)
{
	size_t sort = tui_table__sort(table, absent);

	return (sort == 0 || table->columns[sort - 1].text) != table->reverse;
}

int tui_order__compare(double a, double b, bool ascending)
{
	if (isnan(a) || isnan(b))
		return isnan(a) - isnan(b);
	if (a == b)
		return 0;
	return (a < b) == ascending ? -1 : 1;
}

/* Takes column @i in if it fits into @width, and if nothing better can be done with the room. */
static bool take(struct tui_table *table, size_t i, unsigned int width, unsigned int *used)
{
	unsigned int needs = 1 + table->columns[i].width, spare = 0;

	if (table->columns[i].rank >= TUI_RANK_SPARE && table->wide_name > table->name_width)
		spare = table->wide_name - table->name_width;
	if (*used + needs + spare > width)
		return false;
	table->shown[i] = true;
	*used += needs;
	return true;
}

/* The next column to take in: lowest rank, of equals the leftmost. */
static size_t next_column(const struct tui_table *table, uint32_t absent, const bool *done)
{
	size_t next = SIZE_MAX;

	for (size_t i = 0; i < table->n_columns; i++) {
		if (done[i] || is_absent(absent, i))
			continue;
		if (next == SIZE_MAX || table->columns[i].rank < table->columns[next].rank)
			next = i;
	}
	return next;
}

static void lay_out(struct tui_table *table, uint32_t absent, unsigned int width)
{
	unsigned int used = table->min_name < width ? table->min_name : width;
	size_t sort = tui_table__sort(table, absent), i = sort ? sort - 1 : SIZE_MAX;
	bool done[TUI_MAX_COLUMNS] = {false};

	memset(table->shown, 0, sizeof(table->shown));
	table->name_width = used;
	if (i == SIZE_MAX)
		i = next_column(table, absent, done);
	for (; i != SIZE_MAX && take(table, i, width, &used); i = next_column(table, absent, done))
		done[i] = true;
	table->name_width += width - used;
	if (table->max_name && table->name_width > table->max_name)
		table->name_width = table->max_name;
}

/* Column of the screen at which table column @i ends; its text is before that. */
static unsigned int end_of(const struct tui_table *table, size_t i)
{
	unsigned int x = table->name_width;

	for (size_t j = 0; j <= i; j++)
		if (table->shown[j])
			x += 1 + table->columns[j].width;
	return x;
}

/* Says which rows are visible, beside the name's title or right of all, where there is room. */
static void draw_position(const struct tui_table *table, size_t body, const struct area *a)
{
	unsigned int room = 0, end = table->n_columns ? end_of(table, table->n_columns - 1) : 0;
	unsigned int name_end = text__columns(table->name_title) + 1;
	size_t last = table->top + table->page < body ? table->top + table->page : body;
	struct text from, to, of;
	char hint[HINT_BYTES];

	if (body <= table->page || !table->page)
		return;
	from = format__count(table->top + 1);
	to = format__count(last);
	of = format__count(body);
	snprintf(hint, sizeof(hint), "%s-%s of %s", from.s, to.s, of.s);
	if (table->name_width > name_end)
		room = table->name_width - name_end;
	if (a->w > end && a->w - end > strlen(hint)) {
		area__put_right(a, 0, a->w, STYLE_TITLE, hint);
		return;
	}
	if (strlen(hint) > room)
		snprintf(hint, sizeof(hint), "%s/%s", from.s, of.s);
	if (strlen(hint) <= room)
		area__put_right(a, 0, table->name_width, STYLE_TITLE, hint);
}

static void draw_titles(const struct tui_table *table, const struct tui_rows *rows,
			const struct area *a)
{
	size_t sort = tui_table__sort(table, rows->absent);
	struct area name = area__part(a, 0, 0, 1, table->name_width);

	area__fill(a, 0, 0, a->w, STYLE_TITLE, L' ');
	area__put(&name, 0, 0, sort == 0 ? STYLE_SORTED : STYLE_TITLE, table->name_title);
	for (size_t i = 0; i < table->n_columns; i++) {
		const struct tui_column *c = &table->columns[i];
		enum style style = sort == i + 1 ? STYLE_SORTED : STYLE_TITLE;

		if (!table->shown[i])
			continue;
		if (c->text)
			area__put(a, 0, end_of(table, i) - c->width, style, c->title);
		else
			area__put_right(a, 0, end_of(table, i), style, c->title);
	}
	draw_position(table, rows->n - rows->heads, a);
}

static void draw_cell(const struct tui_table *table, const struct tui_rows *rows, size_t row,
		      size_t i, unsigned int y, enum style style, const struct area *a)
{
	unsigned int width = table->columns[i].width, end = end_of(table, i);
	struct area cell = area__part(a, y, end - width, 1, width);
	char text[TUI_CELL_BYTES] = "";

	rows->cell(rows->ctx, row, i, text, &style);
	if (table->columns[i].text)
		area__put(&cell, 0, 0, style, text);
	else
		area__put_right(&cell, 0, width, style, text);
}

static void draw_row(const struct tui_table *table, const struct tui_rows *rows, size_t row,
		     unsigned int y, bool selected, const struct area *a)
{
	struct area name_area = area__part(a, y, 0, 1, table->name_width);
	enum style style = rows->style ? rows->style(rows->ctx, row) : STYLE_TEXT;
	char *name = rows->name(rows->ctx, row, table->name_width);

	if (name)
		area__put(&name_area, 0, 0, style, name);
	free(name);
	for (size_t i = 0; i < table->n_columns; i++)
		if (table->shown[i])
			draw_cell(table, rows, row, i, y, style, a);
	if (selected)
		area__restyle(a, y, 0, a->w, STYLE_SELECTED);
}

/* Brings the selected row into view, and leaves no page half empty. */
static void scroll(struct tui_table *table, size_t body)
{
	size_t page = table->page;

	if (!page) {
		table->top = table->selected;
		return;
	}
	if (table->selected < table->top)
		table->top = table->selected;
	if (table->selected >= table->top + page)
		table->top = table->selected - page + 1;
	if (table->top + page > body)
		table->top = body > page ? body - page : 0;
}

void tui_table__draw(struct tui_table *table, const struct tui_rows *rows, const struct area *area)
{
	size_t selected = tui_table__selected(table, rows), body = rows->n - rows->heads, row;
	unsigned int y = 1;

	table->page = area->h > 1 + rows->heads ? area->h - 1 - (unsigned int)rows->heads : 0;
	lay_out(table, rows->absent, area->w);
	scroll(table, body);
	if (!area->h || !area->w)
		return;
	draw_titles(table, rows, area);
	for (row = 0; row < rows->heads && y < area->h; row++)
		draw_row(table, rows, row, y++, false, area);
	for (row = rows->heads + table->top; row < rows->n && y < area->h; row++)
		draw_row(table, rows, row, y++, row == selected, area);
	if (!body && rows->empty)
		area__put(area, y, 0, STYLE_DIM, rows->empty);
}
