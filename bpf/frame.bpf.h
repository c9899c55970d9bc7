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

/* The open frame of this context on this CPU, or NULL. */
static __always_inline struct mct_frame *frame_find(struct mct_cpu *c, const int site,
						    const struct who *who)
{
	struct mct_frame *frames = c->frames[site];
	struct mct_frame *f;

	if (level_owns_cpu(who->ctx)) {
		f = &frames[irq_slot(who->ctx) & (MCT_FRAMES - 1)];
		return f->key == who->key ? f : NULL;
	}
#pragma unroll
	for (int i = 0; i < MCT_TASK_FRAMES; i++) {
		/* RT: a task is at one level at a time, but the level is part of the key. */
		if (frames[i].key == who->key && frames[i].ctx == who->ctx)
			return &frames[i];
	}
	return NULL;
}

/*
 * Opens a frame.  Never fails, so a CPU is never blinded: with all task
 * frames taken the one opened longest ago gives way, counted as stale.
 */
static __always_inline struct mct_frame *frame_open(struct mct_cpu *c, const int site,
						    const struct who *who)
{
	struct mct_frame *frames = c->frames[site];
	struct mct_frame *f = NULL;

	if (level_owns_cpu(who->ctx)) {
		f = &frames[irq_slot(who->ctx) & (MCT_FRAMES - 1)];
	} else {
		struct mct_frame *oldest = &frames[0];

#pragma unroll
		for (int i = MCT_TASK_FRAMES - 1; i >= 0; i--)
			if (!frames[i].key)
				f = &frames[i];
#pragma unroll
		for (int i = 0; i < MCT_TASK_FRAMES; i++) {
			if (frames[i].key == who->key && frames[i].ctx == who->ctx)
				f = &frames[i];
			if (frames[i].t0_ns < oldest->t0_ns)
				oldest = &frames[i];
		}
		if (!f)
			f = oldest;
	}
	if (f->key)
		c->loss[site].stale++;

	f->key = who->key;
	f->ctx = who->ctx;
	f->sp = who->sp;
	f->seq = ++c->frame_seq[site];
	f->flags = 0;
	f->corr_ns = 0;
	return f;
}

/*
 * The open frame that a nested event lies in.  An exit can be missed, and then
 * the next uncharge of the same task would be taken for a nested one: the
 * stack tells.  Such a frame is closed and counted.  @held: this context holds
 * the lock, so the event is inside for certain, and its depth is learned.
 */
static __always_inline struct mct_frame *frame_around(struct mct_cpu *c, const int site,
						      const struct who *who, bool held)
{
	struct mct_frame *f = frame_find(c, site, who);
	__u64 depth;

	if (!f)
		return NULL;
	depth = f->sp - who->sp;
	if (depth <= MCT_NEST_BYTES || depth <= c->nest_bytes)
		return f;
	if (held && depth <= MCT_NEST_BYTES_MAX) {
		c->nest_bytes = depth;
		return f;
	}
	c->loss[site].stale_seen++;
	f->key = 0;
	return NULL;
}

static __always_inline void frame_close(struct mct_frame *f)
{
	f->key = 0;
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
