/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel as the programs see it: own minimal types (CO-RE relocates them,
 * so neither vmlinux.h nor kernel headers are needed), the state of
 * memcg_stock.lock, the context level, the identity of a mem_cgroup.
 *
 * One source is built into several objects.  An object names only per-CPU
 * variables and kfuncs that the running kernel has, because libbpf looks for
 * an absent one in every module's BTF, which takes CAP_SYS_ADMIN:
 *   MCT_PREEMPT_COUNT  __preempt_count (6.1; 7.x)
 *   MCT_PCPU_HOT       pcpu_hot.preempt_count (6.4 to 6.14)
 *   MCT_CAST           bpf_rdonly_cast (6.2 on): loads without a helper call
 *   MCT_SESSION        bpf_session_cookie (7.x)
 */
#ifndef KERNEL_BPF_H
#define KERNEL_BPF_H

#include <linux/types.h>
#include <linux/bpf.h>
#include <stdbool.h>

#define __core __attribute__((preserve_access_index))

/* What kprobe arguments are read from; libbpf's macros want the kernel's names. */
#define __VMLINUX_H__
#if defined(__TARGET_ARCH_x86)
struct pt_regs {
	unsigned long di, si, dx, cx, r8, r9, ax, bp, sp, ip;
} __core;
#elif defined(__TARGET_ARCH_arm64)
struct user_pt_regs {
	__u64 regs[31];
	__u64 sp, pc;
} __core;
#endif

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>

#include "memcgtop_abi.h"

struct task_struct {
	unsigned long nvcsw;
	unsigned long nivcsw;
	int softirq_disable_cnt; /* PREEMPT_RT only */
} __core;

struct kernfs_node {
	const char *name;
	__u64 id;
} __core;

struct cgroup_subsys_state;

struct cgroup {
	int level;
	struct kernfs_node *kn;
	struct cgroup_subsys_state *subsys[1];
} __core;

struct cgroup_subsys_state {
	struct cgroup *cgroup;
	struct cgroup_subsys_state *parent;
	__u64 serial_nr;
} __core;

struct page_counter {
	struct page_counter *parent;
} __core;

struct mem_cgroup {
	struct cgroup_subsys_state css;
	struct page_counter memory;
} __core;

/* The lock, by kernel shape. */
struct local_trylock___byte {
	__u8 acquired;
} __core;

struct rt_mutex_base___owner {
	struct task_struct *owner;
} __core;

struct spinlock___rt {
	struct rt_mutex_base___owner lock;
} __core;

struct memcg_stock_pcp {
	unsigned long flags;
} __core;

/* 6.16 on, !RT: local_trylock_t lock. */
struct memcg_stock_pcp___lock {
	struct local_trylock___byte lock;
} __core;

/* 6.15, !RT: the same under the old name. */
struct memcg_stock_pcp___stock_lock {
	struct local_trylock___byte stock_lock;
} __core;

/* 6.16 on, RT: local_trylock_t is a spinlock_t, an rt_mutex inside. */
struct memcg_stock_pcp___rt {
	struct spinlock___rt lock;
} __core;

/* up to 6.15, RT. */
struct memcg_stock_pcp___rt_old {
	struct spinlock___rt stock_lock;
} __core;

const volatile struct mct_config cfg;
volatile struct mct_control ctl;

extern const struct memcg_stock_pcp memcg_stock __ksym;

#if defined(MCT_PREEMPT_COUNT)
extern const unsigned long __preempt_count __ksym;
#elif defined(MCT_PCPU_HOT)
struct pcpu_hot {
	int preempt_count;
} __core;
extern const struct pcpu_hot pcpu_hot __ksym;
#endif

#ifdef MCT_CAST
extern void *bpf_rdonly_cast(void *obj, __u32 btf_id) __ksym;
#define kload(type, ptr, field)                                                                    \
	(((type *)bpf_rdonly_cast((void *)(ptr), bpf_core_type_id_kernel(type)))->field)
#else
#define kload(type, ptr, field)                                                                    \
	({                                                                                         \
		typeof(((type *)0)->field) __v = 0;                                                \
		bpf_core_read(&__v, sizeof(__v), &((type *)(ptr))->field);                         \
		__v;                                                                               \
	})
#endif

#define MEMORY_OFFSET bpf_core_field_offset(struct mem_cgroup, memory)

/* preempt_count of this CPU, or 0 where it is kept where we cannot look. */
static __always_inline __u64 preempt_count(void)
{
#if defined(MCT_PREEMPT_COUNT)
	const unsigned long *count = bpf_this_cpu_ptr(&__preempt_count);

	/* 7.3 widened it to 8 bytes: user space tells from the BTF variable. */
	if (cfg.level_wide)
		return *count;
	return *(const unsigned int *)count;
#elif defined(MCT_PCPU_HOT)
	const struct pcpu_hot *hot = bpf_this_cpu_ptr(&pcpu_hot);

	return (__u32)hot->preempt_count;
#else
	return 0;
#endif
}

