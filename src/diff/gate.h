/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Limits a change must keep: --fail-if.  Grammar (docs/diff.md):
 *
 *	GATE   = METRIC ("<" | ">") LIMIT
 *	LIMIT  = ["+" | "-"] digits ["." digits] ["%"]
 *
 * With % a change relative to the base, without it a difference in the metric's
 * unit (points for shares).  ">" fails when the change is above the limit, "<"
 * when it is below.  Pure.
 */
#ifndef DIFF_GATE_H
#define DIFF_GATE_H

#include <stdbool.h>
#include <stddef.h>

#include "diff/diff.h"

struct gate {
	const char *text; /* as typed; not owned */
	size_t metric;	  /* index into diff.metric */
	bool above;	  /* '>' */
	bool relative;	  /* '%' */
	double limit;	  /* a share of one when relative */
};

/*
 * gate__parse - reads @text.
 * @why: gets what is wrong with it.
 * Returns 0 or -EINVAL.
 */
int gate__parse(const char *text, struct gate *gate, char *why, size_t bytes);

enum gate_outcome {
	GATE_KEPT,   /* the whole interval lies within */
	GATE_UNSURE, /* cannot tell */
	GATE_FAILED, /* the whole interval lies beyond */
};

struct gate_result {
	const struct gate *gate;
	size_t group; /* against the base */
	enum gate_outcome outcome;
	double change, low, high; /* as the limit is given; NAN: none */
	char why[160];		  /* of GATE_UNSURE */
};

/* "kept", "cannot tell", "FAILED" */
const char *gate_outcome__name(enum gate_outcome outcome);

/*
 * gate__judge - all gates against each group but the base; the intervals are
 * 1 - alpha over all of them together (Bonferroni).
 * @results: gets n_gates * (n_groups - 1).
 * Returns 0 or -ENOMEM.
 */
int gate__judge(const struct diff *diff, const struct gate *gates, size_t n_gates,
		struct gate_result *results);

/* The worst of all: failed before cannot tell before kept. */
enum gate_outcome gate__worst(const struct gate_result *results, size_t n);

#endif
