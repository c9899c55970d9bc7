/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loop of every command that measures: wait, read, take the difference, show. */
#ifndef CMD_COMMON_RUN_H
#define CMD_COMMON_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "model/delta.h"
#include "model/source.h"

struct run_plan {
	uint64_t interval_ns; /* 0: on_interval is not called */
	uint64_t duration_ns; /* 0: until is_over says so */
	bool keep_total;      /* add the intervals up */

	/* Called after each wake: should the run end?  INT and TERM are for it to judge. */
	bool (*is_over)(void *arg);
	/*
	 * Every snapshot after the first, as it was read, which may be more than one
	 * an interval.  NULL: of no interest.  A negative errno ends the run.
	 */
	int (*on_read)(void *arg, const struct snapshot *now);
	/* Shows an interval; NULL: none is.  A negative errno ends the run. */
	int (*on_interval)(void *arg, const struct snapshot *delta);
	void *arg;
};

/*
 * run__start - takes the snapshot at which the run begins.
 * Returns 0 and *@first, or a negative errno after one line about it.
 */
int run__start(struct source *src, struct snapshot **first);

/*
 * run__loop - runs to the end of @plan; frees @first.
 * @total: with keep_total, gets what happened since @first, also when the run
 * ended on an error; NULL when nothing did.  Free with snapshot__free.
 *
 * Reads at least every 10 s, whatever the interval: 32-bit histogram slots
 * wrap.  Returns 0, also where the source ends (-ENODATA of read), what on_read or
 * on_interval returned, or a negative errno of the source after one line about it.
 */
int run__loop(struct source *src, struct snapshot *first, const struct run_plan *plan,
	      struct snapshot **total);

#endif
