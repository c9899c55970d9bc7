/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines and bars of a histogram on the screen, now and at the mark. */
#ifndef TUI_HIST_PLOT_H
#define TUI_HIST_PLOT_H

#include "tui/canvas.h"
#include "tui/subject.h"
#include "view/hist_bins.h"

struct hist_plot {
	struct area area;
	struct holds now, base; /* now has some */
	bool has_base;		/* so has base, of the same layout */
	bool logarithmic;

	/* Worked out when it is drawn. */
	struct hist_bins bins;
	uint64_t base_total;
	double largest_share; /* of a line, now or at the mark */
	unsigned int bound;   /* columns of a bound */
	unsigned int count;   /* columns of the count */
	bool has_share, has_marks, two_bars;
	unsigned int bar_x, bar; /* columns of one bar */
};

/*
 * hist_plot__draw - titles and bins, from line @y of the area on.  Counts of
 * windows of unequal length do not compare: beside a base, shares are shown.
 */
void hist_plot__draw(struct hist_plot *plot, unsigned int y);

#endif
