/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Own minimal types of the kernel: CO-RE relocates them, so neither vmlinux.h
 * nor kernel headers are needed.  Each flavour (___name) stands for the shape
 * of some kernels, named beside it.
 */
#ifndef TYPES_BPF_H
#define TYPES_BPF_H

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

extern const struct memcg_stock_pcp memcg_stock __ksym;

#endif
