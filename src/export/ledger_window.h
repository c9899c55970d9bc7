/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The longest holds of the last minutes, from those of each interval.  Its
 * memory is fixed: short intervals are merged, so the window's far end moves in
 * steps of at most a 128th of it.
 */
#ifndef EXPORT_LEDGER_WINDOW_H
#define EXPORT_LEDGER_WINDOW_H

#include "model/snapshot.h"

#define WINDOW_PARTS 300

struct window_part {
	uint64_t from_ns, to_ns;
	struct longest max[MCT_NR_SITES];
};

/* All zero: empty. */
struct hold_window {
	struct window_part parts[WINDOW_PARTS]; /* a ring, oldest at first */
	size_t first, n;
};

/*
 * hold_window__add - the longest holds @max of the interval from @from_ns to
 * @to_ns, later than all before.  What ended @window_ns before it, or earlier,
 * is dropped.
 */
void hold_window__add(struct hold_window *w, uint64_t window_ns, uint64_t from_ns, uint64_t to_ns,
		      const struct longest max[MCT_NR_SITES]);

/* Longest of all that is kept; returns the seconds it covers. */
double hold_window__longest(const struct hold_window *w, struct longest max[MCT_NR_SITES]);

#endif
