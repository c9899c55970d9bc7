/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Matching the entry of a call with its exit and with what is nested in it.
 *
 * A frame belongs to a task, or, at an interrupt level, to the CPU: softirqs
 * interrupt a holder and enter refill_stock on the same CPU; tasks are
 * preempted inside it.  So a CPU keeps a few frames, found by key, never
 * popped: an exit that recursion protection swallowed leaves its frame behind,
 * and the next entry with the same key takes it over and counts it as stale.
 */
#ifndef FRAME_BPF_H
#define FRAME_BPF_H

#include "kernel.bpf.h"

/* Who is running: what a frame is filed under. */
struct who {
	__u64 key;
	__u64 sp;
	enum mct_ctx ctx;
};

static __always_inline struct who who_am_i(__u64 sp)
{
	struct who who = {
		.key = bpf_get_current_task(),
		.sp = sp,
		.ctx = context_level(),
	};

	return who;
}

static __always_inline __u32 irq_slot(enum mct_ctx ctx)
{
	return ctx == MCT_CTX_SOFTIRQ	? MCT_TASK_FRAMES
	       : ctx == MCT_CTX_HARDIRQ ? MCT_TASK_FRAMES + 1
					: MCT_TASK_FRAMES + 2;
}

static __always_inline bool frame_is(const struct mct_frame *f, __u64 key, enum mct_ctx ctx)
{
	/* RT: a task is at one level at a time, but the level is part of the key. */
	return f->key == key && f->ctx == ctx;
}

/* Is any frame open on this CPU?  Counted, so that the usual answer costs no search. */
static __always_inline bool none_open(const struct mct_cpu *c, const int site)
{
	return c->opened[site] == c->closed[site];
}

/* Slot of the open frame of this context, or MCT_FRAMES. */
static __noinline __u32 frame_slot(struct mct_cpu *c, __u32 site, __u64 key, __u32 ctx)
{
	if (!c || site >= MCT_NR_SITES)
		return MCT_FRAMES;
	if (level_owns_cpu(ctx)) {
		__u32 slot = irq_slot(ctx) & (MCT_FRAMES - 1);

		return c->frames[site][slot].key == key ? slot : MCT_FRAMES;
	}
	for (__u32 i = 0; i < MCT_TASK_FRAMES; i++)
		if (frame_is(&c->frames[site][i], key, ctx))
			return i;
	return MCT_FRAMES;
}

/* The open frame of this context on this CPU, or NULL. */
static __always_inline struct mct_frame *frame_find(struct mct_cpu *c, const int site,
						    const struct who *who)
{
	struct mct_frame *f = &c->frames[site][0];
	__u32 slot;

	if (none_open(c, site))
		return NULL;
	/* Nearly always the one open frame is a task's, in the first slot. */
	if (frame_is(f, who->key, who->ctx))
		return f;
	slot = frame_slot(c, site, who->key, who->ctx);
	return slot < MCT_FRAMES ? &c->frames[site][slot & (MCT_FRAMES - 1)] : NULL;
}

/*
 * The slot to open when a frame is open already: the context's own stale one, a
 * free one, or the one opened longest ago.
 */
static __noinline __u32 slot_for(struct mct_cpu *c, __u32 site, __u64 key, __u32 ctx)
{
	__u32 slot = MCT_TASK_FRAMES, oldest = 0;
	__u64 oldest_ns = ~0ULL;

	if (!c || site >= MCT_NR_SITES)
		return 0;
	if (level_owns_cpu(ctx))
		return irq_slot(ctx);
	for (__u32 i = 0; i < MCT_TASK_FRAMES; i++) {
		const struct mct_frame *f = &c->frames[site][i];

		if (frame_is(f, key, ctx))
			return i;
		if (!f->key && slot == MCT_TASK_FRAMES)
			slot = i;
		if (f->t0_ns < oldest_ns) {
			oldest_ns = f->t0_ns;
			oldest = i;
		}
	}
	return slot < MCT_TASK_FRAMES ? slot : oldest;
}

/*
 * Opens a frame.  Never fails, so a CPU is never blinded: with all task
 * frames taken the one opened longest ago gives way, counted as stale.
 */
static __always_inline struct mct_frame *frame_open(struct mct_cpu *c, const int site,
						    const struct who *who)
{
	struct mct_frame *f = &c->frames[site][0];

	if (who->ctx != MCT_CTX_TASK || !none_open(c, site))
		f = &c->frames[site][slot_for(c, site, who->key, who->ctx) & (MCT_FRAMES - 1)];
	if (f->key)
		c->loss[site].stale++;
	else
		c->opened[site]++;

	f->key = who->key;
	f->ctx = who->ctx;
	f->sp = who->sp;
	f->seq = ++c->frame_seq[site];
	f->flags = 0;
	f->corr_ns = 0;
	f->deep_bytes = 0;
	return f;
}

/*
 * The open frame that a nested event lies in.  An exit can be missed, and then
 * the next uncharge of the same task would be taken for a nested one: the
 * stack tells.  @held: this context holds the lock, so the event is inside for
 * certain.  An event that seems too deep is not taken for nested, but noted: if
 * the exit comes after all, the frame was open and the depth is learned.
 */
static __always_inline struct mct_frame *frame_around(struct mct_cpu *c, const int site,
						      const struct who *who, bool held)
{
	struct mct_frame *f = frame_find(c, site, who);
	__u64 depth;

	if (!f)
		return NULL;
	depth = f->sp - who->sp;
	if (depth > MCT_NEST_BYTES_MAX)
		return NULL;
	if (cfg.sure_frames || depth <= MCT_NEST_BYTES || depth <= c->nest_held ||
	    depth <= c->nest_closed)
		return f;
	if (held) {
		c->nest_held = depth;
		return f;
	}
	c->deep_events++;
	f->deep_bytes = depth;
	return NULL;
}

/*
 * An event that seemed too deep lay in a call that has ended now.  It was
 * nested, if that holds for nearly all such events; a stale frame that happens
 * to be closed by somebody else's exit has seen many.
 */
static __noinline int learn_depth(struct mct_cpu *c, __u64 depth)
{
	if (!c)
		return 0;
	c->deep_closed++;
	if (c->deep_closed >= MCT_DEEP_ENOUGH && c->deep_closed * 8 > c->deep_events * 7 &&
	    depth > c->nest_closed)
		c->nest_closed = depth;
	return 0;
}

static __always_inline void frame_close(struct mct_cpu *c, const int site, struct mct_frame *f)
{
	f->key = 0;
	c->closed[site]++;
	if (!cfg.sure_frames && f->deep_bytes)
		learn_depth(c, f->deep_bytes);
}

#ifdef MCT_SESSION
/*
 * A session's cookie names its frame: CPU, slot and generation, so the exit
 * finds it without a search, on whatever CPU it runs.  0: the entry was
 * missed.  Slots go as 1..8 to keep a valid cookie from being 0.
 */
static __always_inline __u64 frame_cookie(struct mct_cpu *c, const int site, struct mct_frame *f,
					  __u32 cpu)
{
	__u32 slot = ((__u64)f - (__u64)&c->frames[site][0]) / sizeof(*f);

	return (__u64)f->seq << 32 | (cpu & 0xffffff) << 8 | (slot + 1);
}
#endif

#endif
