/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where counts go: one element per CPU for the host's totals, one cell per
 * (CPU, cgroup) pair, all preallocated (a program on the charge path must not
 * allocate) and mmapable, so that reading costs no system call.
 */
#ifndef TALLY_BPF_H
#define TALLY_BPF_H

#include "kernel.bpf.h"
#include "mct_hist.h"

/* max_entries of these are set before load: possible CPUs, pairs, index slots. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct mct_cpu);
} cpus SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 2);
	__type(key, __u32);
	__type(value, struct mct_cell);
} cells SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 2);
	__type(key, __u32);
	__type(value, struct mct_label);
} labels SEC(".maps");

/* Open-addressed, a block of cfg.index_slots for each CPU. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct mct_slot);
} cell_index SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct mct_calib);
} calib SEC(".maps");

/*
 * Cells handed out.  The one word that CPUs share, written at the first sight
 * of a (CPU, cgroup) pair only; in a section of its own, away from ctl.
 */
__u32 cells_claimed SEC(".data.claimed");

static __always_inline struct mct_cpu *this_cpu(__u32 cpu)
{
	return bpf_map_lookup_elem(&cpus, &cpu);
}

static __always_inline struct mct_cell *cell_at(__u32 cell)
{
	return bpf_map_lookup_elem(&cells, &cell);
}

static __always_inline void label_set(__u32 n, __u64 memcg, __u64 kn)
{
	struct mct_label *label = bpf_map_lookup_elem(&labels, &n);
	__u64 parent = (__u64)kload(struct mem_cgroup, memcg, css.parent);
	__u64 cgroup, parent_kn;

	if (!label)
		return;
	bpf_probe_read_kernel_str(label->name, sizeof(label->name),
				  (const void *)kload(struct kernfs_node, kn, name));
	if (!parent)
		return;
	cgroup = (__u64)kload(struct cgroup_subsys_state, parent, cgroup);
	parent_kn = (__u64)kload(struct cgroup, cgroup, kn);
	label->parent_id = kload(struct kernfs_node, parent_kn, id);
}

/*
 * First sight.  The compare-and-swap is against an interrupt on this CPU that
 * claims the same slot; it loses, finds the key taken and its cell not yet
 * there, and counts in the CPU's overflow cell.
 */
static __noinline __u32 cell_claim(struct mct_slot *slot, __u64 serial, __u64 memcg, __u32 cpu)
{
	struct mct_cell *cell;
	__u64 cgroup, kn, id;
	__u32 n;

	if (!slot)
		return MCT_CELL_NONE;
	if (__sync_val_compare_and_swap(&slot->key, 0, serial) != 0)
		return MCT_CELL_NONE;
	n = __sync_fetch_and_add(&cells_claimed, 1) + MCT_CELL_OF_CPU(cfg.n_cpus);
	if (n >= cfg.max_cells)
		return MCT_CELL_NONE;
	cell = bpf_map_lookup_elem(&cells, &n);
	if (!cell)
		return MCT_CELL_NONE;
	cell->cpu = cpu;
	cell->memcg = memcg;
	cell->serial = serial;
	cgroup = (__u64)kload(struct mem_cgroup, memcg, css.cgroup);
	cell->level = kload(struct cgroup, cgroup, level);
	kn = (__u64)kload(struct cgroup, cgroup, kn);
	id = kload(struct kernfs_node, kn, id);
	label_set(n, memcg, kn);
	/* last: user space takes a cell with an id for complete */
	*(volatile __u64 *)&cell->cgroup_id = id;
	slot->cell = n;
	return n;
}

/* Not found where it hashes to: collisions, first sight, or a full index. */
static __noinline __u32 cell_search(__u64 serial, __u64 memcg, __u32 hash, __u32 cpu)
{
	__u32 cell = MCT_CELL_NONE;

	for (int i = 0; i < MCT_INDEX_PROBES; i++) {
		__u32 at = cpu * cfg.index_slots + ((hash + i) & (cfg.index_slots - 1));
		struct mct_slot *slot = bpf_map_lookup_elem(&cell_index, &at);

		if (!slot)
			break;
		if (slot->key == serial) {
			cell = slot->cell;
			break;
		}
		if (!slot->key) {
			cell = cell_claim(slot, serial, memcg, cpu);
			break;
		}
	}
	return cell == MCT_CELL_NONE ? MCT_CELL_OF_CPU(cpu) : cell;
}

