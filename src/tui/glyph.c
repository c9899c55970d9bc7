// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/glyph.h"

#include <stdint.h>
#include <string.h>

#include "model/name_text.h"

#define LONGEST_CHARACTER 16 /* bytes, in any encoding glibc has */

/*
 * Invisible characters that make some terminals draw their neighbours as one
 * picture of another width: columns would no longer be where wcwidth says.
 */
static bool is_dropped(wchar_t ch)
{
	return ch == 0x200d || ch == 0xfe0f;
}

static void escape(struct glyphs *g, struct glyph *glyph)
{
	static const char hex[] = "0123456789abcdef";
	unsigned char byte = (unsigned char)*g->text;
	const char digits[] = {'\\', 'x', hex[byte >> 4], hex[byte & 15]};

	glyph->ch = (wchar_t)digits[g->digit];
	glyph->columns = 1;
	g->has_base = true;
	if (++g->digit < sizeof(digits))
		return;
	g->digit = 0;
	g->escaping--;
	g->text++;
}

/* Length in bytes of the character at the front if it can be shown, else 0. */
static size_t decode(const struct glyphs *g, struct glyph *glyph)
{
	mbstate_t state = {0};
	size_t n = mbrtowc(&glyph->ch, g->text, strnlen(g->text, LONGEST_CHARACTER), &state);
	int columns;

	if (n == 0 || n > LONGEST_CHARACTER)
		return 0;
	columns = name__is_harmful((uint32_t)glyph->ch) ? -1 : wcwidth(glyph->ch);
	glyph->columns = columns < 0 ? 0 : (unsigned int)columns;
	return columns < 0 ? 0 : n;
}

struct glyphs glyphs__of(const char *text)
{
	return (struct glyphs){.text = text};
}

bool glyphs__next(struct glyphs *g, struct glyph *glyph)
{
	while (!g->escaping && *g->text) {
		size_t n;

		if (*g->text >= 0x20 && *g->text < 0x7f) {
			*glyph = (struct glyph){(wchar_t)*g->text++, 1};
			g->has_base = true;
			return true;
		}
		n = decode(g, glyph);
		if (n && is_dropped(glyph->ch)) {
			g->text += n;
		} else if (n && (glyph->columns || g->has_base)) {
			g->text += n;
			g->has_base = true;
			return true;
		} else {
			g->escaping = n ? (unsigned int)n : 1;
		}
	}
	if (!*g->text)
		return false;
	escape(g, glyph);
	return true;
}
