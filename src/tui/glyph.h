/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text in the locale's encoding taken apart into what takes columns on screen. */
#ifndef TUI_GLYPH_H
#define TUI_GLYPH_H

#include <stdbool.h>
#include <wchar.h>

struct glyph {
	wchar_t ch;
	unsigned int columns; /* 0: combines with the glyph before it */
};

struct glyphs {
	const char *text;      /* what is left */
	unsigned int escaping; /* bytes of it that can only be shown as \xNN */
	unsigned int digit;    /* position in the \xNN under way */
	bool has_base;	       /* there is a glyph to combine with */
};

struct glyphs glyphs__of(const char *text);

/*
 * glyphs__next - the next glyph, false at the end.  Control bytes, marks that
 * turn the writing direction, what the locale cannot decode and a combining
 * character with nothing before it come as the four glyphs \xNN for each byte.
 */
bool glyphs__next(struct glyphs *g, struct glyph *glyph);

#endif
