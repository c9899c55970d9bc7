/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the styles look like.  On dark and on light grounds, for colour-blind
 * readers, and without any colour: nothing is told by colour alone.
 */
#ifndef TERM_PALETTE_H
#define TERM_PALETTE_H

#include <stdbool.h>

#include "term/curses.h"
#include "tui/canvas.h"

/* After newterm.  @colour: if the terminal has it. */
void palette__setup(bool colour);
void palette__look(enum style style, attr_t *attributes, short *pair);

#endif
