/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A lock site, from its entry to its exit: refill_stock, and the local drain.
 *
 *	entry		who, lock state, cell; t0 read last
 *	nested		counter.bpf.h: uncharges seen on the way
 *	exit		now read first; bounds of the hold; losses
 *
 * Every interval between two programs contains the way out of the first and
 * into the second (a floor) and the bodies of the nested ones: both go into
 * corr.  Their sizes come from user space (calibration); zero: uncorrected.
 */
#ifndef SITE_BPF_H
#define SITE_BPF_H

#include "frame.bpf.h"
#include "tally.bpf.h"

/*
 * Calibration.  The program refill_calibrate sits on the same entry.  The
 * kernel runs the last attached first, but promises nothing, so both orders
 * are handled: whoever runs second takes the sample.
 */
static __always_inline void calib_at_entry(struct mct_cpu *c, const struct who *who, __u32 cpu,
					   __u64 now)
{
	if (c->calib_key == who->key)
		calib_sample(cpu, now - c->calib_end_ns);
	c->calib_key = 0;
}

static __always_inline struct mct_frame *site_enter(const int site, struct mct_cpu *c,
						    const struct who *who)
{
	struct mct_frame *f = frame_open(c, site, who);

	f->switches = task_switches();
	if (ctl.calibrating)
		f->flags = MCT_F_FRESH;
	return f;
}

static __always_inline struct mct_frame *refill_enter(__u64 memcg, __u32 nr_pages, __u64 sp,
						      struct mct_cpu *c, __u32 cpu, __u64 now)
{
	struct who who = who_am_i(sp);
	struct mct_frame *f;
	struct mct_cell *cell;
	enum mct_lock_state state;

	if (now)
		calib_at_entry(c, &who, cpu, now);
	if (cfg.check_memcg && !memory_owner((void *)(memcg + MEMORY_OFFSET))) {
		c->bad_memcg++;
		return NULL;
	}

	state = lock_state();
	/*
	 * Held at entry, no RT: not by us, for a holder has preemption off and
	 * does not call refill_stock.  We interrupted it, and trylock will fail.
	 */
	if (!cfg.rt && !cfg.inner && state == MCT_LOCK_MINE)
		state = MCT_LOCK_OTHER;

	f = site_enter(MCT_SITE_REFILL, c, &who);
	f->memcg = memcg;
	f->nr_pages = nr_pages;
	f->state = state;

	if (who.ctx < MCT_NR_CTX)
		c->refills_ctx[who.ctx]++;
	if (state == MCT_LOCK_OTHER)
		c->entry_busy++;
	/* through memory: a number, no longer a pointer */
	memcg = *(volatile __u64 *)&f->memcg;
	cell = cell_hinted(c, memcg, &f->cell);
	if (!cell)
		cell = cell_looked_up(c, memcg, cpu, &f->cell);
	if (cell)
		cell->refills++;
	return f;
}

/*
 * Did this call go to the shared counter because the lock could not be had
 * or the size was above the batch?  Then it held nothing.
 */
static __always_inline bool refill_bypassed(const struct mct_frame *f, bool switched)
{
	if (!cfg.can_fail || (f->flags & MCT_F_HELD_SEEN))
		return false;
	if ((f->flags & MCT_F_BYPASS) || f->nr_pages > MCT_BATCH_PAGES || never_locks(f->ctx))
		return true;
	/*
	 * The lock was taken when we came, and the uncharge that must follow was
	 * not seen (recursion swallowed it): still certain, unless on RT the task
	 * was switched out in between and the owner had its chance to let go.
	 */
	return f->state == MCT_LOCK_OTHER && !(cfg.rt && switched) && !(f->flags & MCT_F_FREE_SEEN);
}

/*
 * Bounds of the hold of a call that took the lock.  Upper: up to the first
 * nested event that saw it free, else to the exit.  Lower: up to the last one
 * that saw it held.  A call that was switched out says nothing by its exit (the
 * unlock re-enables preemption); on RT the holder keeps holding.
 * Returns false when there is no upper bound.
 */
