/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memcgtop without a command: the live screen, or, where the output is no
 * terminal that can show one, tables every interval; until INT, TERM or -d.
 */
#ifndef CMD_LIVE_H
#define CMD_LIVE_H

#include "util/options.h"

/* Returns the exit status. */
int live__main(const struct options *opt);

#endif
