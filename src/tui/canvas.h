/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A rectangle of character cells in memory: what every panel of the live screen
 * draws into.  term/ copies what changed to the terminal; an export prints it;
 * a test reads it.  No terminal here.
 *
 * Text is in the locale's encoding.  Drawing outside is clipped, never an
 * error; a wide character that would be cut in half becomes a space.  Control
 * bytes and what the locale cannot decode are drawn as \xNN.
 */
#ifndef TUI_CANVAS_H
#define TUI_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

/* What a piece of text means; term/ knows what that looks like. */
enum style {
	STYLE_TEXT,
	STYLE_DIM,	/* idle, explanatory */
	STYLE_STRONG,	/* figures that matter */
	STYLE_TITLE,	/* column titles, tabs */
	STYLE_SORTED,	/* title of the column sorted by; tab that is open */
	STYLE_SELECTED, /* the row the keys act on */
	STYLE_NOTICE,	/* worth a look */
	STYLE_ALARM,	/* cannot be missed: losses, what is wrong */
	STYLE_KEY,	/* name of a key in the bottom line and help */
	STYLE_BAR,	/* bars of histograms */
	STYLE_BASE,	/* the same at the mark */
	STYLE_HEAT_0,	/* five steps of a heat scale, cold to hot */
	STYLE_HEAT_1,
	STYLE_HEAT_2,
	STYLE_HEAT_3,
	STYLE_HEAT_4,
	STYLE_NR,
};

#define STYLE_HEATS 5
#define CELL_CHARS  4 /* a base character and up to three combining ones */

struct cell {
	wchar_t ch[CELL_CHARS]; /* ch[0] == 0: right half of a wide character */
	unsigned char style;	/* enum style */
};

struct canvas {
	unsigned int height, width;
	bool blocks;	    /* the locale has block characters (UTF-8); else ASCII */
	struct cell *cells; /* height x width */
};

/* A part of a canvas; the origin of what is drawn is its upper left corner. */
struct area {
	struct canvas *canvas;
	unsigned int y, x, h, w;
};

/* Returns an empty canvas, or NULL when memory is short.  @blocks: see above. */
struct canvas *canvas__new(unsigned int height, unsigned int width, bool blocks);
void canvas__free(struct canvas *canvas);
/* Changes the size and clears.  Returns 0, or -ENOMEM with the canvas as it was. */
int canvas__resize(struct canvas *canvas, unsigned int height, unsigned int width);
void canvas__clear(struct canvas *canvas);
struct area canvas__area(struct canvas *canvas);

/*
 * canvas__print - lines [0, @height) as text in the locale's encoding, without
 * styles, trailing blanks left out.
 */
void canvas__print(const struct canvas *canvas, unsigned int height, FILE *f);

/* Part of an area, clipped to it. */
struct area area__part(const struct area *a, unsigned int y, unsigned int x, unsigned int h,
		       unsigned int w);

/* area__put - draws @text.  Returns the columns it took before clipping at the area's edge. */
unsigned int area__put(const struct area *a, unsigned int y, unsigned int x, enum style style,
		       const char *text);
unsigned int area__printf(const struct area *a, unsigned int y, unsigned int x, enum style style,
			  const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* As area__put, ending at column @end (exclusive). */
void area__put_right(const struct area *a, unsigned int y, unsigned int end, enum style style,
		     const char *text);
/* One character @n times. */
void area__fill(const struct area *a, unsigned int y, unsigned int x, unsigned int n,
		enum style style, wchar_t ch);
/* Changes the style of @n cells, not their text. */
void area__restyle(const struct area *a, unsigned int y, unsigned int x, unsigned int n,
		   enum style style);

/*
 * area__bar - a horizontal bar of @length columns (fractions in eighths where
 * the locale has blocks, else '#').  Returns the cells drawn.
 */
unsigned int area__bar(const struct area *a, unsigned int y, unsigned int x, unsigned int room,
		       double length, enum style style);

/* Columns @text takes on screen, \xNN included. */
unsigned int text__columns(const char *text);

/*
 * heat__glyph, heat__style - one cell of a heat strip for @level 0..1: a block
 * eighth, or " .:-=+*#%@" in ASCII.  0 is "none at all"; NAN: a centred dot
 * or '.', dim.
 */
wchar_t heat__glyph(double level, bool blocks);
enum style heat__style(double level);

#endif
