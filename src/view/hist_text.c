// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/hist_text.h"

#include <string.h>

#include "view/format.h"
#include "view/hist_bins.h"

#define MAX_LINES   20
#define MARKS_WIDTH (1 + HIST_MARKS_COLUMNS)
#define COUNT_WIDTH 11

struct drawing {
	struct hist_bins bins;
	int bound_width;
	unsigned int bar_width;
};

static void measure(struct drawing *d, unsigned int width)
{
	unsigned int fixed;

	d->bound_width = (int)hist_bins__bound_columns(&d->bins);
	fixed = 2 + 2 * (unsigned int)d->bound_width + 2 + COUNT_WIDTH + 1 + 6 + 2 + MARKS_WIDTH;
	d->bar_width = width > fixed + 10 ? width - fixed : 10;
	if (d->bar_width > 50)
		d->bar_width = 50;
}

/* Draws the bar; returns the columns it took. */
static unsigned int print_bar(FILE *f, const struct drawing *d, uint64_t n)
{
	unsigned int full = (unsigned int)((double)n / (double)d->bins.largest * d->bar_width + 0.5);

	for (unsigned int i = 0; i < full; i++)
		fputc('#', f);
	if (full)
		return full;
	fputc('.', f); /* a few are not none */
	return 1;
}

/* The quantiles and the maximum that lie in this line. */
static void print_marks(FILE *f, const struct drawing *d, unsigned int line, uint64_t max_ns,
			unsigned int drawn)
{
	char text[HIST_MARKS_COLUMNS + 1];

	hist_bins__marks(&d->bins, line, max_ns, text);
	if (*text)
		fprintf(f, "%*s%s", (int)(d->bar_width - drawn) + 1, "", text);
}

static void print_line(FILE *f, const struct drawing *d, unsigned int line, uint64_t n,
		       uint64_t below, uint64_t max_ns)
{
	uint64_t high = hist_bins__high(&d->bins, line);
	unsigned int drawn;

	fprintf(f, "  %*s  ", d->bound_width, format__exact_us(hist_bins__low(&d->bins, line)).s);
	fprintf(f, "%*s", d->bound_width,
		high == UINT64_MAX ? "and more" : format__exact_us(high).s);
	fprintf(f, "%*s %6.2f", COUNT_WIDTH, format__count_fit(n, COUNT_WIDTH - 1).s,
		100.0 * (double)(below + n) / (double)d->bins.total);
	if (n) {
		fputs("  ", f);
		drawn = print_bar(f, d, n);
		print_marks(f, d, line, max_ns, drawn);
	}
	fputc('\n', f);
}

void hist_text__print(FILE *f, const struct hist_layout *layout, const uint64_t *counts,
		      uint64_t max_ns, unsigned int width)
{
	struct drawing d;
	uint64_t below = 0;

	if (!hist_bins__make(&d.bins, layout, counts, NULL, MAX_LINES, layout->per_octave)) {
		fputs("  no hold was measured\n", f);
		return;
	}
	measure(&d, width);
	fprintf(f, "  %*s  %*s%*s %6s\n", d.bound_width, "from us", d.bound_width, "below us",
		COUNT_WIDTH, "holds", "cum %");
	for (unsigned int line = d.bins.first; line <= d.bins.last; line++) {
		uint64_t n = hist_bins__count(&d.bins, counts, line);

		print_line(f, &d, line, n, below, max_ns);
		below += n;
	}
}
