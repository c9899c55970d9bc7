/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pictures of a comparison as inline SVG, inside diff_html.c's page only: its
 * style sheet has the colours (classes g0 to g5 by group, axis, label, none).
 */
#ifndef VIEW_DIFF_SVG_H
#define VIEW_DIFF_SVG_H

#include <stdio.h>

#include "diff/diff.h"

#define DIFF_SVG_COLOURS 6

/* Writes @text so that it means nothing to HTML; not UTF-8 or a control: as \xNN. */
void diff_svg__escape(FILE *f, const char *text);

/* How holds are spread, a line a group, over each other; time on a log scale. */
void diff_svg__holds(FILE *f, const struct diff *diff);

/* Share of time each CPU's lock was held, a block of cells a group. */
void diff_svg__cpus(FILE *f, const struct diff *diff);

/* One metric: a dot for each run, a line of them a group. */
void diff_svg__runs(FILE *f, const struct diff *diff, const struct diff_metric *metric);

#endif
