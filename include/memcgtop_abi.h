/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one contract between the BPF programs and user space: fixed-size plain
 * structs, the same on both sides, checked by static asserts.
 *
 * Rules the layout serves:
 *  - every field has exactly one writing program per CPU.  The kernel never
 *    runs a tracing program twice at once on a CPU (recursion protection), so
 *    plain increments are exact without atomics and no cache line is written
 *    by two CPUs.  The writer is named beside each group: E = entry of the
 *    site, X = its exit, U = uncharge, S = slow charge, C = every charge.
 *  - all counters only grow; user space takes deltas.  Histogram slots of a
 *    cell are 32 bits and wrap; deltas are taken modulo 2^32.  (A cell whose
 *    cgroup is gone may be emptied and used again: src/kernel/recycle.h.)
 *  - times are nanoseconds of the monotonic clock (bpf_ktime_get_ns).
 */
#ifndef MEMCGTOP_ABI_H
#define MEMCGTOP_ABI_H

#ifdef __bpf__
#include <linux/types.h>
#else
#include <stdint.h>
#include <linux/types.h>
#endif

/* Where a hold of memcg_stock.lock was measured. */
enum mct_site {
	MCT_SITE_REFILL,	/* refill_stock (6.12-rt: __refill_stock) */
	MCT_SITE_DRAIN_WORK,	/* drain_local_stock / drain_local_memcg_stock */
	MCT_NR_SITES,
};

enum mct_ctx {
	MCT_CTX_TASK,
	MCT_CTX_SOFTIRQ,
	MCT_CTX_HARDIRQ,
	MCT_CTX_NMI,
	MCT_CTX_UNKNOWN,	/* architecture whose context level we cannot read */
	MCT_NR_CTX,
};

enum mct_uncharge {
	MCT_UNCHARGE_UNDER_LOCK,	/* this context holds the lock */
	MCT_UNCHARGE_AFTER_UNLOCK,	/* inside a refill, lock already free */
	MCT_UNCHARGE_IN_REFILL,		/* inside a refill, lock state unreadable */
	MCT_UNCHARGE_BYPASS,		/* the refill fell back: no stock used */
	MCT_UNCHARGE_DRAIN_WORK,	/* inside a local drain */
	MCT_UNCHARGE_DIRECT,		/* outside the stock */
	MCT_NR_UNCHARGE,
};

/* Why a charge reached the shared counter instead of the stock. */
enum mct_charge {
	MCT_CHARGE_NO_STOCK,
	MCT_CHARGE_LOCK_BUSY,
	MCT_CHARGE_OVERSIZE,
	MCT_CHARGE_RETRY,	/* below the batch: retry after a failed batch, or may not reclaim */
	MCT_NR_CHARGE,
};

#define MCT_BATCH_PAGES 64u	/* MEMCG_CHARGE_BATCH of every kernel seen */

/*
 * Log-linear histograms.  Slot of value v with 2^B sub-buckets an octave:
 * v itself below 2^B, else ((octave - B) << B) + the B bits under the top bit,
 * plus 2^B.  Fine: 16 an octave, exact below 16 ns, up to 2^30 ns (1.07 s);
 * larger values land in the last slot.
 */
#define MCT_FINE_BITS	4
#define MCT_FINE_OCTAVES 30	/* top bit 4..29 is resolved */
#define MCT_FINE_SLOTS	(((MCT_FINE_OCTAVES - MCT_FINE_BITS) << MCT_FINE_BITS) + (1 << MCT_FINE_BITS))	/* 432 */

/* Coarse, per cgroup: 4 an octave from 64 ns to 4.2 ms, clamped at both ends. */
#define MCT_COARSE_BITS	 2
#define MCT_COARSE_FIRST 6	/* values below 2^6 ns fall in slot 0 */
#define MCT_COARSE_SLOTS 64	/* 16 octaves x 4 */

/* Longest hold of one epoch; epoch != the current one means "none yet". */
struct mct_max {
	__u64 ns;
	__u64 at_ns;
	__u32 epoch;
	__u32 ctx;		/* enum mct_ctx */
};

/*
 * Sums of one site.  hold = raw - corr: raw is what the clock said, corr all
 * probe time taken out of it (floors and nested bodies), so both only grow.
 * lower is the sum of per-call lower bounds, corrected and never below zero.
 */
