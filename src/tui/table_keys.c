// SPDX-License-Identifier: GPL-2.0-or-later
/* What keys, mouse and settings do to a table. */
#include <stdio.h>
#include <strings.h>

#include "tui/table.h"

#define WHEEL_ROWS 3
#define KEY_BYTES  64

static size_t body_of(const struct tui_rows *rows)
{
	return rows->n - rows->heads;
}

static uint64_t key_at(const struct tui_rows *rows, size_t at)
{
	return rows->key(rows->ctx, rows->heads + at);
}

/* Selects the row at a place: from here on it is that row, wherever it goes. */
static void select_at(struct tui_table *table, const struct tui_rows *rows, size_t at)
{
	if (!body_of(rows))
		return;
	if (at >= body_of(rows))
		at = body_of(rows) - 1;
	table->selected = at;
	table->chosen = key_at(rows, at);
	table->pinned = true;
}

void tui_table__choose(struct tui_table *table, uint64_t key)
{
	table->chosen = key;
	table->pinned = true;
}

size_t tui_table__selected(struct tui_table *table, const struct tui_rows *rows)
{
	size_t body = body_of(rows);

	if (!body)
		return SIZE_MAX;
	if (!table->pinned) {
		table->selected = 0;
		return rows->heads;
	}
	if (table->selected < body && key_at(rows, table->selected) == table->chosen)
		return rows->heads + table->selected;
	for (size_t i = 0; i < body; i++) {
		if (key_at(rows, i) == table->chosen) {
			table->selected = i;
			return rows->heads + i;
		}
	}
	/* It is gone: the one that took its place. */
	select_at(table, rows, table->selected);
	return rows->heads + table->selected;
}

static void move_by(struct tui_table *table, const struct tui_rows *rows, long by)
{
	size_t back = by < 0 ? (size_t)-by : 0;

	if (by >= 0)
		select_at(table, rows, table->selected + (size_t)by);
	else
		select_at(table, rows, table->selected > back ? table->selected - back : 0);
}

/* To the next column that is on the screen; the name is left of all. */
static void sort_beside(struct tui_table *table, uint32_t absent, int step)
{
	size_t at = tui_table__sort(table, absent), n = table->n_columns + 1;

	for (size_t tried = 0; tried < n; tried++) {
		at = (at + (size_t)((long)n + step)) % n;
		if (at == 0 || table->shown[at - 1])
			break;
	}
	table->sort = at;
	table->reverse = false;
}

bool tui_table__key(struct tui_table *table, const struct tui_rows *rows, int key)
{
	long page = table->page > 1 ? (long)table->page - 1 : 1;

	tui_table__selected(table, rows);
	switch (key) {
	case K_UP:
	case 'k':
		move_by(table, rows, -1);
		return true;
	case K_DOWN:
	case 'j':
		move_by(table, rows, 1);
		return true;
	case K_PAGE_UP:
	case 'b':
		move_by(table, rows, -page);
		return true;
	case K_PAGE_DOWN:
	case ' ':
		move_by(table, rows, page);
		return true;
	case K_HOME:
	case 'g':
		/* Back to the top, and to whatever comes to be there. */
		table->selected = table->top = 0;
		table->pinned = false;
		return true;
	case K_END:
	case 'G':
		select_at(table, rows, body_of(rows));
		return true;
	case '<':
		sort_beside(table, rows->absent, -1);
		return true;
	case '>':
	case K_F6:
		sort_beside(table, rows->absent, 1);
		return true;
	case 'r':
	case 'I':
		table->reverse = !table->reverse;
		return true;
	default:
		return false;
	}
}

/* Scrolls, and takes the selection along where it would leave the screen. */
static void wheel(struct tui_table *table, const struct tui_rows *rows, bool down)
{
	size_t body = body_of(rows), page = table->page, most = body > page ? body - page : 0;

	if (!body || !page)
		return;
	if (down)
		table->top = table->top + WHEEL_ROWS < most ? table->top + WHEEL_ROWS : most;
	else
		table->top = table->top > WHEEL_ROWS ? table->top - WHEEL_ROWS : 0;
	if (table->selected < table->top)
		select_at(table, rows, table->top);
	else if (table->selected >= table->top + page)
		select_at(table, rows, table->top + page - 1);
}

/* Which sort the title at column @x stands for, or SIZE_MAX. */
static size_t title_at(const struct tui_table *table, unsigned int x)
{
	unsigned int end = table->name_width;

	if (x < end)
		return 0;
	for (size_t i = 0; i < table->n_columns; i++) {
		if (!table->shown[i])
			continue;
		end += 1 + table->columns[i].width;
		if (x < end)
			return i + 1;
	}
	return SIZE_MAX;
}

static void click_title(struct tui_table *table, uint32_t absent, unsigned int x)
{
	size_t sort = title_at(table, x);

	if (sort == SIZE_MAX)
		return;
	table->reverse = sort == tui_table__sort(table, absent) && !table->reverse;
	table->sort = sort;
}

enum tui_click tui_table__mouse(struct tui_table *table, const struct tui_rows *rows,
				const struct mouse *mouse)
{
	size_t at;

	tui_table__selected(table, rows);
	if (mouse->what == MOUSE_WHEEL_UP || mouse->what == MOUSE_WHEEL_DOWN) {
		wheel(table, rows, mouse->what == MOUSE_WHEEL_DOWN);
		return CLICK_TAKEN;
	}
	if (mouse->y == 0) {
		click_title(table, rows->absent, mouse->x);
		return CLICK_TAKEN;
	}
	if (mouse->y < 1 + rows->heads)
		return CLICK_NOTHING;
	at = table->top + mouse->y - 1 - rows->heads;
	if (at >= body_of(rows))
		return CLICK_NOTHING;
	select_at(table, rows, at);
	return mouse->what == MOUSE_DOUBLE ? CLICK_OPEN : CLICK_TAKEN;
}

void tui_table__load(struct tui_table *table, const char *prefix, const struct settings *settings)
{
	char key[KEY_BYTES];
	const char *title;

	snprintf(key, sizeof(key), "%s.reverse", prefix);
	table->reverse = settings__flag(settings, key, table->reverse);
	snprintf(key, sizeof(key), "%s.sort", prefix);
	title = settings__get(settings, key);
	if (!title)
		return;
	if (!strcasecmp(title, table->name_title))
		table->sort = 0;
	for (size_t i = 0; i < table->n_columns; i++)
		if (!strcasecmp(title, table->columns[i].title))
			table->sort = i + 1;
}

void tui_table__save(const struct tui_table *table, const char *prefix, struct settings *settings)
{
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "%s.sort", prefix);
	settings__set(settings, key,
		      table->sort ? table->columns[table->sort - 1].title : table->name_title);
	snprintf(key, sizeof(key), "%s.reverse", prefix);
	settings__set(settings, key, table->reverse ? "yes" : "no");
}
