/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A histogram of ours as cumulative buckets.  Slots are half-open and whole
 * nanoseconds, le is inclusive: so the bound of slots up to and with one is the
 * first value above it less 1 ns.  The last slot also holds what is longer than the
 * layout reaches, so it has no bound but +Inf.
 */
#ifndef EXPORT_EXPOSITION_HIST_H
#define EXPORT_EXPOSITION_HIST_H

#include "model/hist.h"

struct exposition_hist {
	const struct hist_layout *layout;
	unsigned int step;  /* slots a bucket */
	unsigned int first; /* last slot of the first bucket, which begins at 0 */
};

/* The host's: @buckets an octave (1, 2, 4, 8 or 16; another: the default), the first up to 31 ns.
 */
struct exposition_hist exposition_hist__fine(unsigned int buckets);
/* A cgroup's: one an octave. */
struct exposition_hist exposition_hist__coarse(void);

/* Number of buckets, +Inf included. */
unsigned int exposition_hist__buckets(const struct exposition_hist *hist);

/*
 * exposition_hist__walk - tells each bucket's bound, as text in seconds, and
 * how many holds were not above it, +Inf last.  Returns the total: the sum of
 * the slots, so that it agrees with +Inf.
 */
uint64_t exposition_hist__walk(const struct exposition_hist *hist, const uint64_t *slots,
			       void (*tell)(void *arg, const char *le, uint64_t n), void *arg);

#endif