static __always_inline enum mct_ctx context_level(void)
{
	__u64 count;

	if (!cfg.has_level)
		return MCT_CTX_UNKNOWN;
	count = preempt_count();
	/* RT runs softirqs in tasks and counts them there; odd: serving, even: disabled. */
	if (cfg.rt) {
		struct task_struct *task = bpf_get_current_task_btf();

		if (!(count & (cfg.level_hardirq_mask | cfg.level_nmi_mask)))
			return (task->softirq_disable_cnt & cfg.level_softirq_mask) ?
				       MCT_CTX_SOFTIRQ :
				       MCT_CTX_TASK;
	}
	if (!(count & cfg.level_any_mask))
		return MCT_CTX_TASK;
	if (count & cfg.level_nmi_mask)
		return MCT_CTX_NMI;
	return (count & cfg.level_hardirq_mask) ? MCT_CTX_HARDIRQ : MCT_CTX_SOFTIRQ;
}

/*
 * Does the frame of a call at this level belong to the CPU (an interrupt runs
 * to its end where it started) or to the task?
 */
static __always_inline bool level_owns_cpu(enum mct_ctx ctx)
{
	if (ctx == MCT_CTX_SOFTIRQ)
		return !cfg.rt;
	return ctx == MCT_CTX_HARDIRQ || ctx == MCT_CTX_NMI;
}

/* RT's rt_spin_trylock refuses to be taken in hardirq and NMI, free or not. */
static __always_inline bool never_locks(enum mct_ctx ctx)
{
	return cfg.rt && (ctx == MCT_CTX_HARDIRQ || ctx == MCT_CTX_NMI);
}

/*
 * State of this CPU's memcg_stock.lock.  Without RT only a byte is kept and a
 * holder cannot be preempted: set means "held by this context or by one it
 * interrupted", told as MCT_LOCK_MINE; the caller knows from the state at
 * entry which.  RT names the owner (bit 0 of the word says "waiters").
 */
static __always_inline enum mct_lock_state lock_state(void)
{
	const struct memcg_stock_pcp *stock;
	__u64 owner = 0;

	if (!cfg.has_state)
		return MCT_LOCK_UNKNOWN;

	stock = bpf_this_cpu_ptr(&memcg_stock);
	if (bpf_core_field_exists(((struct memcg_stock_pcp___lock *)0)->lock.acquired))
		return ((const struct memcg_stock_pcp___lock *)stock)->lock.acquired
			       ? MCT_LOCK_MINE
			       : MCT_LOCK_FREE;
	if (bpf_core_field_exists(((struct memcg_stock_pcp___stock_lock *)0)->stock_lock.acquired))
		return ((const struct memcg_stock_pcp___stock_lock *)stock)->stock_lock.acquired
			       ? MCT_LOCK_MINE
			       : MCT_LOCK_FREE;

	if (bpf_core_field_exists(((struct memcg_stock_pcp___rt *)0)->lock.lock.owner))
		bpf_core_read(&owner, sizeof(owner),
			      &((const struct memcg_stock_pcp___rt *)stock)->lock.lock.owner);
	else if (bpf_core_field_exists(
			 ((struct memcg_stock_pcp___rt_old *)0)->stock_lock.lock.owner))
		bpf_core_read(
			&owner, sizeof(owner),
			&((const struct memcg_stock_pcp___rt_old *)stock)->stock_lock.lock.owner);
	else
		return MCT_LOCK_UNKNOWN;

	owner &= ~1ULL;
	if (!owner)
		return MCT_LOCK_FREE;
	return owner == bpf_get_current_task() ? MCT_LOCK_MINE : MCT_LOCK_OTHER;
}

/* Context switches of the current task so far, voluntary and not. */
static __always_inline __u64 task_switches(void)
{
	struct task_struct *task = bpf_get_current_task_btf();

	return task->nvcsw + task->nivcsw;
}

/*
 * The mem_cgroup whose `memory` counter this is, or 0.  Page counters serve
 * other controllers too (hugetlb, dmem, swap, v1 memsw): only in a mem_cgroup
 * does the counter's parent equal the memory counter of the css's parent.
 * The root has no parent on either side; there its cgroup must point back.
 */
static __always_inline __u64 memory_owner(const struct page_counter *counter)
{
	__u64 memcg = (__u64)counter - MEMORY_OFFSET;
	__u64 parent, css_parent;

	if (!cfg.check_counter)
		return memcg;
	parent = (__u64)kload(struct page_counter, counter, parent);
	css_parent = (__u64)kload(struct mem_cgroup, memcg, css.parent);
	if (parent)
		return css_parent && parent == css_parent -
						       bpf_core_field_offset(struct mem_cgroup,
									     css) +
						       MEMORY_OFFSET
			       ? memcg
			       : 0;
	if (!css_parent) {
		__u64 cgroup = (__u64)kload(struct mem_cgroup, memcg, css.cgroup);
		__u64 back = 0;

		bpf_probe_read_kernel(&back, sizeof(back),
				      (void *)(cgroup +
					       bpf_core_field_offset(struct cgroup, subsys) +
					       8 * cfg.memory_cgrp_id));
		if (back == memcg)
			return memcg;
	}
	return 0;
}

#endif
