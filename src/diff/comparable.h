/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What two runs must have in common to be compared: metric by metric, and at all.  Pure. */
#ifndef DIFF_COMPARABLE_H
#define DIFF_COMPARABLE_H

#include <stdbool.h>

#include "diff/metrics.h"

/*
 * comparable__metric - is the metric measured alike on both?
 * @why: gets the reason when not, cut at @bytes.
 *
 * Each role it depends on has the same hook (compilers' suffixes left out).  A
 * timed metric wants the same mode too, and both corrected or neither: the way
 * in and out of a probe is in the figure.  For a counted one a session and
 * fentry are the same, and kprobes of either kind are; the two families miss
 * different calls.  __refill_stock is compared with nothing else.
 */
bool comparable__metric(const struct metric_def *def, const struct recorded_run *a,
			const struct recorded_run *b, char *why, size_t bytes);

/*
 * comparable__refusal - why these groups should not be compared: architecture,
 * CPU count or load differ, within a group or between them, or a file is given
 * twice in a group.
 * Returns a phrase to free, or NULL when they may be (*@err 0) or when memory
 * is short (*@err -ENOMEM).
 */
char *comparable__refusal(const struct diff_group *group, size_t n_groups, int *err);

#endif
