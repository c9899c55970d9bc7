// SPDX-License-Identifier: GPL-2.0-or-later
#include "term/paint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "term/curses.h"
#include "term/palette.h"

static struct canvas *shown; /* what ncurses has */
static cchar_t *run;	     /* one row of it, in ncurses' form */
static int shown_y, shown_x; /* cursor; negative: hidden */
static bool all;	     /* to be sent whatever is shown */

void paint__open(void)
{
	all = true;
	shown_y = shown_x = -1;
	curs_set(0);
	leaveok(stdscr, TRUE);
}

void paint__close(void)
{
	canvas__free(shown);
	free(run);
	shown = NULL;
	run = NULL;
}

void paint__all(void)
{
	all = true;
	clearok(curscr, TRUE);
	/* After a stop the cursor is hidden, whatever ncurses believes. */
	curs_set(0);
	shown_y = shown_x = -1;
}

void paint__resize(unsigned int height, unsigned int width)
{
	resize_term((int)height, (int)width);
	canvas__free(shown);
	shown = NULL;
	paint__all();
}

/* Room for a canvas of this size; all of it is then different from what is shown. */
static int remember(const struct canvas *canvas)
{
	cchar_t *cells;

	if (shown && shown->height == canvas->height && shown->width == canvas->width)
		return 0;
	canvas__free(shown);
	shown = NULL;
	cells = reallocarray(run, canvas->width ? canvas->width : 1, sizeof(*run));
	if (!cells)
		return -ENOMEM;
	run = cells;
	shown = canvas__new(canvas->height, canvas->width, canvas->blocks);
	if (!shown)
		return -ENOMEM;
	werase(stdscr); /* as a new canvas is */
	return 0;
}

static bool is_same(const struct cell *a, const struct cell *b)
{
	return a->ch[0] == b->ch[0] && a->style == b->style && a->ch[1] == b->ch[1] &&
	       a->ch[2] == b->ch[2] && a->ch[3] == b->ch[3];
}

static void convert(cchar_t *to, const struct cell *cell, bool is_cut)
{
	wchar_t text[CELL_CHARS + 1] = {0};
	attr_t attributes;
	short pair;

	palette__look(cell->style, &attributes, &pair);
	memcpy(text, cell->ch, sizeof(cell->ch));
	if (is_cut)
		setcchar(to, L" ", attributes, pair, NULL);
	else if (setcchar(to, text, attributes, pair, NULL) == ERR)
		setcchar(to, L"?", attributes, pair, NULL);
}

/* Cells [@x, @end) of the row: neither is in the middle of a wide character. */
static void put_run(const struct cell *row, int y, unsigned int x, unsigned int end,
		    unsigned int width)
{
	int n = 0;

	for (unsigned int i = x; i < end; i++) {
		bool is_wide = i + 1 < width && !row[i + 1].ch[0];

		if (row[i].ch[0]) /* else the right half of the one before */
			convert(&run[n++], &row[i], !is_wide && wcwidth(row[i].ch[0]) == 2);
	}
	mvwadd_wchnstr(stdscr, y, (int)x, run, n);
}

/* Returns whether anything in the row changed. */
static bool paint_row(const struct canvas *canvas, unsigned int y, unsigned int width)
{
	const struct cell *row = canvas->cells + (size_t)y * canvas->width;
	struct cell *old = shown->cells + (size_t)y * canvas->width;
	unsigned int x = 0, end = width;

	while (x < end && is_same(&row[x], &old[x]))
		x++;
	if (x == end)
		return false;
	while (is_same(&row[end - 1], &old[end - 1]))
		end--;
	while (x && !row[x].ch[0])
		x--;
	while (end < width && !row[end].ch[0])
		end++;
	put_run(row, (int)y, x, end, width);
	memcpy(&old[x], &row[x], (end - x) * sizeof(*row));
	return true;
}

static bool paint_cursor(int y, int x, unsigned int height, unsigned int width)
{
	if (y < 0 || x < 0 || (unsigned int)y >= height || (unsigned int)x >= width)
		y = x = -1;
	if (y == shown_y && x == shown_x)
		return false;
	leaveok(stdscr, y < 0);
	curs_set(y >= 0);
	shown_y = y;
	shown_x = x;
	return true;
}

static unsigned int least(unsigned int a, int b)
{
	return b < 0 ? 0 : a < (unsigned int)b ? a : (unsigned int)b;
}

int paint__canvas(const struct canvas *canvas, int cursor_y, int cursor_x)
{
	unsigned int height = least(canvas->height, getmaxy(stdscr));
	unsigned int width = least(canvas->width, getmaxx(stdscr));
	bool changed = all || !shown;
	int err = remember(canvas);

	if (err)
		return err;
	for (unsigned int y = 0; width && y < height; y++)
		changed |= paint_row(canvas, y, width);
	changed |= paint_cursor(cursor_y, cursor_x, height, width);
	if (!changed)
		return 0;
	if (shown_y >= 0)
		wmove(stdscr, shown_y, shown_x);
	all = false;
	wnoutrefresh(stdscr);
	doupdate();
	return 0;
}
