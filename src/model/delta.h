/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happened between two snapshots.  A delta is a struct snapshot whose
 * counters are differences; its active_ns is the length of the window, its
 * taken_ns/wall_ns the window's end, its maxima those of the window.
 */
#ifndef MODEL_DELTA_H
#define MODEL_DELTA_H

#include "model/snapshot.h"

/*
 * delta__new - differences "to minus from".
 * @from: earlier snapshot, or NULL: since the probes were attached.
 *
 * A cgroup absent from @from counts from zero; what a cgroup absent from @to
 * did in between is in the overflow row.  Where a counter fell (map made anew,
 * CPU element reset), its whole row counts from zero, so that means stay means.
 * Totals and overflow are those of the rows' differences.  Coarse slots are
 * taken modulo 2^32.  Maxima are those of @to, which cover the time since the
 * read before it: for a longer window accumulate the deltas between.
 * Returns NULL when memory is short; free with snapshot__free.
 */
struct snapshot *delta__new(const struct snapshot *from, const struct snapshot *to);

/*
 * delta__accumulate - adds delta @more to the running delta *@acc (made when
 * *@acc is NULL).  Counters and costs add up, maxima are merged; times, names,
 * floor and gauges (memory, cells) follow @more.  A cgroup that left keeps its
 * row.  Coarse slots stop at 2^32 - 1.  Returns 0; -ENOMEM, or -EINVAL when the
 * two have not the same CPUs, leave *@acc unharmed.
 */
int delta__accumulate(struct snapshot **acc, const struct snapshot *more);

/* Derived numbers.  Each returns NAN when its denominator is zero. */
double delta__seconds(const struct snapshot *d);
double hold__mean_ns(const struct mct_hold *h);		/* (raw - corr) / count, unclamped */
double hold__lower_mean_ns(const struct mct_hold *h);
double hold__span_mean_ns(const struct mct_hold *h);	/* corrected */
double delta__held_share(const struct snapshot *d);	/* sum of holds / (timed CPU time of online CPUs) */
double counters__under_lock_share(const struct counters *c);	/* under_lock / refills */
uint64_t counters__evictions(const struct counters *c);
uint64_t counters__charge_fallbacks(const struct counters *c);	/* without retries */
uint64_t counters__uncharge_fallbacks(const struct counters *c);

#endif
