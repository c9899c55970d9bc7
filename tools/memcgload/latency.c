// SPDX-License-Identifier: GPL-2.0-or-later
#include "latency.h"

static unsigned int bucket_of(uint64_t value_ns)
{
	unsigned int top_bit, shift;

	if (value_ns < LATENCY_SUB)
		return (unsigned int)value_ns;
	if (value_ns >> (LATENCY_TOP_BIT + 1))
		return LATENCY_BUCKETS - 1;
	top_bit = 63U - (unsigned int)__builtin_clzll(value_ns);
	shift = top_bit - LATENCY_SUB_BITS;
	/* value >> shift lies in [SUB, 2 * SUB): the first octave is exact. */
	return shift * LATENCY_SUB + (unsigned int)(value_ns >> shift);
}

static uint64_t bucket_low_ns(unsigned int index)
{
	unsigned int shift;

	if (index < LATENCY_SUB)
		return index;
	shift = index / LATENCY_SUB - 1;
	return (uint64_t)(index - shift * LATENCY_SUB) << shift;
}

void latency__add(struct latency *lat, uint64_t value_ns)
{
	if (!lat->count || value_ns < lat->min_ns)
		lat->min_ns = value_ns;
	if (value_ns > lat->max_ns)
		lat->max_ns = value_ns;
	lat->count++;
	lat->sum_ns += value_ns;
	lat->bucket[bucket_of(value_ns)]++;
}

void latency__merge(struct latency *into, const struct latency *from)
{
	unsigned int i;

	if (!from->count)
		return;
	if (!into->count || from->min_ns < into->min_ns)
		into->min_ns = from->min_ns;
	if (from->max_ns > into->max_ns)
		into->max_ns = from->max_ns;
	into->count += from->count;
	into->sum_ns += from->sum_ns;
	for (i = 0; i < LATENCY_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

uint64_t latency__quantile_ns(const struct latency *lat, unsigned int permille)
{
	uint64_t rank, below = 0, low_ns, width_ns, value_ns;
	unsigned int i;

	if (!lat->count)
		return 0;
	/* Rank 1 is the smallest observation; split to avoid an overflow. */
	rank = lat->count / 1000 * permille + (lat->count % 1000 * permille + 999) / 1000;
	if (!rank)
		rank = 1;
	for (i = 0; i < LATENCY_BUCKETS - 1; i++) {
		if (below + lat->bucket[i] >= rank)
			break;
		below += lat->bucket[i];
	}
	if (i == LATENCY_BUCKETS - 1)
		return lat->max_ns;
	low_ns = bucket_low_ns(i);
	width_ns = bucket_low_ns(i + 1) - low_ns;
	value_ns = low_ns + (uint64_t)((double)width_ns * ((double)(rank - below) - 0.5) /
				       (double)lat->bucket[i]);
	if (value_ns < lat->min_ns)
		return lat->min_ns;
	return value_ns > lat->max_ns ? lat->max_ns : value_ns;
}
