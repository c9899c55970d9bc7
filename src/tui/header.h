/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The top of the live screen: what is measured and how, the host's totals,
 * losses, and one line of words when something is wrong.  The figures are those
 * that stat prints.
 *
 * What goes first where it is narrow: lower bound, p50, further counts and the
 * interval; then units and words are shortened; where lines are few too: attach
 * modes, cost, kernel, and at last the window.  PAUSED and losses always stay.
 * Where it is low: the CPUs, then fallbacks; totals and words stay.
 */
#ifndef TUI_HEADER_H
#define TUI_HEADER_H

#include "tui/canvas.h"
#include "tui/scene.h"

/*
 * header__draw - draws into the upper part of @area, the whole room there is
 * for header and panel: at most a third of its lines, at least one.
 * Returns the lines used.
 */
unsigned int header__draw(const struct scene *scene, const struct area *area);

#endif
