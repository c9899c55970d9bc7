/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where snapshots come from: the live kernel (kernel/collector), a synthetic
 * host for tests and bench (model/synthetic), later a recording.  Commands and
 * views know only this.
 */
#ifndef MODEL_SOURCE_H
#define MODEL_SOURCE_H

#include <stdint.h>

#include "model/snapshot.h"
#include "model/stocks.h"

struct source;

struct source_ops {
	/*
	 * Takes one cumulative snapshot.  Returns 0 and *@snap (caller frees),
	 * or a negative errno.  Closes the current epoch of maxima: the maxima
	 * in the snapshot are those since the previous read.
	 */
	int (*read)(struct source *src, struct snapshot **snap);
	/*
	 * Sleeps until @deadline_ns (monotonic) or until @stop becomes non-zero
	 * (set by a signal handler) or fd @wake_fd (or -1) is readable, whichever
	 * comes first.  A synthetic source advances its clock instead.
	 */
	int (*wait)(struct source *src, uint64_t deadline_ns, int wake_fd);
	uint64_t (*now_ns)(struct source *src);
	/*
	 * What the stocks hold right now.  Returns 0 and *@stocks (free with
	 * stocks__free), or a negative errno and *@why (static, or owned by the
	 * source): the reason in a phrase.  NULL: such a source has no stocks.
	 */
	int (*stocks)(struct source *src, struct stocks **stocks, const char **why);
	/* Moves a clock that stands still; NULL: the clock runs by itself. */
	void (*step)(struct source *src, uint64_t ns);
	void (*close)(struct source *src);
};

struct source {
	const struct source_ops *ops;
	const struct run_info *run;
};

#endif
