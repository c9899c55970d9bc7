/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The metrics of a comparison: a row each, with how it is read from a run and
 * what two runs must have in common for it.  Pure.
 */
#ifndef DIFF_METRICS_H
#define DIFF_METRICS_H

#include <stdbool.h>
#include <stddef.h>

#include "diff/compare.h"
#include "diff/load_result.h"
#include "stats/counting.h"

/* A run with what is worked out of it once. */
struct run_reading {
	const struct recorded_run *run;
	struct load_result load;
	struct moments hold; /* of its histogram */
};

struct run_reading run_reading__of(const struct recorded_run *run);

struct metric_def {
	const char *name;  /* "hold.mean" */
	const char *title; /* at most 18 characters */
	const char *unit;  /* "ns", "%", "/s" */
	/*
	 * DIFF_LOG: on logarithms, unless a run has none of it.  DIFF_PLAIN:
	 * shares, always on values.
	 */
	enum diff_scale scale;
	bool per_side;	    /* each side needs events of its own: means and quantiles */
	unsigned int needs; /* bits 1 << enum metric: what the run must be able to show */
	/* Roles (bits 1 << enum role) by which it is measured: served by the same hook */
	unsigned int roles;
	/* ... and in the same mode, and corrected alike: what is timed. */
	bool timed;
	void (*read)(const struct metric_def *def, const struct run_reading *r, struct reading *to);
	size_t at; /* offset of a counter, or index, as read wants it */
	double q;  /* of a quantile */
};

extern const struct metric_def metric_defs[];
extern const size_t n_metric_defs;

/* The row of that name, or NULL. */
const struct metric_def *metric_def__find(const char *name);

/*
 * metric_def__read - the figure of a run.  What the run's kernel cannot show is
 * NAN with the reason.
 */
struct reading metric_def__read(const struct metric_def *def, const struct run_reading *r);

#endif