static __always_inline bool refill_bounds(const struct mct_frame *f, __u64 raw_ns, __u64 corr_ns,
					  bool switched, struct hold *h)
{
	__u64 lower_ns = 0;

	h->raw_ns = raw_ns;
	h->corr_ns = corr_ns;
	if (f->flags & MCT_F_FREE_SEEN) {
		if ((f->flags & MCT_F_FREE_SWITCHED) && !cfg.rt)
			return false;
		h->raw_ns = f->free_raw_ns;
		h->corr_ns = f->free_corr_ns;
	} else if (switched && !cfg.rt) {
		return false;
	}
	if ((f->flags & MCT_F_HELD_SEEN) && f->held_raw_ns > f->held_corr_ns)
		lower_ns = f->held_raw_ns - f->held_corr_ns;
	h->lower_ns = lower_ns < hold_ns(h) ? lower_ns : hold_ns(h);
	return true;
}

/* Raw and corrected time from entry to exit. */
static __always_inline __u64 site_corr_ns(const struct mct_frame *f)
{
	return f->corr_ns + ((f->flags & MCT_F_NESTED) ? ctl.floor_unnest_ns : ctl.floor_exit_ns);
}

static __always_inline void refill_hold(struct mct_frame *f, struct mct_cpu *c,
					struct mct_cell *cell, const struct hold *h)
{
	__u64 ns = hold_ns(h);
	__u32 slot = mct_fine_slot(ns);

	c->hist[MCT_SITE_REFILL][slot]++;
	cell->hist[mct_coarse_of_fine(slot)]++;
	hold_add(&cell->hold, h);
	max_note(cell->max, ns, f->t0_ns, f->ctx);
}

static __always_inline void refill_leave(struct mct_frame *f, struct mct_cpu *c, __u64 now)
{
	struct mct_cell *cell = cell_at(f->cell);
	bool switched = task_switches() != f->switches;
	__u64 raw_ns = now - f->t0_ns;
	__u64 corr_ns = site_corr_ns(f);
	struct hold h;

	if (!cell)
		return;
	if (f->nr_pages > MCT_BATCH_PAGES)
		c->refill_above_batch++;
	if ((__s64)raw_ns < 0) {
		c->clock_backwards++;
		return;
	}
	if (ctl.timing)
		span_add(&cell->hold, raw_ns, corr_ns);
	if (refill_bypassed(f, switched)) {
		if (f->nr_pages > MCT_BATCH_PAGES)
			cell->refill_oversize++;
		else
			cell->refill_lock_busy++;
		return;
	}
	if (switched)
		cell->hold.preempted++;
	if (!ctl.timing)
		return;
	if (refill_bounds(f, raw_ns, corr_ns, switched, &h))
		refill_hold(f, c, cell, &h);
	else
		cell->hold.left_out++;
}

/* The local drain: its hold spans what it uncharges, up to seven slots. */
static __always_inline void drain_leave(struct mct_frame *f, struct mct_cpu *c, __u64 now)
{
	struct mct_hold *to = &c->drain_hold;
	bool switched = task_switches() != f->switches;
	__u64 raw_ns = now - f->t0_ns;
	__s64 lower_ns;
	struct hold h = {
		.raw_ns = raw_ns,
		.corr_ns = site_corr_ns(f),
	};

	if ((__s64)raw_ns < 0) {
		c->clock_backwards++;
		return;
	}
	if (switched)
		to->preempted++;
	if (!ctl.timing)
		return;
	span_add(to, h.raw_ns, h.corr_ns);
	if (switched && !cfg.rt) {
		to->left_out++;
		return;
	}
	/* From the first uncharge to the last: what lay between them was held. */
	if (f->flags & MCT_F_NESTED) {
		lower_ns = (f->held_raw_ns - f->held_corr_ns) - (f->free_raw_ns - f->free_corr_ns);
		h.lower_ns = lower_ns > 0 ? lower_ns : 0;
		if (h.lower_ns > hold_ns(&h))
			h.lower_ns = hold_ns(&h);
	}
	hold_add(to, &h);
	c->hist[MCT_SITE_DRAIN_WORK][mct_fine_slot(hold_ns(&h))]++;
	max_note(c->drain_max, hold_ns(&h), f->t0_ns, f->ctx);
}

#endif