struct mct_hold {
	__u64 count;		/* X: holds measured */
	__u64 raw_ns;		/* X */
	__u64 corr_ns;		/* X */
	__u64 lower_ns;		/* X */
	__u64 span_count;	/* X: entry-exit pairs timed */
	__u64 span_raw_ns;	/* X */
	__u64 span_corr_ns;	/* X */
	__u64 clamped;		/* X: corrected value below zero, bucketed at 0 */
	__u64 preempted;	/* X: context switch between entry and exit */
	__u64 left_out;		/* X: preempted (or migrated) calls without a bound */
};

/* One (CPU, cgroup) pair.  512 bytes and a bit: see docs/cost.md. */
struct mct_cell {
	__u64 cgroup_id;	/* kernfs id; set last, this and the next three at first sight */
	__u64 memcg;		/* address: with the serial number, an identity */
	__u64 serial;
	__u32 cpu;
	__u32 level;		/* depth below the root (root 0) */
	__u64 refills;		/* E: calls of refill_stock */
	__u64 refill_oversize;	/* X: refills above the batch that bypassed the stock */
	__u64 refill_lock_busy;	/* X: refills that bypassed it because the lock was held */
	struct mct_hold hold;	/* X: site refill */
	__u64 uncharge[MCT_NR_UNCHARGE];	/* U: of this cgroup's pages, by kind */
	__u64 under_lock_pages;			/* U */
	__u64 charge[MCT_NR_CHARGE];		/* S */
	__u64 charges;		/* C: every charge, only with --charges */
	__u64 charged_pages;	/* C */
	__u64 evict_caused;	/* U: this cgroup's refill threw another's stock out */
	__u64 evict_suffered;	/* U: this cgroup's stock was thrown out */
	__u64 overflows;	/* U: own stock above the batch was given back */
	struct mct_max max[2];	/* X: by parity of the epoch */
	__u32 hist[MCT_COARSE_SLOTS];		/* X */
};

/*
 * What a cell's cgroup was called when it was first seen: its own name and its
 * parent's kernfs id.  A cgroup may be gone before user space looks.
 */
#define MCT_LABEL_BYTES 56
struct mct_label {
	__u64 parent_id;	/* 0: none (the root) */
	char name[MCT_LABEL_BYTES];	/* NUL-terminated; cut if longer */
};

/* A call between its entry and its exit. */
struct mct_frame {
	__u64 key;		/* task pointer; 0: free */
	__u64 memcg;		/* the refilled mem_cgroup, 0 for drains */
	__u64 sp;		/* kernel stack at entry: what is nested lies just below */
	__u64 t0_ns;		/* entry time, read last in the entry program */
	__u64 corr_ns;		/* floors and bodies of nested probes so far */
	__u64 deep_bytes;	/* an event too deep to be taken for nested; see MCT_NEST_BYTES */
	__u64 free_raw_ns;	/* first nested event with the lock free; drains: first event */
	__u64 free_corr_ns;
	__u64 held_raw_ns;	/* last nested event with the lock held */
	__u64 held_corr_ns;
	__u64 switches;		/* nvcsw + nivcsw of the task at entry */
	__u32 cell;		/* index into cells */
	__u32 seq;		/* generation, so that an exit knows its own frame */
	__u32 nr_pages;
	__u16 flags;		/* enum mct_frame_flags */
	__u8 ctx;		/* enum mct_ctx */
	__u8 state;		/* enum mct_lock_state at entry */
};

enum mct_frame_flags {
	MCT_F_FREE_SEEN	   = 1 << 0,	/* free_raw_ns is set */
	MCT_F_HELD_SEEN	   = 1 << 1,	/* held_raw_ns is set */
	MCT_F_BYPASS	   = 1 << 2,	/* took no lock: nested uncharge of exactly our pages */
	MCT_F_FREE_SWITCHED = 1 << 3,	/* a context switch came before the first free event */
	MCT_F_FRESH	   = 1 << 4,	/* no other entry program ran since (calibration) */
	MCT_F_NESTED	   = 1 << 5,	/* a nested probe ran */
};

enum mct_lock_state {
	MCT_LOCK_FREE,
	MCT_LOCK_MINE,
	MCT_LOCK_OTHER,
	MCT_LOCK_UNKNOWN,	/* this kernel keeps no readable state */
};

#define MCT_HINT_BITS	6
#define MCT_HINTS	(1 << MCT_HINT_BITS)

