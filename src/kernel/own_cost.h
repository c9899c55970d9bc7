/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_OWN_COST_H
#define KERNEL_OWN_COST_H

#include "kernel/calibrate.h"
#include "kernel/session.h"
#include "model/snapshot.h"

/* What an estimate that never falls has to remember from read to read. */
struct cost_memory {
	uint64_t run_count[ROLE_NR];
	double estimated_ns;
};

/*
 * Fills snap->cost and the misses of each role.  BPF time is the kernel's own
 * figure with --cost; else an estimate: calls times the body of a program and
 * one floor, both from calibration.  *@stats_ns is what the kernel's run-time
 * statistics say: it grows only while somebody has them on.
 */
void own_cost__fill(struct snapshot *snap, const struct session *session, const struct plan *plan,
		    const struct calibration *cal, struct cost_memory *memory, bool measured,
		    uint64_t *stats_ns);

#endif
