/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slots of a histogram joined to as few lines as there is room for, always to
 * ranges that slots exactly fill: the bounds are exact, the lower within, the
 * upper outside.
 */
#ifndef VIEW_HIST_BINS_H
#define VIEW_HIST_BINS_H

#include "model/hist.h"

struct hist_bins {
	const struct hist_layout *layout;
	const uint64_t *counts;
	unsigned int group;	  /* slots a line, a power of two */
	unsigned int first, last; /* lines, inclusive */
	uint64_t total, largest;  /* of all lines; of one line */
};

/*
 * hist_bins__make - joins the slots of @counts until at most @max_lines are
 * left from the first to the last that has some, or @max_group slots are one.
 * @other: counts of the same layout whose range is to have room too, or NULL.
 * Returns false when there are no counts at all.
 */
bool hist_bins__make(struct hist_bins *bins, const struct hist_layout *layout,
		     const uint64_t *counts, const uint64_t *other, unsigned int max_lines,
		     unsigned int max_group);

/* Of a line first..last: its count (of @counts, such as the other ones) and bounds. */
uint64_t hist_bins__count(const struct hist_bins *bins, const uint64_t *counts, unsigned int line);
uint64_t hist_bins__low(const struct hist_bins *bins, unsigned int line);
uint64_t hist_bins__high(const struct hist_bins *bins, unsigned int line); /* UINT64_MAX: open */

/* Columns that the widest bound takes as text, in us. */
unsigned int hist_bins__bound_columns(const struct hist_bins *bins);

/*
 * hist_bins__marks - " p50 p90 p99 max", as many of them as lie in this line.
 * @max_ns: the longest hold, or 0 when not known.
 */
#define HIST_MARKS_COLUMNS 16
void hist_bins__marks(const struct hist_bins *bins, unsigned int line, uint64_t max_ns,
		      char text[HIST_MARKS_COLUMNS + 1]);

#endif