/* Frame slots of a site on a CPU: tasks first, then one per interrupt level. */
#define MCT_TASK_FRAMES	5
#define MCT_FRAMES	8	/* 5 tasks, softirq, hardirq, NMI */

/* Losses of one site's frames. */
struct mct_frame_loss {
	__u64 exit_unmatched;	/* X: exit without its entry (entry missed, or migrated) */
	__u64 stale;		/* E: entry whose exit never came */
	__u64 migrated;		/* X: exit on another CPU, matched by session cookie */
};

/*
 * How far below the entry program's context a nested probe's can lie.  A frame
 * whose exit was missed is told by that from one that is still open.  Seen on
 * 6.1 to 7.3, RT and not: 80 to 176 bytes, the same for every call of a path.
 * A kernel with larger stack frames is learned: from events under the lock, and
 * from calls whose exit came after all, for most of such events.  A session's
 * frames are sure, and only the last bound holds there.
 */
#define MCT_NEST_BYTES	   256
#define MCT_NEST_BYTES_MAX 2048
#define MCT_DEEP_ENOUGH	   16	/* such calls, before anything is learned from them */

/*
 * What a CPU has beside its cells.  Written by that CPU only.  The counters of
 * a CPU and of the host are the sums of their cells, so that an event is
 * counted once, and rows and totals cannot disagree.
 */
struct mct_cpu {
	struct mct_frame frames[MCT_NR_SITES][MCT_FRAMES];
	/* Frames opened (E) and closed (X): equal means none is open. */
	__u64 opened[MCT_NR_SITES];
	__u64 closed[MCT_NR_SITES];
	__u32 frame_seq[MCT_NR_SITES];	/* E */
	__u64 sp;		/* U: its stack, on the way from a context pointer to a number */
	__u64 address[3];	/* U, S, C: likewise the mem_cgroup's address */
	__u64 nest_held;	/* U: deepest nesting certain by the lock being held by us */
	__u64 nest_closed;	/* X: deepest nesting sure by the exits that came after */
	__u64 deep_events;	/* U: events deeper than known */
	__u64 deep_closed;	/* X: of these, in a call whose exit came after */
	__u32 hint[MCT_HINTS];	/* cells lately used, by hash of the mem_cgroup's address */
	__u64 calib_end_ns;	/* calibration program that ran before E: its end */
	__u64 calib_key;

	__u64 drains;		/* E of drain_work: calls seen */
	__u64 refills_ctx[MCT_NR_CTX];		/* E of refill */
	__u64 entry_busy;	/* E of refill: lock already held by somebody */
	struct mct_hold drain_hold;		/* X of drain_work */
	struct mct_max drain_max[2];		/* X of drain_work */
	struct mct_frame_loss loss[MCT_NR_SITES];
	__u64 refill_above_batch; /* X: refills above the batch, bypassed or not */
	__u64 bad_memcg;	/* E: argument that is no mem_cgroup (kprobe on a clone) */
	__u64 uncharge_orphan;	/* U: lock held by this task, but no frame (entry missed) */
	__u64 counter_other;	/* U: a counter that is no memcg's memory */
	__u64 charge_counter_other;	/* S: likewise */
	__u64 clock_backwards;	/* X: exit before entry, dropped */
	__u64 hist[MCT_NR_SITES][MCT_FINE_SLOTS]; /* X */
};

/*
 * Index slot: which cell a cgroup has on a CPU.  Claimed by the CPU's programs,
 * by compare-and-swap of a key that is free or gone.  User space turns the key
 * of a claimed one into MCT_KEY_GONE, and nothing else: a search goes on past
 * it, so that what was filed behind it is found.
 */
struct mct_slot {
	__u64 key;		/* css serial number, unique for the life of the kernel */
	__u32 cell;		/* 0: none (yet) */
	__u32 pad;
};

#define MCT_KEY_FREE	 0ULL
#define MCT_KEY_GONE	 (~0ULL)
#define MCT_INDEX_PROBES 8		/* slots looked at before giving up */

/* Where a serial number is looked for first; the next slots follow. */
static inline __attribute__((always_inline, unused)) __u32 mct_index_hash(__u64 serial)
{
	return ((__u32)serial * 0x9e3779b1u) >> 16;
}

/*
 * Cell 0 is nobody's.  Cells 1 to n are the CPUs' overflow cells: what finds
 * no cell of its own is counted there, and no event is without one.
 */