/*
 * The cell of a mem_cgroup on this CPU, or the CPU's overflow cell.  Filed
 * under the css serial number: it is never reused, unlike an address, and it
 * lies in the mem_cgroup itself, unlike the kernfs id.
 */
static __noinline __u32 cell_of(__u64 memcg, __u32 cpu)
{
	__u64 serial = kload(struct mem_cgroup, memcg, css.serial_nr);
	__u32 hash = ((__u32)serial * 0x9e3779b1u) >> 16;

	return cell_search(serial, memcg, hash, cpu);
}

static __always_inline __u32 hint_slot(__u64 memcg)
{
	/* mem_cgroups are some 2 KiB apart */
	return ((__u32)(memcg >> 8) * 0x9e3779b1u) >> (32 - MCT_HINT_BITS);
}

/*
 * The cell used last for a mem_cgroup of this hash, if it is the one's at
 * @memcg.  A cell's identity never changes, so a hint cannot be half written;
 * the same address with the same serial number is the same mem_cgroup, and a
 * counter at that distance is its memory counter.
 */
static __always_inline struct mct_cell *cell_hinted(struct mct_cpu *c, __u64 memcg, __u32 *n)
{
	struct mct_cell *cell;

	*n = c->hint[hint_slot(memcg) & (MCT_HINTS - 1)];
	cell = cell_at(*n);
	if (cell && cell->memcg == memcg &&
	    cell->serial == kload(struct mem_cgroup, memcg, css.serial_nr))
		return cell;
	return NULL;
}

/* Not hinted: looked up, or made. */
static __always_inline struct mct_cell *cell_looked_up(struct mct_cpu *c, __u64 memcg, __u32 cpu,
						       __u32 *n)
{
	*n = cell_of(memcg, cpu);
	c->hint[hint_slot(memcg) & (MCT_HINTS - 1)] = *n;
	return cell_at(*n);
}

/* Longest of the epoch; the other half keeps the previous one for the reader. */
static __always_inline void max_note(struct mct_max *halves, __u64 ns, __u64 at_ns,
				     enum mct_ctx ctx)
{
	__u32 epoch = ctl.epoch;
	struct mct_max *max = &halves[epoch & 1];

	if (max->epoch == epoch && ns <= max->ns)
		return;
	max->epoch = epoch;
	max->ns = ns;
	max->at_ns = at_ns;
	max->ctx = ctx;
}

/* One measured hold. */
struct hold {
	__u64 raw_ns;
	__u64 corr_ns;
	__u64 lower_ns;
};

/* Corrected, for buckets and maxima: never below zero. */
static __always_inline __u64 hold_ns(const struct hold *h)
{
	__s64 ns = h->raw_ns - h->corr_ns;

	return ns < 0 ? 0 : ns;
}

static __always_inline void hold_add(struct mct_hold *to, const struct hold *h)
{
	to->count++;
	to->raw_ns += h->raw_ns;
	to->corr_ns += h->corr_ns;
	to->lower_ns += h->lower_ns;
	if (h->raw_ns < h->corr_ns)
		to->clamped++;
}

static __always_inline void span_add(struct mct_hold *to, __u64 raw_ns, __u64 corr_ns)
{
	to->span_count++;
	to->span_raw_ns += raw_ns;
	to->span_corr_ns += corr_ns;
}

/* A floor sample: end of one program to the start of the next. */
static __noinline int calib_sample(__u32 cpu, __u64 ns)
{
	struct mct_calib *ring = bpf_map_lookup_elem(&calib, &cpu);

	if (!ring)
		return 0;
	ring->floor_ns[ring->count & (MCT_CALIB_RING - 1)] = ns > 0xffffffff ? 0xffffffff : ns;
	ring->count++;
	return 0;
}

/* Start of a program's body, read only while calibrating. */
static __always_inline __u64 body_start(void)
{
	return ctl.calibrating ? bpf_ktime_get_ns() : 0;
}

static __noinline int body_note(__u32 cpu, __u32 body, __u64 start)
{
	struct mct_calib *ring = bpf_map_lookup_elem(&calib, &cpu);

	if (!ring || body >= MCT_NR_BODIES)
		return 0;
	ring->body_ns[body] += bpf_ktime_get_ns() - start;
	ring->body_count[body]++;
	return 0;
}

static __always_inline void body_end(__u32 cpu, enum mct_body body, __u64 start)
{
	if (start)
		body_note(cpu, body, start);
}

#endif
