// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One thin program per role and way of attaching.  User space loads exactly
 * one way for each role (session, fentry/fexit, kprobe.multi or kprobe), sets
 * the kernel function, and opens the gate once all are attached.
 *
 * Roles:	refill		refill_stock, or __refill_stock where that is inlined
 *		drain_work	drain_local_stock, drain_local_memcg_stock
 *		uncharge	page_counter_uncharge
 *		slow_charge	page_counter_try_charge
 *		charge		try_charge_memcg (--charges)
 */
#include "counter.bpf.h"

char LICENSE[] SEC("license") = "GPL";

/* Entry programs: everything before the last line is outside the interval. */
static __always_inline struct mct_frame *enter_refill(__u64 memcg, __u32 nr_pages, __u64 sp,
						      __u32 *cpu_out, struct mct_cpu **c_out)
{
	__u64 now = body_start();
	__u32 cpu = bpf_get_smp_processor_id();
	struct mct_frame *f;
	struct mct_cpu *c;

	if (!ctl.gate)
		return NULL;
	c = this_cpu(cpu);
	if (!c)
		return NULL;
	*cpu_out = cpu;
	*c_out = c;
	f = refill_enter(memcg, nr_pages, sp, c, cpu, now);
	body_end(cpu, MCT_BODY_ENTRY, now);
	return f;
}

static __always_inline int on_refill_entry(__u64 memcg, __u32 nr_pages, __u64 sp)
{
	struct mct_cpu *c;
	__u32 cpu;
	struct mct_frame *f = enter_refill(memcg, nr_pages, sp, &cpu, &c);

	if (f)
		f->t0_ns = bpf_ktime_get_ns();
	return 0;
}

static __always_inline struct mct_frame *enter_drain(__u64 sp, __u32 *cpu_out,
						     struct mct_cpu **c_out)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct mct_frame *f;
	struct mct_cpu *c;
	struct who who;

	if (!ctl.gate)
		return NULL;
	c = this_cpu(cpu);
	if (!c)
		return NULL;
	*cpu_out = cpu;
	*c_out = c;
	who = who_am_i(sp);
	f = site_enter(MCT_SITE_DRAIN_WORK, c, &who);
	c->drains++;
	f->memcg = 0;
	f->state = MCT_LOCK_UNKNOWN;
	return f;
}

static __always_inline int on_drain_entry(__u64 sp)
{
	struct mct_cpu *c;
	__u32 cpu;
	struct mct_frame *f = enter_drain(sp, &cpu, &c);

	if (f)
		f->t0_ns = bpf_ktime_get_ns();
	return 0;
}

/* Exit programs: now is read first. */
static __always_inline int on_exit(const int site, __u64 now)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct mct_frame *f;
	struct mct_cpu *c;
	struct who who;

	if (!ctl.gate)
		return 0;
	c = this_cpu(cpu);
	if (!c)
		return 0;
	who = who_am_i(0);
	f = frame_find(c, site, &who);
	if (!f) {
		c->loss[site].exit_unmatched++;
		return 0;
	}
	if (site == MCT_SITE_REFILL)
		refill_leave(f, c, now);
	else
		drain_leave(f, c, now);
	frame_close(c, site, f);
	body_end(cpu, MCT_BODY_EXIT, site == MCT_SITE_REFILL && ctl.calibrating ? now : 0);
	return 0;
}

/* --- fentry and fexit, by BTF ------------------------------------------- */

SEC("fentry")
int BPF_PROG(refill_fentry, void *memcg, unsigned int nr_pages)
{
	return on_refill_entry((__u64)memcg, nr_pages, (__u64)ctx);
}

SEC("fexit")
int BPF_PROG(refill_fexit)
{
	return on_exit(MCT_SITE_REFILL, bpf_ktime_get_ns());
}

SEC("fentry")
int BPF_PROG(drain_work_fentry)
{
	return on_drain_entry((__u64)ctx);
}

SEC("fexit")
int BPF_PROG(drain_work_fexit)
{
	return on_exit(MCT_SITE_DRAIN_WORK, bpf_ktime_get_ns());
}

SEC("fentry")
int BPF_PROG(uncharge_fentry, void *counter, unsigned long nr_pages)
{
	__u64 now = bpf_ktime_get_ns();

	if (ctl.gate)
		uncharge_seen(counter, nr_pages, (__u64)ctx, now);
	return 0;
}