#define MCT_CELL_NONE	  0u
#define MCT_CELL_OF_CPU(cpu) ((cpu) + 1)
#define MCT_CELL_FIRST(n_cpus) ((n_cpus) + 1)	/* of those for cgroups */

/*
 * Cells given out, in two ways that all CPUs share, touched at the first sight
 * of a (CPU, cgroup) pair only.  Spares are cells used before: user space puts
 * their numbers into a ring and counts them in mct_control.spares_given, and
 * who moves spares_taken from n to n + 1 owns the one in entry n.
 */
struct mct_claims {
	__u64 spares_taken;
	__u32 fresh;		/* cells never used before; may pass what there are */
	__u32 pad;
};

/* Written by user space, read by the programs.  Lives in .bss. */
struct mct_control {
	__u32 gate;		/* 0: programs do nothing */
	__u32 calibrating;	/* the calibration program is attached */
	__u32 epoch;		/* of the maxima */
	__u32 timing;		/* the floor is known: holds are measured, not only counted */
	__u64 floor_exit_ns;	/* end of an entry program -> start of the exit program */
	__u64 floor_nest_ns;	/* end of the entry program -> start of a nested one */
	__u64 floor_renest_ns;	/* end of a nested program -> start of the next nested one */
	__u64 floor_unnest_ns;	/* end of the last nested program -> start of the exit program */
	__u64 spares_given;	/* cells put into the ring `spares`, ever */
};

/* Fixed before load, so that the verifier prunes what a kernel does not need. */
struct mct_config {
	__u32 n_cpus;		/* possible */
	__u32 index_slots;	/* a CPU, power of two */
	__u32 max_cells;
	__u32 has_level;	/* context level readable */
	__u32 level_any_mask;	/* of the three below */
	__u32 level_softirq_mask;
	__u32 level_hardirq_mask;
	__u32 level_nmi_mask;
	__u32 rt;		/* PREEMPT_RT: frames belong to tasks */
	__u32 has_state;	/* lock state readable */
	__u32 can_fail;		/* the lock is taken by trylock */
	__u32 inner;		/* the refill role is __refill_stock: lock held around it */
	__u32 check_counter;	/* verify that a counter is a memcg's memory */
	__u32 memory_cgrp_id;	/* index in cgroup->subsys, for the root's counter */
	__u32 sure_frames;	/* session: entry and exit are missed together */
	__u32 check_memcg;	/* kprobe on a clone: verify the argument */
	__u32 level_wide;	/* preempt count variable has 8 bytes */
	__u32 spare_slots;	/* entries of the ring of spares, power of two; 0: no cell is used again */
};

/* Programs whose bodies are timed while calibrating, for the estimate of our own cost. */
enum mct_body {
	MCT_BODY_ENTRY,
	MCT_BODY_EXIT,
	MCT_BODY_UNCHARGE,
	MCT_BODY_SLOW_CHARGE,
	MCT_BODY_CHARGE,
	MCT_NR_BODIES,
};

/* In-place calibration on one CPU: ring of floor samples, sums of bodies. */
#define MCT_CALIB_RING 256
struct mct_calib {
	__u64 count;		/* samples ever; slot = count % MCT_CALIB_RING */
	__u64 body_ns[MCT_NR_BODIES];
	__u64 body_count[MCT_NR_BODIES];
	__u32 floor_ns[MCT_CALIB_RING];
};

/* Structure calibration, on the kernel's own test functions: last sample of each. */
struct mct_hot {
	__u64 t0_ns;		/* end of the first program */
	__u64 second_ns;	/* start of a second one on the same function, since t0 */
	__u64 exit_ns;		/* start of an exit program on it, since t0 */
	__u64 body_ns;		/* a program on the next function, start to end */
	__u64 last_ns;		/* start of a program on the function after that, since t0 */
};

_Static_assert(sizeof(struct mct_max) == 24, "mct_max");
_Static_assert(sizeof(struct mct_hold) == 80, "mct_hold");
_Static_assert(sizeof(struct mct_frame) == 104, "mct_frame");
_Static_assert(sizeof(struct mct_slot) == 16, "mct_slot");
_Static_assert(sizeof(struct mct_claims) == 16, "mct_claims");
_Static_assert(sizeof(struct mct_cell) % 8 == 0 && sizeof(struct mct_cell) <= 640, "mct_cell");
_Static_assert(sizeof(struct mct_cpu) % 8 == 0, "mct_cpu");

#endif
