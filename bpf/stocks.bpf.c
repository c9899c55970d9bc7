// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which cgroups a CPU's memcg_stock holds right now, and how many pages of
 * each.  A syscall program: it runs when user space asks (BPF_PROG_TEST_RUN),
 * in the asking task, on whatever CPU that is, and is attached to nothing.  It
 * looks at the other CPU's stock without its lock, so all is read as what may
 * be gone the next moment: by probe reads, each slot's cgroup once more after
 * its id.  A slot holds a reference to its cgroup: the same pointer before and
 * after means that the id between them was its own.
 *
 * An object of its own: the measuring ones shall load without it and it
 * without them.
 */
#include "types.bpf.h"
#include "mct_stock.h"

/* Up to 6.15: one cgroup. */
struct memcg_stock_pcp___one {
	struct mem_cgroup *cached;
	unsigned int nr_pages;
} __core;

/* 6.16 on: arrays of 7.  Their lengths are asked of the running kernel. */
struct memcg_stock_pcp___many {
	__u8 nr_pages[7];
	struct mem_cgroup *cached[7];
} __core;

/* A stock as raw copies. */
struct raw_stock {
	__u64 before[MCT_STOCK_SLOTS], after[MCT_STOCK_SLOTS];
	union {
		__u8 as8[4 * MCT_STOCK_SLOTS];
		__u16 as16[2 * MCT_STOCK_SLOTS];
		__u32 as32[MCT_STOCK_SLOTS];
	} pages;
};

#define COPY(to, stock, type, field)                                                               \
	({                                                                                         \
		__u32 bytes = bpf_core_field_size(((struct type *)0)->field);                      \
                                                                                                   \
		if (bytes > sizeof(to))                                                            \
			bytes = sizeof(to);                                                        \
		bpf_probe_read_kernel(&(to), bytes, &((const struct type *)(stock))->field);       \
	})

static __always_inline bool is_many(void)
{
	return bpf_core_field_exists(((struct memcg_stock_pcp___many *)0)->cached);
}

static __always_inline __u32 slots_of_kernel(void)
{
	__u32 slots = 0;

	if (is_many())
		slots = bpf_core_field_size(((struct memcg_stock_pcp___many *)0)->cached) /
			sizeof(void *);
	else if (bpf_core_field_exists(((struct memcg_stock_pcp___one *)0)->cached))
		slots = 1;
	return slots < MCT_STOCK_SLOTS ? slots : MCT_STOCK_SLOTS;
}

static __always_inline void copy_cached(__u64 (*to)[MCT_STOCK_SLOTS], const void *stock)
{
	if (is_many())
		COPY(*to, stock, memcg_stock_pcp___many, cached);
	else
		COPY(*to, stock, memcg_stock_pcp___one, cached);
}

static __always_inline void copy_pages(struct raw_stock *raw, const void *stock)
{
	if (is_many())
		COPY(raw->pages, stock, memcg_stock_pcp___many, nr_pages);
	else
		COPY(raw->pages, stock, memcg_stock_pcp___one, nr_pages);
}

/* The count of pages is a byte in 7.x and an int before. */
static __always_inline __u32 pages_of(const struct raw_stock *raw, __u32 slot, __u32 slots)
{
	__u32 bytes = sizeof(__u32);

	if (is_many())
		bytes = bpf_core_field_size(((struct memcg_stock_pcp___many *)0)->nr_pages) / slots;
	if (bytes == sizeof(__u8))
		return raw->pages.as8[slot];
	return bytes == sizeof(__u16) ? raw->pages.as16[slot] : raw->pages.as32[slot];
}

/* kernel.bpf.h has the same for this CPU's lock, where it also knows whose it is. */
static __always_inline void read_lock(struct mct_stock *ctx, const void *stock)
{
	__u8 acquired = 0;
	__u64 owner = 0;

	ctx->lock_known = 1;
	if (bpf_core_field_exists(((struct memcg_stock_pcp___lock *)0)->lock.acquired))
		COPY(acquired, stock, memcg_stock_pcp___lock, lock.acquired);
	else if (bpf_core_field_exists(
			 ((struct memcg_stock_pcp___stock_lock *)0)->stock_lock.acquired))
		COPY(acquired, stock, memcg_stock_pcp___stock_lock, stock_lock.acquired);
	else if (bpf_core_field_exists(((struct memcg_stock_pcp___rt *)0)->lock.lock.owner))
		COPY(owner, stock, memcg_stock_pcp___rt, lock.lock.owner);
	else if (bpf_core_field_exists(
			 ((struct memcg_stock_pcp___rt_old *)0)->stock_lock.lock.owner))
		COPY(owner, stock, memcg_stock_pcp___rt_old, stock_lock.lock.owner);
	else
		ctx->lock_known = 0;
	/* RT: bit 0 says only that somebody waits. */
	ctx->locked = acquired || (owner & ~1ULL);
}

SEC("syscall")
int read_stock(struct mct_stock *ctx)
{
	const void *stock = bpf_per_cpu_ptr(&memcg_stock, ctx->cpu);
	const __u32 slots = slots_of_kernel();
	struct raw_stock raw = {0};

	if (!stock)
		return 0;
	ctx->slots = slots;
	read_lock(ctx, stock);
	copy_cached(&raw.before, stock);
	copy_pages(&raw, stock);
#pragma unroll
	for (__u32 i = 0; i < MCT_STOCK_SLOTS; i++) {
		const struct mem_cgroup *memcg = (const void *)raw.before[i];

		if (i < slots && memcg)
			ctx->slot[i].cgroup_id = BPF_CORE_READ(memcg, css.cgroup, kn, id);
	}
	copy_cached(&raw.after, stock);
#pragma unroll
	for (__u32 i = 0; i < MCT_STOCK_SLOTS; i++) {
		if (i >= slots || (!raw.before[i] && !raw.after[i]))
			continue;
		ctx->slot[i].pages = pages_of(&raw, i, slots);
		ctx->slot[i].state = raw.before[i] == raw.after[i] ? MCT_SLOT_HELD : MCT_SLOT_TORN;
	}
	return 0;
}

char _license[] SEC("license") = "GPL";
