/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What else went on on the host while it was measured: the motivating case
 * showed in context switches and softirqs first.  Cumulative, as the kernel has
 * it; each figure with a flag, since a host may not let it be read.
 */
#ifndef MODEL_HOST_CONTEXT_H
#define MODEL_HOST_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#define HOST_SOFTIRQS 10

struct host_context {
	bool has_switches, has_cmd, has_softirqs, has_softnet, has_ksoftirqd;
	uint64_t switches; /* all context switches of the host (/proc/stat ctxt) */
	/* Of CMD: itself, its reaped descendants and those alive. */
	uint64_t cmd_involuntary, cmd_voluntary;
	/* Summed over CPUs, in the order of /proc/softirqs: HI TIMER NET_TX NET_RX BLOCK
	 * IRQ_POLL TASKLET SCHED HRTIMER RCU. */
	uint64_t softirqs[HOST_SOFTIRQS];
	uint64_t softnet_dropped, softnet_squeezed;
	uint64_t ksoftirqd_ns; /* CPU time of all ksoftirqd threads */
};

extern const char *const host_softirq_names[HOST_SOFTIRQS];

/* What happened from one to the other; flags: what both had.  Never below zero. */
struct host_context host_context__since(const struct host_context *from,
					const struct host_context *to);

/* Adds what happened in @more to @sum; flags: what both have. */
void host_context__add(struct host_context *sum, const struct host_context *more);

#endif
