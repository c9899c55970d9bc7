/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of a comparison as people read them, the same in text, Markdown and HTML. */
#ifndef VIEW_DIFF_CELLS_H
#define VIEW_DIFF_CELLS_H

#include "view/diff_view.h"
#include "view/format.h"

#define DIFF_CELL_VALUE	 8 /* columns of a value with its unit */
#define DIFF_CELL_CHANGE 7 /* of a change */
#define DIFF_CELL_SPREAD 4 /* of half an interval */

/* "170.3 ns", "41.3 %", "1,501/s"; "n/a" for NAN. */
struct text diff_cells__value(const struct diff_metric *metric, double value);

/* What stands for a group: its mean over runs; of what is shown only, the largest. */
struct text diff_cells__side(const struct diff_metric *metric, size_t group);

/* "-67.1%", "x12.3" (ten times and more), "-41.3pt" (points), "-1.2k/s"; "n/a". */
struct text diff_cells__change(const struct diff_metric *metric, double change);

/* Change of the smallest run of a group against the base's smallest. */
struct text diff_cells__least_change(const struct diff_metric *metric, size_t group);

/* Half the interval, in the unit of the change and without it; "" where there is none. */
struct text diff_cells__spread(const struct diff_metric *metric, const struct diff_change *change);

/* A limit's change: a share in percent if @relative, else in the metric's unit. */
struct text diff_cells__gate(const struct diff_metric *metric, bool relative, double change);

/* For programs: "ratio", "difference", "shown". */
const char *diff_cells__scale(enum diff_scale scale);

/* How a metric is shown. */
enum diff_row {
	DIFF_ROW_SHOWN,
	DIFF_ROW_NONE, /* nothing happened in any group: named in the foot */
	DIFF_ROW_NA,   /* n/a in every group: named there, with the reason */
};

enum diff_row diff_cells__row(const struct diff *diff, const struct diff_metric *metric);

/*
 * Reasons of the rows shown, each once, by letters: [a], [b], ...  A NULL
 * reason ends the list.
 */
#define DIFF_REASONS 26
struct diff_reasons {
	const char *text[DIFF_REASONS + 1];
};

struct diff_reasons diff_cells__reasons(const struct diff *diff);

/* Its letter, or 0: it has no reason, or there are too many. */
char diff_reasons__letter(const struct diff_reasons *reasons, const struct diff_change *change);

/* @text in plain ASCII, cut to @width (..) and the struct's size: a name of a group. */
struct text diff_cells__name(const char *name, unsigned int width);

/* "95 %", the level of the intervals. */
struct text diff_cells__level(double alpha);

#endif
