// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/ledger_window.h"

#include <string.h>

/*
 * Parts are merged up to this share of the window.  Two neighbours are always
 * longer than one share, so twice as many, and two at the ends, are the most.
 */
#define WINDOW_SHARES 128

_Static_assert(2 * WINDOW_SHARES + 2 < WINDOW_PARTS, "a full ring could not take another part");

static struct window_part *part_at(struct hold_window *w, size_t i)
{
	return &w->parts[(w->first + i) % WINDOW_PARTS];
}

static void drop_old(struct hold_window *w, uint64_t window_ns, uint64_t now_ns)
{
	while (w->n && now_ns - part_at(w, 0)->to_ns >= window_ns) {
		w->first = (w->first + 1) % WINDOW_PARTS;
		w->n--;
	}
}

static void merge_max(struct longest *to, const struct longest *from)
{
	for (int site = 0; site < MCT_NR_SITES; site++)
		longest__merge(&to[site], &from[site]);
}

void hold_window__add(struct hold_window *w, uint64_t window_ns, uint64_t from_ns, uint64_t to_ns,
		      const struct longest max[MCT_NR_SITES])
{
	struct window_part *last;

	drop_old(w, window_ns, to_ns);
	last = w->n ? part_at(w, w->n - 1) : NULL;
	/* Full it can only be when the window was made longer after many short parts. */
	if (last && (to_ns - last->from_ns <= window_ns / WINDOW_SHARES || w->n == WINDOW_PARTS)) {
		last->to_ns = to_ns;
		merge_max(last->max, max);
		return;
	}
	last = part_at(w, w->n++);
	last->from_ns = from_ns;
	last->to_ns = to_ns;
	memcpy(last->max, max, sizeof(last->max));
}

double hold_window__longest(const struct hold_window *w, struct longest max[MCT_NR_SITES])
{
	const struct window_part *first = &w->parts[w->first];
	uint64_t end_ns = 0;

	memset(max, 0, MCT_NR_SITES * sizeof(*max));
	for (size_t i = 0; i < w->n; i++) {
		const struct window_part *part = &w->parts[(w->first + i) % WINDOW_PARTS];

		merge_max(max, part->max);
		end_ns = part->to_ns;
	}
	return w->n ? (double)(end_ns - first->from_ns) / 1e9 : 0;
}
