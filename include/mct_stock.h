/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Context of the program of bpf/stocks.bpf.c: user space says which CPU, the
 * program fills the rest in.  One run reads one CPU.
 */
#ifndef MCT_STOCK_H
#define MCT_STOCK_H

#ifdef __bpf__
#include <linux/types.h>
#else
#include <stdint.h>
#include <linux/types.h>
#endif

#define MCT_STOCK_SLOTS 16 /* room; kernels have 1 or 7 */

enum mct_stock_slot_state {
	MCT_SLOT_FREE,
	MCT_SLOT_HELD,
	MCT_SLOT_TORN, /* it changed hands while it was read */
};

struct mct_stock_slot {
	__u64 cgroup_id; /* kernfs id, when held */
	__u32 pages;
	__u32 state; /* enum mct_stock_slot_state */
};

struct mct_stock {
	__u32 cpu;	  /* in */
	__u32 slots;	  /* this kernel's; 0: a shape that is not known, or no such CPU */
	__u32 lock_known; /* the lock keeps a state that can be read */
	__u32 locked;
	struct mct_stock_slot slot[MCT_STOCK_SLOTS];
};

_Static_assert(sizeof(struct mct_stock_slot) == 16, "mct_stock_slot");
_Static_assert(sizeof(struct mct_stock) == 16 + 16 * MCT_STOCK_SLOTS, "mct_stock");

#endif
