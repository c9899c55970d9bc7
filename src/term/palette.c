// SPDX-License-Identifier: GPL-2.0-or-later
#include "term/palette.h"

#include <stdlib.h>

#define DEFAULT -1

struct look {
	attr_t attributes;
	attr_t colourless; /* attributes where there is no colour */
	/*
	 * Foregrounds, by how many colours the terminal has.  Those of 256 have
	 * a luminance near 0.18: on black and on white the contrast is 3.8 to
	 * 5.5 : 1.  Of the first 8 only red and magenta come near;
	 * of 16 also bright blue.  Blue against orange, never red against green.
	 */
	short of_256, of_16, of_8;
};

enum {
	RED_256 = 196,
	ORANGE_256 = 130,
	BLUE_256 = 27,
	VIOLET_256 = 97,
	PINK_256 = 133,
	DARK_ORANGE_256 = 166,
	GREY_256 = 243,
	BRIGHT_BLUE_16 = 12,
};

static const struct look looks[STYLE_NR] = {
	[STYLE_TEXT] = {A_NORMAL, A_NORMAL, DEFAULT, DEFAULT, DEFAULT},
	[STYLE_DIM] = {A_NORMAL, A_DIM, GREY_256, DEFAULT, DEFAULT},
	[STYLE_STRONG] = {A_BOLD, A_BOLD, DEFAULT, DEFAULT, DEFAULT},
	[STYLE_TITLE] = {A_UNDERLINE, A_UNDERLINE, BLUE_256, BRIGHT_BLUE_16, DEFAULT},
	[STYLE_SORTED] = {A_BOLD | A_REVERSE, A_BOLD | A_REVERSE, BLUE_256, BRIGHT_BLUE_16,
			  DEFAULT},
	[STYLE_SELECTED] = {A_REVERSE, A_REVERSE, DEFAULT, DEFAULT, DEFAULT},
	[STYLE_NOTICE] = {A_BOLD, A_BOLD, ORANGE_256, COLOR_MAGENTA, COLOR_MAGENTA},
	[STYLE_ALARM] = {A_REVERSE | A_BOLD, A_REVERSE | A_BOLD, RED_256, COLOR_RED, COLOR_RED},
	[STYLE_KEY] = {A_BOLD, A_BOLD, BLUE_256, BRIGHT_BLUE_16, DEFAULT},
	[STYLE_BAR] = {A_NORMAL, A_NORMAL, BLUE_256, BRIGHT_BLUE_16, COLOR_MAGENTA},
	[STYLE_BASE] = {A_NORMAL, A_DIM, ORANGE_256, DEFAULT, DEFAULT},
	[STYLE_HEAT_0] = {A_NORMAL, A_NORMAL, BLUE_256, BRIGHT_BLUE_16, DEFAULT},
	[STYLE_HEAT_1] = {A_NORMAL, A_NORMAL, VIOLET_256, BRIGHT_BLUE_16, DEFAULT},
	[STYLE_HEAT_2] = {A_NORMAL, A_NORMAL, PINK_256, COLOR_MAGENTA, COLOR_MAGENTA},
	[STYLE_HEAT_3] = {A_NORMAL, A_BOLD, DARK_ORANGE_256, COLOR_MAGENTA, COLOR_MAGENTA},
	[STYLE_HEAT_4] = {A_BOLD, A_BOLD, RED_256, COLOR_RED, COLOR_RED},
};

static attr_t attributes_of[STYLE_NR];
static short pair_of[STYLE_NR];

/* More than 256 means colours given as RGB, the first 8 as ever. */
static short foreground(const struct look *look)
{
	if (COLORS == 256)
		return look->of_256;
	return COLORS >= 16 && COLORS < 256 ? look->of_16 : look->of_8;
}

static bool is_colour_on(bool colour)
{
	const char *no_color = getenv("NO_COLOR");

	if (!colour || (no_color && *no_color) || !has_colors())
		return false;
	if (start_color() == ERR || COLORS < 8 || COLOR_PAIRS <= STYLE_NR)
		return false;
	use_default_colors(); /* where it cannot, the ground is black */
	return true;
}

void palette__setup(bool colour)
{
	bool on = is_colour_on(colour);

	for (unsigned int s = 0; s < STYLE_NR; s++) {
		const struct look *look = &looks[s];
		short fg = on ? foreground(look) : DEFAULT;

		pair_of[s] = 0;
		attributes_of[s] = look->colourless;
		if (fg == DEFAULT || init_pair((short)(s + 1), fg, DEFAULT) == ERR)
			continue;
		pair_of[s] = (short)(s + 1);
		attributes_of[s] = look->attributes;
	}
}

void palette__look(enum style style, attr_t *attributes, short *pair)
{
	unsigned int s = (unsigned int)style < STYLE_NR ? style : STYLE_TEXT;

	*attributes = attributes_of[s];
	*pair = pair_of[s];
}
