// SPDX-License-Identifier: GPL-2.0-or-later
/* Drawing into a part of a canvas. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tui/canvas.h"
#include "tui/glyph.h"

#define PRINTF_BYTES 512 /* longer ones are rare and may allocate */

struct area area__part(const struct area *a, unsigned int y, unsigned int x, unsigned int h,
		       unsigned int w)
{
	struct area part = {.canvas = a->canvas};

	y = y < a->h ? y : a->h;
	x = x < a->w ? x : a->w;
	part.y = a->y + y;
	part.x = a->x + x;
	part.h = h < a->h - y ? h : a->h - y;
	part.w = w < a->w - x ? w : a->w - x;
	return part;
}

/* A line of an area: its cells, and how many there are of it on the canvas. */
struct line {
	struct cell *cells;
	unsigned int width;
	unsigned int before, after; /* cells of the canvas on both sides */
};

static struct line line_of(const struct area *a, unsigned int y)
{
	const struct canvas *canvas = a->canvas;
	unsigned int room;

	if (y >= a->h || a->y >= canvas->height || y >= canvas->height - a->y ||
	    a->x >= canvas->width)
		return (struct line){0};
	room = canvas->width - a->x;
	if (a->w < room)
		room = a->w;
	return (struct line){
		.cells = canvas->cells + (size_t)(a->y + y) * canvas->width + a->x,
		.width = room,
		.before = a->x,
		.after = canvas->width - a->x - room,
	};
}

/* The text of a cell goes, its style stays. */
static void blank_out(struct cell *cell)
{
	memset(cell->ch, 0, sizeof(cell->ch));
	cell->ch[0] = L' ';
}

/*
 * Cells [@x, @end) of the line will be written: a wide character of which one
 * half lies outside of them loses that half too.
 */
static void cut_wide(const struct line *line, unsigned int x, unsigned int end)
{
	if (x >= end)
		return;
	if (!line->cells[x].ch[0] && (x || line->before))
		blank_out(&line->cells[(ptrdiff_t)x - 1]);
	if ((end < line->width || line->after) && !line->cells[end].ch[0])
		blank_out(&line->cells[end]);
}

static inline void set(struct cell *cell, enum style style, wchar_t ch)
{
	*cell = (struct cell){.ch = {ch}, .style = (unsigned char)style};
}

static void combine(struct cell *cell, wchar_t ch)
{
	for (unsigned int i = 1; i < CELL_CHARS; i++) {
		if (!cell->ch[i]) {
			cell->ch[i] = ch;
			return;
		}
	}
}

/* Where a text is being drawn. */
struct pen {
	const struct line *line;
	enum style style;
	int64_t x;	   /* may lie left of the line, or right of it */
	struct cell *base; /* what a combining character goes to; NULL: not drawn */
};

static void draw_glyph(struct pen *pen, const struct glyph *glyph)
{
	struct cell *cells = pen->line->cells;
	int64_t x = pen->x, width = pen->line->width;

	if (!glyph->columns) {
		if (pen->base)
			combine(pen->base, glyph->ch);
		return;
	}
	pen->x += glyph->columns;
	pen->base = NULL;
	if (x >= 0 && pen->x <= width) {
		pen->base = &cells[x];
		set(pen->base, pen->style, glyph->ch);
		if (glyph->columns == 2)
			set(&cells[x + 1], pen->style, 0);
	} else if (glyph->columns == 2) { /* half of it lies outside, or all */
		if (x >= 0 && x < width)
			set(&cells[x], pen->style, L' ');
		else if (x == -1 && width)
			set(&cells[0], pen->style, L' ');
	}
}

/* Printable ASCII at the front, which needs no decoding.  Returns what is behind it. */
static const char *draw_ascii(struct pen *pen, const char *text)
{
	while (*text >= 0x20 && *text < 0x7f) {
		pen->base = NULL;
		if (pen->x >= 0 && pen->x < pen->line->width) {
			pen->base = &pen->line->cells[pen->x];
			set(pen->base, pen->style, (wchar_t)*text);
		}
		pen->x++;
		text++;
	}
	return text;
}

static unsigned int clip(int64_t x, unsigned int width)
{
	return x < 0 ? 0 : x < width ? (unsigned int)x : width;
}

/* Draws @text of @columns columns from column @x, which may be negative. */
static void draw(const struct area *a, unsigned int y, int64_t x, unsigned int columns,
		 enum style style, const char *text)
{
	struct line line = line_of(a, y);
	struct pen pen = {.line = &line, .style = style, .x = x};
	struct glyphs glyphs;
	struct glyph glyph;

	if (!line.width)
		return;
	cut_wide(&line, clip(x, line.width), clip(x + columns, line.width));
	glyphs = glyphs__of(draw_ascii(&pen, text));
	glyphs.has_base = pen.x > x;
	while (pen.x < line.width && glyphs__next(&glyphs, &glyph))
		draw_glyph(&pen, &glyph);
	/* What combines with the last column is still to come. */
	while (pen.base && glyphs__next(&glyphs, &glyph))
		draw_glyph(&pen, &glyph);
}

unsigned int area__put(const struct area *a, unsigned int y, unsigned int x, enum style style,
		       const char *text)
{
	unsigned int columns = text__columns(text);

	draw(a, y, x, columns, style, text);
	return columns;
}

void area__put_right(const struct area *a, unsigned int y, unsigned int end, enum style style,
		     const char *text)
{
	unsigned int columns = text__columns(text);

	draw(a, y, (int64_t)end - columns, columns, style, text);
}

unsigned int area__printf(const struct area *a, unsigned int y, unsigned int x, enum style style,
			  const char *fmt, ...)
{
	char fits[PRINTF_BYTES], *longer = NULL;
	unsigned int columns;
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(fits, sizeof(fits), fmt, args);
	va_end(args);
	if (n < 0)
		return 0;
	if ((size_t)n >= sizeof(fits)) {
		va_start(args, fmt);
		n = vasprintf(&longer, fmt, args);
		va_end(args);
		if (n < 0) /* what fits is better than nothing */
			longer = NULL;
	}
	columns = area__put(a, y, x, style, longer ? longer : fits);
	free(longer);
	return columns;
}

void area__fill(const struct area *a, unsigned int y, unsigned int x, unsigned int n,
		enum style style, wchar_t ch)
{
	struct line line = line_of(a, y);
	unsigned int end = clip((int64_t)x + n, line.width);

	cut_wide(&line, x, end);
	for (; x < end; x++)
		set(&line.cells[x], style, ch);
}

void area__restyle(const struct area *a, unsigned int y, unsigned int x, unsigned int n,
		   enum style style)
{
	struct line line = line_of(a, y);
	unsigned int end = clip((int64_t)x + n, line.width);

	for (; x < end; x++)
		line.cells[x].style = (unsigned char)style;
}

unsigned int area__bar(const struct area *a, unsigned int y, unsigned int x, unsigned int room,
		       double length, enum style style)
{
	unsigned int per_cell = a->canvas->blocks ? 8 : 1, steps, full;

	if (!(length > 0))
		return 0;
	if (length > room)
		length = room;
	steps = (unsigned int)(length * per_cell + 0.5);
	if (!steps && room)
		steps = 1; /* a little is not nothing */
	full = steps / per_cell;
	area__fill(a, y, x, full, style, a->canvas->blocks ? L'\u2588' : L'#');
	if (steps % per_cell == 0)
		return full;
	/* U+2589 is seven eighths, U+258F is one. */
	area__fill(a, y, x + full, 1, style, (wchar_t)(0x2590 - steps % per_cell));
	return full + 1;
}
