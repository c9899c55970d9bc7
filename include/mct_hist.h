/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slot formulas of the two histograms in memcgtop_abi.h: one text for the BPF
 * programs and for user space, so that the two cannot disagree.
 *
 * BPF has no count-leading-zeros instruction and clang expands its builtin to
 * a population count.  Both layouts need the value shifted until its top bit
 * has a fixed place, so a ladder of five compares does that directly, on 32
 * bits: larger values leave early for the last slot.  The result is below the
 * number of slots for every input, and that comparison stays in the BPF code,
 * where the verifier wants to see it.
 */
#ifndef MCT_HIST_H
#define MCT_HIST_H

#include "memcgtop_abi.h"

#define MCT_HIST_INLINE static inline __attribute__((always_inline, unused))

/*
 * Hides the range of @v from clang, so that it neither drops a check which the
 * verifier needs nor turns a rung of the ladder into moves on both ways.
 */
#ifdef __bpf__
#define MCT_HIST_BARRIER(v) asm volatile("" : "+r"(v))
#else
#define MCT_HIST_BARRIER(v) ((void)0)
#endif

#define MCT_HIST_RUNG(v, shift, bits, step)                                                        \
	do {                                                                                       \
		if ((v) >= 1u << ((bits) + (step))) {                                              \
			(v) >>= (step);                                                            \
			(shift) += (step);                                                         \
			MCT_HIST_BARRIER(shift);                                                   \
		}                                                                                  \
	} while (0)

/*
 * Log-linear index of @v with 2^@bits sub-buckets an octave: @v itself below
 * 2^@bits, then 2^@bits indices for each octave.  The top bit of the shifted
 * value is the one that counts octaves from one.
 */
MCT_HIST_INLINE __u32 mct_log_linear(__u32 v, __u32 bits)
{
	__u32 shift = 0;

	MCT_HIST_RUNG(v, shift, bits, 16);
	MCT_HIST_RUNG(v, shift, bits, 8);
	MCT_HIST_RUNG(v, shift, bits, 4);
	MCT_HIST_RUNG(v, shift, bits, 2);
	MCT_HIST_RUNG(v, shift, bits, 1);
	return (shift << bits) + v;
}

/* Slot of @ns in a histogram of MCT_FINE_SLOTS. */
MCT_HIST_INLINE __u32 mct_fine_slot(__u64 ns)
{
	__u32 slot = MCT_FINE_SLOTS - 1;

	if (ns < 1ull << MCT_FINE_OCTAVES)
		slot = mct_log_linear((__u32)ns, MCT_FINE_BITS);
	MCT_HIST_BARRIER(slot);
	if (slot >= MCT_FINE_SLOTS)
		slot = MCT_FINE_SLOTS - 1;
	return slot;
}

/*
 * Coarse slot of the values in a fine slot: both layouts cut octaves evenly, so
 * it is the fine slot with two bits of the sub-bucket dropped, shifted and
 * clamped.
 */
MCT_HIST_INLINE __u32 mct_coarse_of_fine(__u32 fine)
{
	__u32 slot = fine >> (MCT_FINE_BITS - MCT_COARSE_BITS);
	const __u32 first = (MCT_COARSE_FIRST - MCT_FINE_BITS + 1) << MCT_COARSE_BITS;

	slot = slot > first ? slot - first : 0;
	MCT_HIST_BARRIER(slot);
	if (slot >= MCT_COARSE_SLOTS)
		slot = MCT_COARSE_SLOTS - 1;
	return slot;
}

/* First octave above the range of the coarse histogram, and its first index. */
#define MCT_COARSE_END	(MCT_COARSE_FIRST + (MCT_COARSE_SLOTS >> MCT_COARSE_BITS))
#define MCT_COARSE_BASE ((MCT_COARSE_FIRST - MCT_COARSE_BITS + 1) << MCT_COARSE_BITS)

/* Slot of @ns in a histogram of MCT_COARSE_SLOTS. */
MCT_HIST_INLINE __u32 mct_coarse_slot(__u64 ns)
{
	__u32 slot = MCT_COARSE_SLOTS - 1;

	if (ns < 1ull << MCT_COARSE_FIRST)
		slot = 0;
	else if (ns < 1ull << MCT_COARSE_END)
		slot = mct_log_linear((__u32)ns, MCT_COARSE_BITS) - MCT_COARSE_BASE;
	MCT_HIST_BARRIER(slot);
	if (slot >= MCT_COARSE_SLOTS)
		slot = MCT_COARSE_SLOTS - 1;
	return slot;
}

#endif
