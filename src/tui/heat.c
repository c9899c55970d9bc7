// SPDX-License-Identifier: GPL-2.0-or-later
/* One cell of a heat strip. */
#include <math.h>

#include "tui/canvas.h"

/* 0 only for nothing at all; else 1 to @steps. */
static unsigned int step_of(double level, unsigned int steps)
{
	if (!(level > 0))
		return 0;
	return level >= 1 ? steps : (unsigned int)ceil(level * steps);
}

wchar_t heat__glyph(double level, bool blocks)
{
	static const char ascii[] = " .:-=+*#%@";
	unsigned int step;

	if (isnan(level))
		return blocks ? L'\u00b7' : L'.';
	if (!blocks)
		return (wchar_t)ascii[step_of(level, sizeof(ascii) - 2)];
	step = step_of(level, 8);
	return step ? (wchar_t)(0x2580 + step) : L' '; /* U+2581 is one eighth */
}

enum style heat__style(double level)
{
	unsigned int step;

	if (isnan(level))
		return STYLE_DIM;
	step = step_of(level, STYLE_HEATS);
	return (enum style)(STYLE_HEAT_0 + (step ? step - 1 : 0));
}
