// SPDX-License-Identifier: GPL-2.0-or-later
/* Bucket bounds and quantiles of the two log-linear histograms. */
#include "model/hist.h"

#include <float.h>
#include <math.h>

#include "mct_hist.h"

/* Smallest value of a log-linear index: the inverse of mct_log_linear(). */
static uint64_t log_linear_low(unsigned int index, unsigned int bits)
{
	uint64_t per_octave = 1ull << bits;
	unsigned int octave = index >> bits;

	if (octave == 0)
		return index;
	return ((index & (per_octave - 1)) + per_octave) << (octave - 1);
}

static uint64_t fine_low(unsigned int slot)
{
	return log_linear_low(slot, MCT_FINE_BITS);
}

static uint64_t fine_high(unsigned int slot)
{
	return slot + 1 < MCT_FINE_SLOTS ? fine_low(slot + 1) : UINT64_MAX;
}

static unsigned int fine_slot_of(uint64_t ns)
{
	return mct_fine_slot(ns);
}

static uint64_t coarse_low(unsigned int slot)
{
	return slot ? log_linear_low(slot + MCT_COARSE_BASE, MCT_COARSE_BITS) : 0;
}

static uint64_t coarse_high(unsigned int slot)
{
	return slot + 1 < MCT_COARSE_SLOTS ? coarse_low(slot + 1) : UINT64_MAX;
}

static unsigned int coarse_slot_of(uint64_t ns)
{
	return mct_coarse_slot(ns);
}

const struct hist_layout hist_fine = {
	.slots = MCT_FINE_SLOTS,
	.per_octave = 1 << MCT_FINE_BITS,
	.low = fine_low,
	.high = fine_high,
	.slot_of = fine_slot_of,
};

const struct hist_layout hist_coarse = {
	.slots = MCT_COARSE_SLOTS,
	.per_octave = 1 << MCT_COARSE_BITS,
	.low = coarse_low,
	.high = coarse_high,
	.slot_of = coarse_slot_of,
};

/* Counts of either width, so that the search for a rank is written once. */
struct counts {
	const uint64_t *wide;
	const uint32_t *narrow;
};

static uint64_t count_at(const struct counts *c, unsigned int slot)
{
	return c->wide ? c->wide[slot] : c->narrow[slot];
}

/* ceil(q * total) within 1..total; a product a few ulp high is not a rank more. */
static uint64_t rank_of(double q, uint64_t total)
{
	double rank = ceil(q * (double)total * (1 - 4 * DBL_EPSILON));

	if (!(rank >= 1))
		return 1;
	return rank < (double)total ? (uint64_t)rank : total;
}

/*
 * The value that stands for a bucket: its geometric middle.  A bucket one
 * nanosecond wide holds one value; one from zero has no geometric middle and
 * gives half its bound; an open one without a known maximum gives its low end.
 */
static double middle(uint64_t low, uint64_t high)
{
	if (high == UINT64_MAX || high <= low + 1)
		return (double)low;
	if (low == 0)
		return (double)high / 2;
	return sqrt((double)low) * sqrt((double)high);
}

static struct quantile quantile(const struct hist_layout *layout, const struct counts *c, double q,
				uint64_t max_ns)
{
	struct quantile r = {.known = false};
	uint64_t total = 0, rank, seen = 0;
	unsigned int slot;

	for (slot = 0; slot < layout->slots; slot++)
		total += count_at(c, slot);
	if (total == 0)
		return r;
	rank = rank_of(q, total);
	for (slot = 0; slot < layout->slots - 1; slot++) {
		seen += count_at(c, slot);
		if (seen >= rank)
			break;
	}

	r.known = true;
	r.low_ns = layout->low(slot);
	r.high_ns = layout->high(slot);
	if (max_ns) {
		if (r.high_ns > max_ns)
			r.high_ns = max_ns;
		if (r.low_ns > max_ns)
			r.low_ns = max_ns;
	}
	r.ns = middle(r.low_ns, r.high_ns);
	return r;
}

struct quantile hist__quantile(const struct hist_layout *layout, const uint64_t *counts, double q,
			       uint64_t max_ns)
{
	struct counts c = {.wide = counts};

	return quantile(layout, &c, q, max_ns);
}

struct quantile hist__quantile32(const struct hist_layout *layout, const uint32_t *counts, double q,
				 uint64_t max_ns)
{
	struct counts c = {.narrow = counts};

	return quantile(layout, &c, q, max_ns);
}

uint64_t hist__total(const uint64_t *counts, size_t n)
{
	uint64_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += counts[i];
	return total;
}
