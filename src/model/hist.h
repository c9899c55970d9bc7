/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The two log-linear histogram layouts of memcgtop_abi.h, seen from user
 * space.  Bounds are half-open: slot i holds values v with low <= v < high,
 * in nanoseconds.  The first and last slots are open-ended where the layout
 * clamps.
 */
#ifndef MODEL_HIST_H
#define MODEL_HIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcgtop_abi.h"

struct hist_layout {
	unsigned int slots;
	unsigned int per_octave;
	uint64_t (*low)(unsigned int slot);	/* smallest value of the slot */
	uint64_t (*high)(unsigned int slot);	/* first value above it; UINT64_MAX: open */
	unsigned int (*slot_of)(uint64_t ns);
};

extern const struct hist_layout hist_fine;
extern const struct hist_layout hist_coarse;

/* A quantile and the bucket it lies in. */
struct quantile {
	bool known;		/* false: no events */
	double ns;		/* geometric middle of the bucket, never above max_ns */
	uint64_t low_ns, high_ns;	/* the bucket's bounds, high clipped to max_ns */
};

/*
 * hist__quantile - q (0..1) of @n counts, by rank ceil(q * total), at least 1.
 * @max_ns: true maximum, or 0 when not known.
 */
struct quantile hist__quantile(const struct hist_layout *layout, const uint64_t *counts,
			       double q, uint64_t max_ns);
struct quantile hist__quantile32(const struct hist_layout *layout, const uint32_t *counts,
				 double q, uint64_t max_ns);

uint64_t hist__total(const uint64_t *counts, size_t n);

#endif
