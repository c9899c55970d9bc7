/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines that are more than fit: which of them are on screen. */
#ifndef TUI_SCROLL_H
#define TUI_SCROLL_H

#include "tui/key.h"
#include "tui/panel.h"

struct scroll {
	unsigned int top;	  /* first line shown */
	unsigned int wanted;	  /* what it is where that many lines do not fit at once */
	unsigned int lines, page; /* there are, and fit, as drawn last */
};

/*
 * Notes what there is to show and keeps @top within: a page that was longer for
 * a while, as for an export, leaves the place as it was.
 */
void scroll__set(struct scroll *scroll, unsigned int lines, unsigned int page);

/* The keys that move.  Returns whether it was one. */
bool scroll__key(struct scroll *scroll, int key);
bool scroll__mouse(struct scroll *scroll, const struct mouse *mouse);

#endif
