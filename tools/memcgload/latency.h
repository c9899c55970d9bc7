/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * latency.h - a log-linear histogram of nanoseconds.
 *
 * 64 buckets per octave: a bucket is at most 1.6 % wide. Values below 64 ns
 * are kept exactly, values above some 73 minutes share the last bucket. The
 * struct is plain data of fixed size, all zero when empty, so it can live in
 * shared memory; nothing here allocates or fails. One writer per histogram.
 */
#ifndef MEMCGLOAD_LATENCY_H
#define MEMCGLOAD_LATENCY_H

#include "base.h"

#define LATENCY_SUB_BITS 6
#define LATENCY_SUB	 (1U << LATENCY_SUB_BITS)
#define LATENCY_TOP_BIT	 41
#define LATENCY_BUCKETS	 ((LATENCY_TOP_BIT - LATENCY_SUB_BITS + 2) * LATENCY_SUB)

struct latency {
	uint64_t count;
	uint64_t sum_ns;
	uint64_t min_ns;
	uint64_t max_ns;
	uint64_t bucket[LATENCY_BUCKETS];
};

void latency__add(struct latency *lat, uint64_t value_ns);
void latency__merge(struct latency *into, const struct latency *from);

/*
 * The value below which @permille of 1000 observations lie, interpolated
 * within its bucket and never outside [min_ns, max_ns]. 0 when empty.
 */
uint64_t latency__quantile_ns(const struct latency *lat, unsigned int permille);

#endif
