// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/collector.h"

#include <stdlib.h>
#include <string.h>

/* No call of refill_stock takes that long without being switched out. */
#define FORGOTTEN_NS 1000000000ull

uint32_t collector__end_epoch(struct session *s)
{
	uint32_t epoch = s->ctl->epoch;

	__atomic_store_n(&s->ctl->epoch, epoch + 1, __ATOMIC_SEQ_CST);
	return epoch;
}

static void merge_max(struct longest *to, const struct mct_max *halves, uint32_t epoch,
		      uint32_t cpu, uint64_t cgroup_id)
{
	const struct mct_max *max = &halves[epoch & 1];

	if (max->epoch != epoch || max->ns <= to->ns)
		return;
	to->ns = max->ns;
	to->at_ns = max->at_ns;
	to->cgroup_id = cgroup_id;
	to->ctx = max->ctx;
	to->cpu = cpu;
}

static void add_hold(struct mct_hold *to, const struct mct_hold *from)
{
	to->count += from->count;
	to->raw_ns += from->raw_ns;
	to->corr_ns += from->corr_ns;
	to->lower_ns += from->lower_ns;
	to->span_count += from->span_count;
	to->span_raw_ns += from->span_raw_ns;
	to->span_corr_ns += from->span_corr_ns;
	to->clamped += from->clamped;
	to->preempted += from->preempted;
	to->left_out += from->left_out;
}

/* What a CPU has beside its cells. */
static void read_cpu(struct cpu_row *row, const struct mct_cpu *c, uint32_t cpu, uint32_t epoch)
{
	row->cpu = cpu;
	row->drain_hold = c->drain_hold;
	memcpy(row->refills_ctx, c->refills_ctx, sizeof(row->refills_ctx));
	row->entry_busy = c->entry_busy;
	memcpy(row->hist.slot, c->hist[MCT_SITE_REFILL], sizeof(row->hist.slot));
	memcpy(row->drain_hist.slot, c->hist[MCT_SITE_DRAIN_WORK], sizeof(row->drain_hist.slot));
	merge_max(&row->drain_max, c->drain_max, epoch, cpu, 0);
}

/*
 * Frames that will never be closed: their exit was missed and no later call has
 * taken them over yet, which is when the programs count them.
 */
static uint64_t forgotten_frames(const struct mct_cpu *c, uint64_t now_ns)
{
	uint64_t n = 0;

	for (int site = 0; site < MCT_NR_SITES; site++)
		for (int i = 0; i < MCT_FRAMES; i++) {
			const struct mct_frame *f = &c->frames[site][i];

			n += f->key && now_ns > f->t0_ns && now_ns - f->t0_ns > FORGOTTEN_NS;
		}
	return n;
}

static void read_losses(struct snapshot *snap, const struct mct_cpu *c, uint64_t now_ns)
{
	snap->loss.stale += forgotten_frames(c, now_ns);
	for (int site = 0; site < MCT_NR_SITES; site++) {
		snap->loss.exit_unmatched += c->loss[site].exit_unmatched;
		snap->loss.stale += c->loss[site].stale;
		snap->loss.migrated += c->loss[site].migrated;
	}
	snap->loss.orphans += c->uncharge_orphan;
	snap->loss.bad_memcg += c->bad_memcg;
	snap->loss.clock_backwards += c->clock_backwards;
	snap->counter_other += c->counter_other + c->charge_counter_other;
	snap->big_refills += c->refill_above_batch;
}

/* Cells by cgroup: indices sorted by id, so that rows come out ascending. */
struct cell_ref {
	uint64_t id; /* 0: left out of the rows */
	uint32_t cell;
};

static int by_id(const void *a, const void *b)
{
	const struct cell_ref *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->cell < y->cell ? -1 : x->cell > y->cell;
}

static void add_counters(struct counters *c, const struct mct_cell *cell)
{
	c->refills += cell->refills;
	c->refill_lock_busy += cell->refill_lock_busy;
	c->refill_oversize += cell->refill_oversize;
	add_hold(&c->hold, &cell->hold);
	for (int i = 0; i < MCT_NR_UNCHARGE; i++)
		c->uncharge[i] += cell->uncharge[i];
	c->under_lock_pages += cell->under_lock_pages;
	for (int i = 0; i < MCT_NR_CHARGE; i++)
		c->charge[i] += cell->charge[i];
	c->charges += cell->charges;
	c->charged_pages += cell->charged_pages;
	c->evict_caused += cell->evict_caused;
	c->evict_suffered += cell->evict_suffered;
	c->overflows += cell->overflows;
}

