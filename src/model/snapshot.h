/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A snapshot: everything the kernel programs and memcgtop itself had counted
 * at one moment, cumulative since the probes were attached.  A delta (delta.h)
 * has the same shape and holds what happened between two snapshots, so every
 * view takes a delta.  Times in nanoseconds of the monotonic clock unless said.
 */
#ifndef MODEL_SNAPSHOT_H
#define MODEL_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcgtop_abi.h"
#include "model/run_info.h"

/* The counters every row has: host total, CPU, cgroup, overflow. */
struct counters {
	uint64_t refills;
	uint64_t refill_lock_busy;	/* bypassed the stock: lock held */
	uint64_t refill_oversize;	/* bypassed the stock: above the batch */
	struct mct_hold hold;		/* site refill */
	uint64_t uncharge[MCT_NR_UNCHARGE];
	uint64_t under_lock_pages;
	uint64_t charge[MCT_NR_CHARGE];	/* charges that reached page_counter_try_charge, by reason */
	uint64_t charges;		/* every charge, with --charges */
	uint64_t charged_pages;
	uint64_t evict_caused;		/* host total and CPU rows: evictions */
	uint64_t evict_suffered;	/* host total and CPU rows: the same number */
	uint64_t overflows;
};

/* Longest hold of the window; ns == 0: none was measured. */
struct longest {
	uint64_t ns;
	uint64_t at_ns;		/* monotonic */
	uint64_t cgroup_id;
	uint32_t cpu;
	enum mct_ctx ctx;
};

struct fine_hist {
	uint64_t slot[MCT_FINE_SLOTS];
};

/* Losses of the kernel side.  Each is shown in every output. */
struct losses {
	uint64_t exit_unmatched;	/* exits without their entry */
	uint64_t stale;			/* entries whose exit never came */
	uint64_t migrated;		/* exits on another CPU than their entry, matched */
	uint64_t orphans;		/* uncharges under the lock whose refill was missed */
	uint64_t bad_memcg;		/* arguments that were no mem_cgroup */
	uint64_t clock_backwards;
	uint64_t no_row;		/* events whose (CPU, cgroup) pair found the map full */
	uint64_t misses[ROLE_NR];	/* hits the kernel skipped (recursion, kprobe missed) */
	bool misses_known[ROLE_NR];	/* false: this kernel counts no misses for this mode */
};

struct cpu_row {
	uint32_t cpu;
	bool online;
	int node; /* NUMA node, -1: not known */
	struct counters c;
	struct mct_hold drain_hold;	/* site drain_work */
	uint64_t refills_ctx[MCT_NR_CTX];
	uint64_t entry_busy;	/* refills that found the lock held at entry */
	struct fine_hist hist;	/* holds, site refill */
	struct fine_hist drain_hist;
	struct longest max;	/* of the window, site refill */
	struct longest drain_max;
};

struct cgroup_row {
	uint64_t id;		/* kernfs id; 0: the overflow row */
	char *name;		/* path below the memory hierarchy, or NULL: no name was ever seen */
	bool gone;		/* removed; name is the last one it had */
	uint32_t level;		/* depth below the root */
	struct counters c;
	uint32_t hist[MCT_COARSE_SLOTS];	/* modulo 2^32 in snapshots */
	struct longest max;
};

/* The correction in force. */
struct floor_info {
	/* "in place"; "in place, followed", "in place, stale" (export); or NULL: uncorrected */
	const char *method;
	const char *why_not;	/* reason when uncorrected or stale */
	double base_ns; /* out of one program, into the next of the same trampoline */
	double exit_ns; /* out of the entry program, into the exit program */
	double spread_ns;	/* standard error of the above */
	double nest_ns;		/* into a nested probe */
	double unnest_ns;	/* out of a nested probe */
	uint64_t samples;
	uint32_t epoch;		/* grows when the floor changes */
};

/* memcgtop's own cost, cumulative. */
struct own_cost {
	uint64_t user_ns, system_ns;	/* memcgtop's own CPU time */
	uint64_t rss_bytes;
	uint64_t map_bytes;		/* kernel memory of the maps */
	uint64_t run_count[ROLE_NR];	/* program runs */
	uint64_t bpf_ns;		/* time in the programs */
	bool bpf_measured;		/* --cost: from kernel statistics, else estimated */
	bool bpf_known;			/* false: neither could be had */
};

struct snapshot {
	const struct run_info *run;	/* not owned, outlives the snapshot */
	uint64_t seq;
	uint64_t taken_ns;	/* monotonic */
	uint64_t wall_ns;	/* realtime, since the epoch */
	uint64_t active_ns;	/* time the probes had been counting */
	uint64_t timed_ns;	/* and, of it, measuring holds too: the correction was known */
	struct floor_info floor;
	struct counters total;
	struct mct_hold drain_hold;
	uint64_t refills_ctx[MCT_NR_CTX];
	uint64_t entry_busy;
	uint64_t counter_other;	/* page counters of other controllers, not counted */
	uint64_t big_refills;	/* refills above the batch, bypassed or not */
	struct losses loss;
	struct own_cost cost;
	struct fine_hist hist, drain_hist;
	struct longest max, drain_max;
	struct cpu_row *cpus;	/* possible CPUs, ascending id; n_cpus of them */
	size_t n_cpus;
	struct cgroup_row *cgroups;	/* ascending id */
	size_t n_cgroups;
	struct cgroup_row overflow;	/* what could not get a row: total minus rows */
	size_t cells_used, cells_max;
};

/*
 * Returns an empty snapshot with room for the given rows, or NULL when memory
 * is short.  Free with snapshot__free (frees names, not run).
 */
struct snapshot *snapshot__new(const struct run_info *run, size_t n_cpus, size_t n_cgroups);
void snapshot__free(struct snapshot *snap);

/* A deep copy (names too, run not), or NULL when memory is short. */
struct snapshot *snapshot__copy(const struct snapshot *from);

/*
 * Fills the host totals from the CPU rows, sorts the cgroup rows by id, and
 * fills the overflow row as what the totals have and no cgroup row has, never
 * below zero: cells and CPUs are not read at one instant.  Call once all rows
 * are in.
 */
void snapshot__finish(struct snapshot *snap);

/*
 * Only the overflow row.  Rows are read a moment before the totals, so a single
 * window may miss an event here that the next one makes good: a sum of windows
 * takes the difference of the sums, not the sum of the differences.
 */
void snapshot__fill_overflow(struct snapshot *snap);

/* Row of a cgroup, or NULL; rows must be sorted. */
struct cgroup_row *snapshot__cgroup(const struct snapshot *snap, uint64_t id);

void counters__add(struct counters *to, const struct counters *from);
/* Never below zero. */
void counters__sub(struct counters *to, const struct counters *from);

/* Keeps the longer of the two in @to; of equals, the one already there. */
void longest__merge(struct longest *to, const struct longest *from);

#endif
