/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the histogram is of: its holds in a window, and what it is called. */
#ifndef TUI_SUBJECT_H
#define TUI_SUBJECT_H

#include "model/hist.h"
#include "tui/scene.h"

struct holds {
	const struct hist_layout *layout;
	uint64_t counts[MCT_FINE_SLOTS]; /* layout->slots of them */
	struct mct_hold sums;
	uint64_t max_ns; /* 0: none */
	size_t rows;	 /* that were added up; 0: nothing was counted for it */
};

/*
 * subject__holds - adds up the holds of @subject in @window.  Drain work is
 * counted by CPU only: for a cgroup @site must be HOLD_REFILL.
 * Returns the reason when this kernel cannot show them, else NULL.
 */
const char *subject__holds(const struct subject *subject, const struct snapshot *window,
			   enum hold_site site, struct holds *holds);

/*
 * subject__title - "all CPUs", "CPU 7", "/web", "/web and below", the name in
 * at most @width columns.  Caller frees; NULL when memory is short.
 */
char *subject__title(const struct subject *subject, unsigned int width);

/*
 * cgroup__text - "/web", or "id 4711" where @path is NULL, in at most @width (6
 * or more) columns, as view/label.h has it.  Caller frees; NULL: no memory.
 */
char *cgroup__text(uint64_t id, const char *path, unsigned int width);

#endif
