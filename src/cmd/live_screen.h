/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The live screen on a terminal: the loop that joins a source, an app and a terminal. */
#ifndef CMD_LIVE_SCREEN_H
#define CMD_LIVE_SCREEN_H

#include "model/source.h"
#include "util/options.h"
#include "view/select.h"

/*
 * live_screen__run - shows @src until the user quits, INT, TERM, -d, or the
 * terminal is gone.  The terminal must be one that can (terminal__can).
 * Returns 0, or a negative errno after one line about it.
 */
int live_screen__run(const struct options *opt, struct source *src, const struct select *select);

#endif
