/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The shared page counters: every uncharge and every charge that reaches them.
 * Inside a lock site an uncharge is also what tells whether the lock is still
 * held: drains, evictions and bypasses are all seen here, whatever the kernel
 * calls or inlines on the way.
 */
#ifndef COUNTER_BPF_H
#define COUNTER_BPF_H

#include "site.bpf.h"

/* Files the time up to this nested event; returns what to take out of it. */
static __always_inline __u64 nested_corr_ns(const struct mct_frame *f)
{
	return f->corr_ns + ((f->flags & MCT_F_NESTED) ? ctl.floor_renest_ns : ctl.floor_nest_ns);
}

static __always_inline void saw_held(struct mct_frame *f, __u64 now)
{
	f->held_raw_ns = now - f->t0_ns;
	f->held_corr_ns = nested_corr_ns(f);
	f->flags |= MCT_F_HELD_SEEN;
}

static __always_inline void saw_free(struct mct_frame *f, __u64 now)
{
	if (f->flags & MCT_F_FREE_SEEN)
		return;
	f->free_raw_ns = now - f->t0_ns;
	f->free_corr_ns = nested_corr_ns(f);
	f->flags |= MCT_F_FREE_SEEN;
	if (task_switches() != f->switches)
		f->flags |= MCT_F_FREE_SWITCHED;
}

/*
 * An uncharge inside a refill.  With the lock held by us it is under the lock;
 * if the refill found the lock taken, or is above the batch, and exactly its
 * own pages go back, it is the bypass; else the lock has been let go already.
 */
static __always_inline enum mct_uncharge refill_uncharge_kind(struct mct_frame *f, __u64 memcg,
							      __u64 nr_pages,
							      enum mct_lock_state state, __u64 now)
{
	bool mine = state == MCT_LOCK_MINE && (cfg.rt || f->state != MCT_LOCK_OTHER);

	if (state == MCT_LOCK_UNKNOWN)
		return MCT_UNCHARGE_IN_REFILL;
	if (mine) {
		saw_held(f, now);
		return MCT_UNCHARGE_UNDER_LOCK;
	}
	if (cfg.can_fail && memcg == f->memcg && nr_pages == f->nr_pages &&
	    !(f->flags & (MCT_F_FREE_SEEN | MCT_F_HELD_SEEN)) &&
	    (f->state == MCT_LOCK_OTHER || f->nr_pages > MCT_BATCH_PAGES ||
	     never_locks(f->ctx))) {
		f->flags |= MCT_F_BYPASS;
		return MCT_UNCHARGE_BYPASS;
	}
	saw_free(f, now);
	return MCT_UNCHARGE_AFTER_UNLOCK;
}

/* Outside of any frame: direct, unless this task holds the lock all the same. */
static __always_inline enum mct_uncharge
lone_uncharge_kind(struct mct_cpu *c, const struct who *who, enum mct_lock_state state)
{
	if (who->ctx == MCT_CTX_TASK && state == MCT_LOCK_MINE) {
		c->uncharge_orphan++;
		return MCT_UNCHARGE_UNDER_LOCK;
	}
	return MCT_UNCHARGE_DIRECT;
}

/* Whose stock went back?  Another's: evicted.  The refilled one's: overflow. */
static __always_inline void drain_reason(struct mct_frame *f, __u64 memcg, struct mct_cell *victim)
{
	struct mct_cell *culprit;

	if (memcg == f->memcg) {
		victim->overflows++;
		return;
	}
	victim->evict_suffered++;
	culprit = cell_at(f->cell);
	if (culprit)
		culprit->evict_caused++;
}

static __always_inline void count_uncharge(__u64 memcg, struct mct_cell *cell, __u64 nr_pages,
					   enum mct_lock_state state, struct mct_frame *refill,
					   struct mct_frame *drain, struct mct_cpu *c,
					   const struct who *who, __u64 now)
{
	enum mct_uncharge kind;

	if (refill) {
		kind = refill_uncharge_kind(refill, memcg, nr_pages, state, now);
		if (kind != MCT_UNCHARGE_BYPASS)
			drain_reason(refill, memcg, cell);
	} else if (drain) {
		kind = MCT_UNCHARGE_DRAIN_WORK;
		if (!(drain->flags & MCT_F_NESTED)) {
			drain->free_raw_ns = now - drain->t0_ns;
			drain->free_corr_ns = nested_corr_ns(drain);
		}
		saw_held(drain, now);
	} else {
		kind = lone_uncharge_kind(c, who, state);
	}

	cell->uncharge[kind]++;
	if (kind == MCT_UNCHARGE_UNDER_LOCK)
		cell->under_lock_pages += nr_pages;
}

