/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPUs of this host: which are online, which NUMA node each belongs to. */
#ifndef KERNEL_LIVE_CPUS_H
#define KERNEL_LIVE_CPUS_H

#include "model/cpulist.h"
#include "model/snapshot.h"

/* The CPUs online now, or NULL: not known.  Caller frees. */
struct cpulist *live_cpus__online(void);

/* Marks which CPUs are online now; CPUs come and go while we run. */
void live_cpus__mark(struct snapshot *snap);

/*
 * NUMA nodes by CPU, as last read.  Zeroed is a valid start.  The kernel lists
 * online CPUs only: one that left keeps the node it had.
 */
struct live_nodes {
	int *of;      /* by index of the CPU row; -1: not known */
	bool *online; /* as they were when the nodes were read */
	size_t n_cpus;
};

/*
 * live_nodes__fill - the node of every CPU row; call after live_cpus__mark.
 * Reads sysfs at first and when the online CPUs have changed.  0 or -ENOMEM.
 */
int live_nodes__fill(struct live_nodes *nodes, struct snapshot *snap);
void live_nodes__clear(struct live_nodes *nodes);

#endif
