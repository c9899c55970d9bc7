// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/exposition_hist.h"

#include "export/exposition.h"
#include "export/exposition_text.h"

/* What is shorter, and what the correction took below zero, is told apart by nothing. */
#define FIRST_LE_NS 31

struct exposition_hist exposition_hist__fine(unsigned int buckets)
{
	bool fits = buckets && buckets <= hist_fine.per_octave && !(buckets & (buckets - 1));

	return (struct exposition_hist){
		.layout = &hist_fine,
		.step = hist_fine.per_octave / (fits ? buckets : EXPOSITION_BUCKETS_DEFAULT),
		.first = hist_fine.slot_of(FIRST_LE_NS),
	};
}

struct exposition_hist exposition_hist__coarse(void)
{
	return (struct exposition_hist){
		.layout = &hist_coarse,
		.step = hist_coarse.per_octave,
		.first = hist_coarse.per_octave - 1,
	};
}

/* Bounds lie after whole steps, counted from the first; the last slot has none. */
static bool ends_bucket(const struct exposition_hist *hist, unsigned int slot)
{
	return slot >= hist->first && (slot - hist->first) % hist->step == 0 &&
	       slot + 1 < hist->layout->slots;
}

unsigned int exposition_hist__buckets(const struct exposition_hist *hist)
{
	unsigned int n = 1;

	for (unsigned int slot = 0; slot < hist->layout->slots; slot++)
		n += ends_bucket(hist, slot);
	return n;
}

uint64_t exposition_hist__walk(const struct exposition_hist *hist, const uint64_t *slots,
			       void (*tell)(void *arg, const char *le, uint64_t n), void *arg)
{
	char le[EXPOSITION_NUMBER];
	uint64_t n = 0;

	for (unsigned int slot = 0; slot < hist->layout->slots; slot++) {
		if (__builtin_add_overflow(n, slots[slot], &n))
			n = UINT64_MAX; /* a damaged recording; still cumulative */
		if (!ends_bucket(hist, slot))
			continue;
		exposition_text__le(le, hist->layout->high(slot) - 1);
		tell(arg, le, n);
	}
	tell(arg, "+Inf", n);
	return n;
}