/* A cell counts for its CPU, and for its cgroup unless it is an overflow cell. */
static void add_cell(struct cpu_row *cpu, struct cgroup_row *cgroup, const struct mct_cell *shared,
		     uint32_t epoch)
{
	/* One copy for both, so that they cannot differ by what happens meanwhile. */
	const struct mct_cell cell = *shared;

	add_counters(&cpu->c, &cell);
	merge_max(&cpu->max, cell.max, epoch, cpu->cpu, cell.cgroup_id);
	if (!cgroup)
		return;
	cgroup->id = cell.cgroup_id;
	cgroup->level = cell.level;
	add_counters(&cgroup->c, &cell);
	for (int i = 0; i < MCT_COARSE_SLOTS; i++)
		cgroup->hist[i] += cell.hist[i];
	merge_max(&cgroup->max, cell.max, epoch, cpu->cpu, cell.cgroup_id);
}

/* Events of the overflow cells: their (CPU, cgroup) pair found no cell. */
static uint64_t events(const struct counters *c)
{
	uint64_t n = c->refills + c->charges;

	for (int i = 0; i < MCT_NR_UNCHARGE; i++)
		n += c->uncharge[i];
	for (int i = 0; i < MCT_NR_CHARGE; i++)
		n += c->charge[i];
	return n;
}

/* Sorted references to the cells in use; *@n of them, *@rows distinct cgroups. */
static struct cell_ref *cells_in_use(const struct session *s, const struct recycle *recycle,
				     size_t *n, size_t *rows)
{
	uint32_t end = session__cells_end(s);
	struct cell_ref *refs = calloc(end, sizeof(*refs));

	*n = 0;
	*rows = 0;
	if (!refs)
		return NULL;
	for (uint32_t cell = MCT_CELL_FIRST(s->n_cpus); cell < end; cell++) {
		uint64_t id = __atomic_load_n(&s->cells[cell].cgroup_id, __ATOMIC_ACQUIRE);

		/* claimed this moment, its id not there yet: next time; or a spare */
		if (!id)
			continue;
		if (recycle__hides(recycle, cell, id))
			id = 0;
		refs[(*n)++] = (struct cell_ref){ .id = id, .cell = cell };
	}
	qsort(refs, *n, sizeof(*refs), by_id);
	for (size_t i = 0; i < *n; i++)
		if (refs[i].id && (!i || refs[i].id != refs[i - 1].id))
			(*rows)++;
	return refs;
}

static void read_overflow(struct snapshot *snap, const struct session *s, uint32_t epoch)
{
	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++) {
		struct cpu_row overflow = { .cpu = cpu };

		add_cell(&overflow, NULL, &s->cells[MCT_CELL_OF_CPU(cpu)], epoch);
		snap->loss.no_row += events(&overflow.c);
		counters__add(&snap->cpus[cpu].c, &overflow.c);
		longest__merge(&snap->cpus[cpu].max, &overflow.max);
	}
}

/* Cells that were emptied had counted for their CPUs. */
static void read_retired(struct snapshot *snap, const struct recycle *recycle, uint32_t epoch)
{
	for (size_t cpu = 0; recycle && cpu < snap->n_cpus; cpu++)
		add_cell(&snap->cpus[cpu], NULL, recycle__retired(recycle, cpu), epoch);
}

/* Sorted references: each cell counts for its CPU, and for its row if it has one. */
static void read_cells(struct snapshot *snap, const struct session *s, const struct cell_ref *refs,
		       size_t n, uint32_t epoch)
{
	struct cgroup_row *row = snap->cgroups;
	uint64_t id = 0;

	for (size_t i = 0; i < n; i++) {
		const struct mct_cell *cell = &s->cells[refs[i].cell];

		if (id && refs[i].id != id)
			row++;
		id = refs[i].id;
		add_cell(&snap->cpus[cell->cpu], id ? row : NULL, cell, epoch);
	}
}

struct snapshot *collector__read(struct session *s, const struct run_info *run, uint32_t epoch,
				 uint64_t now_ns, const struct recycle *recycle)
{
	size_t n, rows;
	struct cell_ref *refs = cells_in_use(s, recycle, &n, &rows);
	struct snapshot *snap = refs ? snapshot__new(run, s->n_cpus, rows) : NULL;

	if (!snap) {
		free(refs);
		return NULL;
	}
	snap->cells_used = session__cells_end(s) - MCT_CELL_FIRST(s->n_cpus) -
			   recycle__spares(recycle);
	snap->cells_max = s->max_cells - MCT_CELL_FIRST(s->n_cpus);
	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++) {
		read_cpu(&snap->cpus[cpu], &s->cpus[cpu], cpu, epoch);
		read_losses(snap, &s->cpus[cpu], now_ns);
	}
	read_cells(snap, s, refs, n, epoch);
	free(refs);
	read_overflow(snap, s, epoch);
	read_retired(snap, recycle, epoch);
	/* A call that came back after all must not make the sum fall. */
	if (snap->loss.stale < s->stale_seen)
		snap->loss.stale = s->stale_seen;
	s->stale_seen = snap->loss.stale;
	snapshot__finish(snap);
	return snap;
}
