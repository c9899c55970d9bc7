/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A histogram of holds, drawn in text. */
#ifndef VIEW_HIST_TEXT_H
#define VIEW_HIST_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "model/hist.h"

/*
 * hist_text__print - one line for each range of holds that has some, and for
 * the empty ones between: bounds in us, count, share up to here, a bar, and
 * marks where p50, p90, p99 and the longest hold lie.
 * @counts: layout->slots counts.
 * @max_ns: the longest hold, or 0 when not known.
 * @width: columns, at least 80.
 *
 * Neighbouring slots are joined until at most 20 lines are left (or whole
 * octaves are reached), always to ranges that slots exactly fill: the bounds
 * shown are exact, the lower within, the upper outside.
 */
void hist_text__print(FILE *f, const struct hist_layout *layout, const uint64_t *counts,
		      uint64_t max_ns, unsigned int width);

#endif
