// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/hist_bins.h"

#include <string.h>

#include "view/format.h"

#define BOUND_COLUMNS 8 /* "below us", "and more" */

static const struct {
	const char *name;
	double q;
} marks[] = {{"p50", 0.50}, {"p90", 0.90}, {"p99", 0.99}};

#define NR_MARKS (sizeof(marks) / sizeof(marks[0]))

uint64_t hist_bins__count(const struct hist_bins *bins, const uint64_t *counts, unsigned int line)
{
	uint64_t sum = 0;

	for (unsigned int s = line * bins->group; s < (line + 1) * bins->group; s++) {
		if (s < bins->layout->slots)
			sum += counts[s];
	}
	return sum;
}

uint64_t hist_bins__low(const struct hist_bins *bins, unsigned int line)
{
	return bins->layout->low(line * bins->group);
}

uint64_t hist_bins__high(const struct hist_bins *bins, unsigned int line)
{
	unsigned int slot = (line + 1) * bins->group - 1;

	return bins->layout->high(slot < bins->layout->slots ? slot : bins->layout->slots - 1);
}

static bool has_some(const uint64_t *counts, const uint64_t *other, unsigned int slot)
{
	return counts[slot] || (other && other[slot]);
}

bool hist_bins__make(struct hist_bins *bins, const struct hist_layout *layout,
		     const uint64_t *counts, const uint64_t *other, unsigned int max_lines,
		     unsigned int max_group)
{
	unsigned int low = 0, high = layout->slots;

	*bins = (struct hist_bins){.layout = layout, .counts = counts};
	while (low < high && !has_some(counts, other, low))
		low++;
	if (low == high)
		return false;
	while (!has_some(counts, other, high - 1))
		high--;
	for (bins->group = 1; bins->group < max_group; bins->group *= 2) {
		if ((high - 1) / bins->group - low / bins->group < max_lines)
			break;
	}
	bins->first = low / bins->group;
	bins->last = (high - 1) / bins->group;
	for (unsigned int line = bins->first; line <= bins->last; line++) {
		uint64_t n = hist_bins__count(bins, counts, line);

		bins->total += n;
		if (n > bins->largest)
			bins->largest = n;
	}
	return true;
}

unsigned int hist_bins__bound_columns(const struct hist_bins *bins)
{
	const struct hist_layout *layout = bins->layout;
	unsigned int slot = (bins->last + 1) * bins->group - 1;
	size_t columns;

	if (slot >= layout->slots)
		slot = layout->slots - 1;
	/* The upper bound, which is open where the layout ends. */
	columns = strlen(format__exact_us(2 * layout->low(slot)).s);
	return columns < BOUND_COLUMNS ? BOUND_COLUMNS : (unsigned int)columns;
}

void hist_bins__marks(const struct hist_bins *bins, unsigned int line, uint64_t max_ns,
		      char text[HIST_MARKS_COLUMNS + 1])
{
	const struct hist_layout *layout = bins->layout;

	*text = '\0';
	for (size_t i = 0; i < NR_MARKS; i++) {
		struct quantile q = hist__quantile(layout, bins->counts, marks[i].q, max_ns);

		if (q.known && layout->slot_of(q.low_ns) / bins->group == line) {
			strcat(text, " ");
			strcat(text, marks[i].name);
		}
	}
	if (max_ns && layout->slot_of(max_ns) / bins->group == line)
		strcat(text, " max");
}
