// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/hist_plot.h"

#include <math.h>
#include <stdio.h>

#include "view/format.h"

#define COUNT_COLUMNS 11
#define COUNT_NARROW  8
#define SHARE_COLUMNS 7
#define MIN_BAR	      8
#define MAX_BAR	      80

static double share_of(uint64_t n, uint64_t total)
{
	return total ? (double)n / (double)total : 0;
}

static double line_share(const struct hist_plot *p, unsigned int line)
{
	return share_of(hist_bins__count(&p->bins, p->now.counts, line), p->bins.total);
}

static double base_share(const struct hist_plot *p, unsigned int line)
{
	return share_of(hist_bins__count(&p->bins, p->base.counts, line), p->base_total);
}

/*
 * Columns by what they are worth: bounds and counts always, then a bar, shares,
 * marks, a wider bar.
 */
static void choose_columns(struct hist_plot *p)
{
	unsigned int shares = p->has_base ? 2 * SHARE_COLUMNS : SHARE_COLUMNS;
	unsigned int used, w = p->area.w;

	p->bound = hist_bins__bound_columns(&p->bins);
	used = 2 * p->bound + 1;
	p->count = w >= used + COUNT_COLUMNS + shares + 2 * MIN_BAR ? COUNT_COLUMNS : COUNT_NARROW;
	used += p->count + 2;
	p->has_share = w >= used + shares + MIN_BAR;
	used += p->has_share ? shares : 0;
	p->has_marks = w >= used + HIST_MARKS_COLUMNS + 2 * MIN_BAR;
	p->bar_x = used;
	used += p->has_marks ? HIST_MARKS_COLUMNS : 0;
	p->bar = w > used ? w - used : 0;
	p->two_bars = p->has_base && p->bar > 2 * MIN_BAR;
	if (p->two_bars)
		p->bar = (p->bar - 1) / 2;
	if (p->bar > MAX_BAR)
		p->bar = MAX_BAR;
}

static void draw_column_titles(const struct hist_plot *p, unsigned int y)
{
	unsigned int x = 2 * p->bound + 1;
	const struct area *a = &p->area;

	area__put_right(a, y, p->bound, STYLE_TITLE, "from us");
	area__put_right(a, y, x, STYLE_TITLE, "below us");
	x += p->count;
	area__put_right(a, y, x, STYLE_TITLE, "holds");
	if (p->has_share) {
		x += SHARE_COLUMNS;
		area__put_right(a, y, x, STYLE_TITLE, p->has_base ? "now %" : "cum %");
	}
	if (p->has_share && p->has_base)
		area__put_right(a, y, x + SHARE_COLUMNS, STYLE_BASE, "mark %");
	if (p->two_bars) {
		area__put(a, y, p->bar_x, STYLE_TITLE, "now");
		area__put(a, y, p->bar_x + p->bar + 1, STYLE_BASE, "at the mark");
	}
}

/* Columns of a bar.  Log bars: one for a single hold, the most for the largest line. */
static double bar_length(const struct hist_plot *p, double share)
{
	double total = (double)p->bins.total;

	if (p->largest_share <= 0)
		return 0;
	if (!p->logarithmic)
		return share / p->largest_share * p->bar;
	return log1p(share * total) / log1p(p->largest_share * total) * p->bar;
}

static void draw_bar(const struct hist_plot *p, unsigned int y, unsigned int x, double share,
		     enum style style)
{
	unsigned int drawn;

	if (share <= 0 || !p->bar)
		return;
	drawn = area__bar(&p->area, y, x, p->bar, bar_length(p, share), style);
	if (!drawn) /* a few are not none */
		area__put(&p->area, y, x, style, ".");
}

static void draw_line(const struct hist_plot *p, unsigned int y, unsigned int line,
		      double cumulative)
{
	uint64_t n = hist_bins__count(&p->bins, p->now.counts, line);
	uint64_t high = hist_bins__high(&p->bins, line);
	unsigned int x = 2 * p->bound + 1;
	const struct area *a = &p->area;
	char marks[HIST_MARKS_COLUMNS + 1];
	struct text t;

	area__put_right(a, y, p->bound, STYLE_TEXT,
			format__exact_us(hist_bins__low(&p->bins, line)).s);
	area__put_right(a, y, x, STYLE_TEXT,
			high == UINT64_MAX ? "and more" : format__exact_us(high).s);
	x += p->count;
	area__put_right(a, y, x, n ? STYLE_STRONG : STYLE_DIM,
			format__count_fit(n, p->count - 1).s);
	if (p->has_share) {
		x += SHARE_COLUMNS;
		snprintf(t.s, sizeof(t.s), "%.2f",
			 100 * (p->has_base ? line_share(p, line) : cumulative));
		area__put_right(a, y, x, STYLE_TEXT, t.s);
	}
	if (p->has_share && p->has_base) {
		snprintf(t.s, sizeof(t.s), "%.2f", 100 * base_share(p, line));
		area__put_right(a, y, x + SHARE_COLUMNS, STYLE_BASE, t.s);
	}
	draw_bar(p, y, p->bar_x, line_share(p, line), STYLE_BAR);
	if (p->two_bars)
		draw_bar(p, y, p->bar_x + p->bar + 1, base_share(p, line), STYLE_BASE);
	if (p->has_marks) {
		hist_bins__marks(&p->bins, line, p->now.max_ns, marks);
		area__put_right(a, y, a->w, STYLE_NOTICE, marks);
	}
}

void hist_plot__draw(struct hist_plot *p, unsigned int y)
{
	uint64_t below = 0;

	if (y + 1 >= p->area.h)
		return;
	hist_bins__make(&p->bins, p->now.layout, p->now.counts, p->has_base ? p->base.counts : NULL,
			p->area.h - y - 1, p->now.layout->slots);
	p->base_total = hist__total(p->base.counts, p->now.layout->slots);
	p->largest_share = share_of(p->bins.largest, p->bins.total);
	for (unsigned int line = p->bins.first; line <= p->bins.last && p->has_base; line++)
		p->largest_share = fmax(p->largest_share, base_share(p, line));
	choose_columns(p);
	draw_column_titles(p, y++);
	for (unsigned int line = p->bins.first; line <= p->bins.last; line++) {
		below += hist_bins__count(&p->bins, p->now.counts, line);
		draw_line(p, y++, line, share_of(below, p->bins.total));
	}
}
