/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waiting until every BPF program that runs now has ended.  They run inside
 * RCU read-side sections, and membarrier(2) waits for those of all CPUs.
 *
 * It does not where there is nohz_full, nor with one CPU online (where a
 * program can still have been preempted).  There a long time has to do: the
 * kernel complains of a section that lasts longer than 21 to 60 seconds.
 */
#ifndef KERNEL_GRACE_H
#define KERNEL_GRACE_H

#include <stdbool.h>
#include <stdint.h>

#define GRACE_LONG_NS 90000000000ull

struct grace {
	bool barrier;	/* this kernel has it */
	uint64_t next_ns;
};

void grace__init(struct grace *grace);

/* Now and then only, for it takes the kernel some work on every CPU. */
bool grace__due(struct grace *grace, uint64_t now_ns);

/*
 * grace__wait - sleeps for a grace period.  False: none could be had; then
 * what is older than GRACE_LONG_NS is over.
 */
bool grace__wait(const struct grace *grace);

#endif