SEC("fentry")
int BPF_PROG(slow_charge_fentry, void *counter, unsigned long nr_pages)
{
	if (ctl.gate)
		slow_charge_seen(counter, nr_pages);
	return 0;
}

SEC("fentry")
int BPF_PROG(charge_fentry, void *memcg, unsigned int gfp, unsigned int nr_pages)
{
	if (ctl.gate)
		charge_seen((__u64)memcg, nr_pages);
	return 0;
}

/* A second entry program on refill_stock: measures the floor where it counts. */
SEC("fentry")
int BPF_PROG(refill_calibrate)
{
	__u64 now = bpf_ktime_get_ns();
	__u32 cpu = bpf_get_smp_processor_id();
	struct mct_cpu *c = this_cpu(cpu);
	struct mct_frame *f;
	struct who who;

	if (!c || !ctl.gate)
		return 0;
	who = who_am_i(0);
	f = frame_find(c, MCT_SITE_REFILL, &who);
	if (f && (f->flags & MCT_F_FRESH)) {
		/* We ran second: sample, and move the start past ourselves. */
		calib_sample(cpu, now - f->t0_ns);
		f->flags &= ~MCT_F_FRESH;
		f->t0_ns = bpf_ktime_get_ns();
		return 0;
	}
	c->calib_key = who.key;
	c->calib_end_ns = bpf_ktime_get_ns();
	return 0;
}

/*
 * Structure: what a trampoline does beside running programs.  On the test
 * functions that BPF_PROG_TEST_RUN of a tracing program calls one after the
 * other; user space attaches these a few at a time and takes differences.
 */
volatile struct mct_hot hot SEC(".data.hot");

SEC("fentry")
int BPF_PROG(hot_first)
{
	hot.t0_ns = bpf_ktime_get_ns();
	return 0;
}

SEC("fentry")
int BPF_PROG(hot_second)
{
	hot.second_ns = bpf_ktime_get_ns() - hot.t0_ns;
	return 0;
}

SEC("fexit")
int BPF_PROG(hot_exit)
{
	hot.exit_ns = bpf_ktime_get_ns() - hot.t0_ns;
	return 0;
}

SEC("fentry")
int BPF_PROG(hot_nested)
{
	__u64 now = bpf_ktime_get_ns();

	hot.body_ns = bpf_ktime_get_ns() - now;
	return 0;
}

SEC("fentry")
int BPF_PROG(hot_last)
{
	hot.last_ns = bpf_ktime_get_ns() - hot.t0_ns;
	return 0;
}

/* --- session: one program for entry and exit, 7.x ------------------------ */

#ifdef MCT_SESSION
extern bool bpf_session_is_return(void *ctx) __ksym;
extern __u64 *bpf_session_cookie(void *ctx) __ksym;

/*
 * The frame a cookie names, wherever it was opened.  An exit on another CPU
 * than its entry is matched, and its hold left out: it was switched out.
 */
static __always_inline int on_session_exit(const int site, __u64 cookie, __u64 now)
{
	__u32 cpu = bpf_get_smp_processor_id();
	__u32 home = cookie >> 8 & 0xffffff;
	__u32 slot = (cookie & 0xff) - 1;
	struct mct_cpu *c = this_cpu(cpu), *h;
	struct mct_frame *f;

	if (!c || !ctl.gate)
		return 0;
	h = !cookie ? NULL : home == cpu ? c : this_cpu(home);
	if (!h || slot >= MCT_FRAMES) {
		c->loss[site].exit_unmatched++;
		return 0;
	}
	f = &h->frames[site][slot];
	if (!f->key || f->seq != (__u32)(cookie >> 32)) {
		c->loss[site].exit_unmatched++;
		return 0;
	}
	if (home != cpu) {
		c->loss[site].migrated++;
		if (site == MCT_SITE_REFILL) {
			struct mct_cell *cell = cell_at(cell_of(f->memcg, cpu));

			if (cell) {
				cell->hold.preempted++;
				cell->hold.left_out++;
			}
		} else {
			c->drain_hold.preempted++;
			c->drain_hold.left_out++;
		}
	} else if (site == MCT_SITE_REFILL) {
		refill_leave(f, c, now);
	} else {
		drain_leave(f, c, now);
	}
	/* counted as closed where it was opened, though by another CPU: a rare event */
	frame_close(h, site, f);
	body_end(cpu, MCT_BODY_EXIT, site == MCT_SITE_REFILL && ctl.calibrating ? now : 0);
	return 0;
}

