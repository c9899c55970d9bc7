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
	__uint(map_flags, BPF_F_MMAPABLE);
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

/* Ring of cells that can be used again; written by user space. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u64);
} spares SEC(".maps");

/*
 * Cells handed out.  The one place that CPUs share, written at the first sight
 * of a (CPU, cgroup) pair only; in a section of its own, away from ctl.
 */
volatile struct mct_claims claims SEC(".data.claims");

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

static __always_inline bool spare_left(void)
{
	return cfg.spare_slots && claims.spares_taken != ctl.spares_given;
}

static __always_inline __u32 fresh_cells(void)
{
	return cfg.max_cells - MCT_CELL_FIRST(cfg.n_cpus);
}

static __always_inline bool cell_left(void)
{
	return spare_left() || claims.fresh < fresh_cells();
}

/* Other CPUs may take the same one; whoever loses this often goes without. */
#define SPARE_TRIES 4

/*
 * A cell used before, emptied by user space, or MCT_CELL_NONE.  The entry is
 * read once it is ours: it stays until user space has been round the ring.
 */
static __always_inline __u32 spare_take(void)
{
	for (int i = 0; i < SPARE_TRIES; i++) {
		__u64 taken = claims.spares_taken;
		__u32 at = taken & (cfg.spare_slots - 1);
		__u64 *entry;

		if (!cfg.spare_slots || taken == ctl.spares_given)
			return MCT_CELL_NONE;
		if (__sync_val_compare_and_swap(&claims.spares_taken, taken, taken + 1) != taken)
			continue;
		entry = bpf_map_lookup_elem(&spares, &at);
		return entry ? *entry : MCT_CELL_NONE;
	}
	return MCT_CELL_NONE;
}

static __always_inline __u32 fresh_take(void)
{
	__u32 n;

	if (claims.fresh >= fresh_cells())
		return MCT_CELL_NONE;
	n = __sync_fetch_and_add(&claims.fresh, 1);
	return n < fresh_cells() ? n + MCT_CELL_FIRST(cfg.n_cpus) : MCT_CELL_NONE;
}

/* A cell becomes that of a mem_cgroup. */
static __always_inline void cell_name(struct mct_cell *cell, __u32 n, __u64 serial, __u64 memcg,
				      __u32 cpu)
{
	__u64 cgroup = (__u64)kload(struct mem_cgroup, memcg, css.cgroup);
	__u64 kn = (__u64)kload(struct cgroup, cgroup, kn);

	cell->cpu = cpu;
	cell->memcg = memcg;
	cell->serial = serial;
	cell->level = kload(struct cgroup, cgroup, level);
	label_set(n, memcg, kn);
	/* last, and ordered: user space takes a cell with an id for complete */
	__sync_val_compare_and_swap(&cell->cgroup_id, 0, kload(struct kernfs_node, kn, id));
}

/*
 * First sight.  The compare-and-swap is against an interrupt on this CPU that
 * claims the same slot; it loses, finds the key taken and its cell not yet
 * there, and counts in the CPU's overflow cell.
 */
static __noinline __u32 cell_claim(struct mct_slot *slot, __u64 was, __u64 serial, __u64 memcg,
				   __u32 cpu)
{
	struct mct_cell *cell;
	__u32 n;

	/* With none left the slot stays free, so that the pair has another try later. */
	if (!slot || !cell_left())
		return MCT_CELL_NONE;
	if (__sync_val_compare_and_swap(&slot->key, was, serial) != was)
		return MCT_CELL_NONE;
	n = spare_take();
	if (n == MCT_CELL_NONE)
		n = fresh_take();
	cell = n == MCT_CELL_NONE ? NULL : cell_at(n);
	if (!cell) {
		*(volatile __u64 *)&slot->key = MCT_KEY_GONE;
		return MCT_CELL_NONE;
	}
	cell_name(cell, n, serial, memcg, cpu);
	*(volatile __u32 *)&slot->cell = n;
	return n;
}

/*
 * Not hinted: collisions, first sight, or a full index.  A pair filed twice,
 * because a slot before its own became free meanwhile, does no harm: cells of
 * one cgroup are added up.
 */
static __noinline __u32 cell_search(__u64 serial, __u64 memcg, __u32 cpu)
{
	__u32 hash = mct_index_hash(serial), cell = MCT_CELL_NONE;
	struct mct_slot *free = NULL;
	__u64 was = MCT_KEY_FREE;

	for (int i = 0; i < MCT_INDEX_PROBES; i++) {
		__u32 at = cpu * cfg.index_slots + ((hash + i) & (cfg.index_slots - 1));
		struct mct_slot *slot = bpf_map_lookup_elem(&cell_index, &at);
		__u64 key;

		if (!slot)
			break;
		key = *(volatile __u64 *)&slot->key;
		if (key == serial) {
			cell = *(volatile __u32 *)&slot->cell;
			return cell == MCT_CELL_NONE ? MCT_CELL_OF_CPU(cpu) : cell;
		}
		if (key == MCT_KEY_GONE && !free) {
			free = slot;
			was = key;
		}
		if (key == MCT_KEY_FREE) {
			if (!free)
				free = slot;
			break;
		}
	}
	if (free)
		cell = cell_claim(free, was, serial, memcg, cpu);
	return cell == MCT_CELL_NONE ? MCT_CELL_OF_CPU(cpu) : cell;
}

/*
 * The cell of a mem_cgroup on this CPU, or the CPU's overflow cell.  Filed
 * under the css serial number: it is never reused, unlike an address, and it
 * lies in the mem_cgroup itself, unlike the kernfs id.
 */
static __noinline __u32 cell_of(__u64 memcg, __u32 cpu)
{
	return cell_search(kload(struct mem_cgroup, memcg, css.serial_nr), memcg, cpu);
}

static __always_inline __u32 hint_slot(__u64 memcg)
{
	/* mem_cgroups are some 2 KiB apart */
	return ((__u32)(memcg >> 8) * 0x9e3779b1u) >> (32 - MCT_HINT_BITS);
}

/*
 * The cell used last for a mem_cgroup of this hash, if it is the one's at
 * @memcg.  An emptied cell has neither address nor serial number, so a hint is
 * never half right; the same address with the same serial number is the same
 * mem_cgroup, and a counter at that distance is its memory counter.
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
