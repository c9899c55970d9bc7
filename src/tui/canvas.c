// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/canvas.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "tui/glyph.h"

static const struct cell blank = {.ch = {L' '}, .style = STYLE_TEXT};

static struct cell *new_cells(unsigned int height, unsigned int width)
{
	size_t n;

	if (__builtin_mul_overflow((size_t)height, (size_t)width, &n) ||
	    n > SIZE_MAX / sizeof(struct cell))
		return NULL;
	return calloc(n ? n : 1, sizeof(struct cell));
}

struct canvas *canvas__new(unsigned int height, unsigned int width, bool blocks)
{
	struct canvas *canvas = calloc(1, sizeof(*canvas));

	if (!canvas)
		return NULL;
	canvas->blocks = blocks;
	if (canvas__resize(canvas, height, width)) {
		free(canvas);
		return NULL;
	}
	return canvas;
}

void canvas__free(struct canvas *canvas)
{
	if (!canvas)
		return;
	free(canvas->cells);
	free(canvas);
}

int canvas__resize(struct canvas *canvas, unsigned int height, unsigned int width)
{
	if (!canvas->cells || canvas->height != height || canvas->width != width) {
		struct cell *cells = new_cells(height, width);

		if (!cells)
			return -ENOMEM;
		free(canvas->cells);
		canvas->cells = cells;
		canvas->height = height;
		canvas->width = width;
	}
	canvas__clear(canvas);
	return 0;
}

void canvas__clear(struct canvas *canvas)
{
	size_t n = (size_t)canvas->height * canvas->width;

	for (size_t i = 0; i < n; i++)
		canvas->cells[i] = blank;
}

struct area canvas__area(struct canvas *canvas)
{
	return (struct area){.canvas = canvas, .h = canvas->height, .w = canvas->width};
}

static void print_cell(const struct cell *cell, FILE *f)
{
	for (unsigned int i = 0; i < CELL_CHARS && cell->ch[i]; i++) {
		char bytes[MB_LEN_MAX];
		mbstate_t state = {0};
		size_t n;

		if (cell->ch[i] < 0x80) {
			fputc((int)cell->ch[i], f);
			continue;
		}
		n = wcrtomb(bytes, cell->ch[i], &state);
		if (n != (size_t)-1)
			fwrite(bytes, 1, n, f);
		else if (i == 0)
			fputc('?', f);
	}
}

static bool is_blank(const struct cell *cell)
{
	return cell->ch[0] == L' ' && !cell->ch[1];
}

void canvas__print(const struct canvas *canvas, unsigned int height, FILE *f)
{
	for (unsigned int y = 0; y < height && y < canvas->height; y++) {
		const struct cell *row = canvas->cells + (size_t)y * canvas->width;
		unsigned int end = canvas->width;

		while (end && is_blank(&row[end - 1]))
			end--;
		for (unsigned int x = 0; x < end; x++)
			print_cell(&row[x], f);
		fputc('\n', f);
	}
}

unsigned int text__columns(const char *text)
{
	const char *p = text;
	unsigned int columns;
	struct glyphs glyphs;
	struct glyph glyph;

	while (*p >= 0x20 && *p < 0x7f)
		p++;
	columns = (unsigned int)(p - text);
	if (!*p)
		return columns;
	glyphs = glyphs__of(p);
	glyphs.has_base = columns > 0;
	while (glyphs__next(&glyphs, &glyph))
		columns += glyph.columns;
	return columns;
}
