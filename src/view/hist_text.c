// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/hist_text.h"

#include <stdbool.h>
#include <string.h>

#include "view/format.h"

#define MAX_LINES   20
#define MARKS_WIDTH 17 /* "  p50 p90 p99 max" */
#define COUNT_WIDTH 11

struct drawing {
	const struct hist_layout *layout;
	const uint64_t *counts;
	unsigned int group;	  /* slots a line */
	unsigned int first, last; /* lines, inclusive */
	uint64_t total, largest;
	int bound_width;
	unsigned int bar_width;
};

static const struct {
	const char *name;
	double q;
} marks[] = {{"p50", 0.50}, {"p90", 0.90}, {"p99", 0.99}};

#define NR_MARKS (sizeof(marks) / sizeof(marks[0]))

static uint64_t line_count(const struct drawing *d, unsigned int line)
{
	uint64_t sum = 0;

	for (unsigned int s = line * d->group; s < (line + 1) * d->group; s++) {
		if (s < d->layout->slots)
			sum += d->counts[s];
	}
	return sum;
}

static unsigned int last_slot_of(const struct drawing *d, unsigned int line)
{
	unsigned int slot = (line + 1) * d->group - 1;

	return slot < d->layout->slots ? slot : d->layout->slots - 1;
}

/* Finds the range with counts and how many slots to join.  False: no counts. */
static bool choose_lines(struct drawing *d)
{
	unsigned int low = 0, high = d->layout->slots;

	while (low < high && !d->counts[low])
		low++;
	if (low == high)
		return false;
	while (!d->counts[high - 1])
		high--;
	for (d->group = 1; d->group < d->layout->per_octave; d->group *= 2) {
		if ((high - 1) / d->group - low / d->group < MAX_LINES)
			break;
	}
	d->first = low / d->group;
	d->last = (high - 1) / d->group;
	return true;
}

static void measure(struct drawing *d, unsigned int width)
{
	uint64_t bound = d->layout->low(last_slot_of(d, d->last));
	unsigned int fixed;

	for (unsigned int line = d->first; line <= d->last; line++) {
		uint64_t n = line_count(d, line);

		d->total += n;
		if (n > d->largest)
			d->largest = n;
	}
	d->bound_width = (int)strlen(format__exact_us(2 * bound).s);
	if (d->bound_width < 8)
		d->bound_width = 8;
	fixed = 2 + 2 * (unsigned int)d->bound_width + 2 + COUNT_WIDTH + 1 + 6 + 2 + MARKS_WIDTH;
	d->bar_width = width > fixed + 10 ? width - fixed : 10;
	if (d->bar_width > 50)
		d->bar_width = 50;
}

/* Draws the bar; returns the columns it took. */
static unsigned int print_bar(FILE *f, const struct drawing *d, uint64_t n)
{
	unsigned int full = (unsigned int)((double)n / (double)d->largest * d->bar_width + 0.5);

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
	unsigned int slot;
	char text[32] = "";

	for (size_t i = 0; i < NR_MARKS; i++) {
		struct quantile q = hist__quantile(d->layout, d->counts, marks[i].q, max_ns);

		slot = d->layout->slot_of(q.low_ns);
		if (q.known && slot / d->group == line) {
			strcat(text, " ");
			strcat(text, marks[i].name);
		}
	}
	if (max_ns && d->layout->slot_of(max_ns) / d->group == line)
		strcat(text, " max");
	if (*text)
		fprintf(f, "%*s%s", (int)(d->bar_width - drawn) + 1, "", text);
}

static void print_line(FILE *f, const struct drawing *d, unsigned int line, uint64_t below,
		       uint64_t max_ns)
{
	uint64_t n = line_count(d, line), high = d->layout->high(last_slot_of(d, line));
	unsigned int drawn;

	fprintf(f, "  %*s  ", d->bound_width, format__exact_us(d->layout->low(line * d->group)).s);
	fprintf(f, "%*s", d->bound_width,
		high == UINT64_MAX ? "and more" : format__exact_us(high).s);
	fprintf(f, "%*s %6.2f", COUNT_WIDTH, format__count_fit(n, COUNT_WIDTH - 1).s,
		100.0 * (double)(below + n) / (double)d->total);
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
	struct drawing d = {.layout = layout, .counts = counts};
	uint64_t below = 0;

	if (!choose_lines(&d)) {
		fputs("  no hold was measured\n", f);
		return;
	}
	measure(&d, width);
	fprintf(f, "  %*s  %*s%*s %6s\n", d.bound_width, "from us", d.bound_width, "below us",
		COUNT_WIDTH, "holds", "cum %");
	for (unsigned int line = d.first; line <= d.last; line++) {
		print_line(f, &d, line, below, max_ns);
		below += line_count(&d, line);
	}
}