/*
 * A pointer as a number.  The verifier lets no arithmetic near a pointer that it
 * follows; memory forgets what it was.
 */
static __always_inline __u64 as_number(__u64 *scratch, __u64 pointer)
{
	*(volatile __u64 *)scratch = pointer;
	return *(volatile __u64 *)scratch;
}

/* Cell of the mem_cgroup whose memory counter this is; NULL: another controller's counter. */
static __always_inline struct mct_cell *counter_cell(struct mct_cpu *c,
						     const struct page_counter *counter, __u64 memcg,
						     __u32 cpu)
{
	struct mct_cell *cell;
	__u32 n;

	cell = cell_hinted(c, memcg, &n);
	if (cell)
		return cell;
	return memory_owner(counter) ? cell_looked_up(c, memcg, cpu, &n) : NULL;
}

/* page_counter_uncharge.  @now was read first. */
static __always_inline void uncharge_seen(const struct page_counter *counter, __u64 nr_pages,
					  __u64 sp, __u64 now)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct mct_cpu *c = this_cpu(cpu);
	struct mct_frame *refill = NULL, *drain = NULL, *f;
	enum mct_lock_state state;
	struct mct_cell *cell;
	struct who who = { 0 };
	__u64 memcg;

	if (!c)
		return;
	state = lock_state();
	/* Nothing open and nothing held: by far the most, pages freed in batches. */
	if (state == MCT_LOCK_MINE || !none_open(c, MCT_SITE_REFILL) ||
	    !none_open(c, MCT_SITE_DRAIN_WORK)) {
		bool held;

		who = who_am_i(as_number(&c->sp, sp));
		held = state == MCT_LOCK_MINE && who.ctx == MCT_CTX_TASK;
		refill = frame_around(c, MCT_SITE_REFILL, &who, held);
		if (!refill)
			drain = frame_around(c, MCT_SITE_DRAIN_WORK, &who, held);
	} else {
		who.ctx = MCT_CTX_UNKNOWN;
	}
	memcg = as_number(&c->address[0], (__u64)counter) - MEMORY_OFFSET;
	cell = counter_cell(c, counter, memcg, cpu);
	if (cell)
		count_uncharge(memcg, cell, nr_pages, state, refill, drain,
			       c, &who, now);
	else
		c->counter_other++;

	/* What this probe cost lies inside the interval of the call around it. */
	f = refill ? refill : drain;
	if (f) {
		f->corr_ns = nested_corr_ns(f);
		f->flags |= MCT_F_NESTED;
		f->corr_ns += bpf_ktime_get_ns() - now;
	}
	body_end(cpu, MCT_BODY_UNCHARGE, ctl.calibrating && !f ? now : 0);
}

/* page_counter_try_charge: the charge found no stock. */
static __always_inline void slow_charge_seen(const struct page_counter *counter, __u64 nr_pages)
{
	__u64 start = body_start();
	__u32 cpu = bpf_get_smp_processor_id();
	struct mct_cpu *c = this_cpu(cpu);
	enum mct_charge reason;
	enum mct_lock_state state;
	struct mct_cell *cell;
	__u64 memcg;

	if (!c)
		return;
	memcg = as_number(&c->address[1], (__u64)counter) - MEMORY_OFFSET;
	cell = counter_cell(c, counter, memcg, cpu);
	if (!cell) {
		c->charge_counter_other++;
		return;
	}
	state = lock_state();
	if (nr_pages < MCT_BATCH_PAGES)
		reason = MCT_CHARGE_RETRY;
	else if (nr_pages > MCT_BATCH_PAGES)
		reason = MCT_CHARGE_OVERSIZE;
	else if (cfg.can_fail && (state == MCT_LOCK_MINE || state == MCT_LOCK_OTHER))
		/* No charge is made with the lock held: somebody we interrupted has it. */
		reason = MCT_CHARGE_LOCK_BUSY;
	else
		reason = MCT_CHARGE_NO_STOCK;

	cell->charge[reason]++;
	body_end(cpu, MCT_BODY_SLOW_CHARGE, start);
}

/* try_charge_memcg: every charge. */
static __always_inline void charge_seen(__u64 memcg, __u32 nr_pages)
{
	__u64 start = body_start();
	__u32 cpu = bpf_get_smp_processor_id();
	struct mct_cpu *c = this_cpu(cpu);
	struct mct_cell *cell;
	__u32 n;

	if (!c)
		return;
	memcg = as_number(&c->address[2], memcg);
	cell = cell_hinted(c, memcg, &n);
	if (!cell)
		cell = cell_looked_up(c, memcg, cpu, &n);
	if (cell) {
		cell->charges++;
		cell->charged_pages += nr_pages;
	}
	body_end(cpu, MCT_BODY_CHARGE, start);
}

#endif