SEC("fentry")
int BPF_PROG(refill_session, void *memcg, unsigned int nr_pages)
{
	__u64 *cookie;
	struct mct_frame *f;
	struct mct_cpu *c;
	__u32 cpu;

	if (bpf_session_is_return(ctx)) {
		__u64 now = bpf_ktime_get_ns();

		cookie = bpf_session_cookie(ctx);
		return on_session_exit(MCT_SITE_REFILL, *cookie, now);
	}
	f = enter_refill((__u64)memcg, nr_pages, (__u64)ctx, &cpu, &c);
	if (!f)
		return 0;
	cookie = bpf_session_cookie(ctx);
	*cookie = frame_cookie(c, MCT_SITE_REFILL, f, cpu);
	f->t0_ns = bpf_ktime_get_ns();
	return 0;
}

SEC("fentry")
int BPF_PROG(drain_work_session)
{
	__u64 *cookie;
	struct mct_frame *f;
	struct mct_cpu *c;
	__u32 cpu;

	if (bpf_session_is_return(ctx)) {
		__u64 now = bpf_ktime_get_ns();

		cookie = bpf_session_cookie(ctx);
		return on_session_exit(MCT_SITE_DRAIN_WORK, *cookie, now);
	}
	f = enter_drain((__u64)ctx, &cpu, &c);
	if (!f)
		return 0;
	cookie = bpf_session_cookie(ctx);
	*cookie = frame_cookie(c, MCT_SITE_DRAIN_WORK, f, cpu);
	f->t0_ns = bpf_ktime_get_ns();
	return 0;
}
#endif

/* --- kprobe and kretprobe, also on suffixed symbols; kprobe.multi -------- */

#define KPROBES(way, entry, exit)                                                                  \
	SEC(entry)                                                                                 \
	int BPF_KPROBE(refill_##way, void *memcg, unsigned int nr_pages)                           \
	{                                                                                          \
		return on_refill_entry((__u64)memcg, nr_pages, PT_REGS_SP(ctx));                   \
	}                                                                                          \
	SEC(exit)                                                                                  \
	int BPF_KPROBE(refill_ret_##way)                                                           \
	{                                                                                          \
		return on_exit(MCT_SITE_REFILL, bpf_ktime_get_ns());                               \
	}                                                                                          \
	SEC(entry)                                                                                 \
	int BPF_KPROBE(drain_work_##way)                                                           \
	{                                                                                          \
		return on_drain_entry(PT_REGS_SP(ctx));                                            \
	}                                                                                          \
	SEC(exit)                                                                                  \
	int BPF_KPROBE(drain_work_ret_##way)                                                       \
	{                                                                                          \
		return on_exit(MCT_SITE_DRAIN_WORK, bpf_ktime_get_ns());                           \
	}                                                                                          \
	SEC(entry)                                                                                 \
	int BPF_KPROBE(uncharge_##way, void *counter, unsigned long nr_pages)                      \
	{                                                                                          \
		__u64 now = bpf_ktime_get_ns();                                                    \
                                                                                                   \
		if (ctl.gate)                                                                      \
			uncharge_seen(counter, nr_pages, PT_REGS_SP(ctx), now);                    \
		return 0;                                                                          \
	}                                                                                          \
	SEC(entry)                                                                                 \
	int BPF_KPROBE(slow_charge_##way, void *counter, unsigned long nr_pages)                   \
	{                                                                                          \
		if (ctl.gate)                                                                      \
			slow_charge_seen(counter, nr_pages);                                       \
		return 0;                                                                          \
	}                                                                                          \
	SEC(entry)                                                                                 \
	int BPF_KPROBE(charge_##way, void *memcg, unsigned int gfp, unsigned int nr_pages)         \
	{                                                                                          \
		if (ctl.gate)                                                                      \
			charge_seen((__u64)memcg, nr_pages);                                       \
		return 0;                                                                          \
	}

KPROBES(kprobe, "kprobe", "kretprobe")
KPROBES(kmulti, "kprobe.multi", "kretprobe.multi")
