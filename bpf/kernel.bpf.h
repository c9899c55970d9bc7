/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel as the measuring programs see it: the state of memcg_stock.lock,
 * the context level, the identity of a mem_cgroup.
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

#include "types.bpf.h"
#include "memcgtop_abi.h"

const volatile struct mct_config cfg;
volatile struct mct_control ctl;

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
