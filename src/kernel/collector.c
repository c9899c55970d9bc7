// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/collector.h"

#include <stdlib.h>
#include <string.h>

uint32_t collector__end_epoch(struct session *s)
{
	uint32_t epoch = s->ctl->epoch;

	__atomic_store_n(&s->ctl->epoch, epoch + 1, __ATOMIC_SEQ_CST);
	return epoch;
}

static void merge_max(struct longest *to, const struct mct_max *halves, uint32_t epoch,
		      uint32_t cpu)
{
	const struct mct_max *max = &halves[epoch & 1];

	if (max->epoch != epoch || max->ns <= to->ns)
		return;
	to->ns = max->ns;
	to->at_ns = max->at_ns;
	to->cgroup_id = max->cgroup_id;
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

static void read_cpu(struct cpu_row *row, const struct mct_cpu *c, uint32_t cpu, uint32_t epoch)
{
	row->cpu = cpu;
	row->c.refills = c->entries[MCT_SITE_REFILL];
	row->c.refill_lock_busy = c->refill_lock_busy;
	row->c.refill_oversize = c->refill_oversize;
	row->c.hold = c->hold[MCT_SITE_REFILL];
	memcpy(row->c.uncharge, c->uncharge, sizeof(row->c.uncharge));
	row->c.under_lock_pages = c->uncharge_pages[MCT_UNCHARGE_UNDER_LOCK];
	memcpy(row->c.charge, c->charge, sizeof(row->c.charge));
	row->c.charges = c->charges;
	row->c.charged_pages = c->charged_pages;
	row->c.evict_caused = c->evictions;
	row->c.evict_suffered = c->evictions;
	row->c.overflows = c->overflows;
	row->drain_hold = c->hold[MCT_SITE_DRAIN_WORK];
	memcpy(row->refills_ctx, c->refills_ctx, sizeof(row->refills_ctx));
	row->entry_busy = c->entry_busy;
	memcpy(row->hist.slot, c->hist[MCT_SITE_REFILL], sizeof(row->hist.slot));
	memcpy(row->drain_hist.slot, c->hist[MCT_SITE_DRAIN_WORK], sizeof(row->drain_hist.slot));
	merge_max(&row->max, c->max[MCT_SITE_REFILL], epoch, cpu);
	merge_max(&row->drain_max, c->max[MCT_SITE_DRAIN_WORK], epoch, cpu);
}

static void read_losses(struct snapshot *snap, const struct mct_cpu *c)
{
	for (int site = 0; site < MCT_NR_SITES; site++) {
		snap->loss.exit_unmatched += c->loss[site].exit_unmatched;
		snap->loss.stale += c->loss[site].stale + c->loss[site].stale_seen;
		snap->loss.migrated += c->loss[site].migrated;
	}
	snap->loss.orphans += c->uncharge_orphan;
	snap->loss.bad_memcg += c->bad_memcg;
	snap->loss.clock_backwards += c->clock_backwards;
	snap->loss.no_row += c->norow_e + c->norow_u + c->norow_s + c->norow_c;
	snap->counter_other += c->counter_other + c->charge_counter_other;
	snap->big_refills += c->refill_above_batch;
}

/* Cells by cgroup: indices sorted by id, so that rows come out ascending. */
struct cell_ref {
	uint64_t id;
	uint32_t cell;
};

static int by_id(const void *a, const void *b)
{
	const struct cell_ref *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->cell < y->cell ? -1 : x->cell > y->cell;
}

static void add_cell(struct cgroup_row *row, const struct mct_cell *cell, uint32_t epoch)
{
	struct counters *c = &row->c;

	row->id = cell->cgroup_id;
	row->level = cell->level;
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
	for (int i = 0; i < MCT_COARSE_SLOTS; i++)
		row->hist[i] += cell->hist[i];
	merge_max(&row->max, cell->max, epoch, cell->cpu);
}

/* Sorted references to the cells in use; *@n of them, *@rows distinct cgroups. */
static struct cell_ref *cells_in_use(const struct session *s, size_t *n, size_t *rows,
				     uint32_t claimed)
{
	uint32_t end = claimed + 1 < s->max_cells ? claimed + 1 : s->max_cells;
	struct cell_ref *refs = calloc(end, sizeof(*refs));

	*n = 0;
	*rows = 0;
	if (!refs)
		return NULL;
	for (uint32_t cell = 1; cell < end; cell++) {
		uint64_t id = s->cells[cell].cgroup_id;

		/* claimed this moment, its id not there yet: next time */
		if (id)
			refs[(*n)++] = (struct cell_ref){.id = id, .cell = cell};
	}
	qsort(refs, *n, sizeof(*refs), by_id);
	for (size_t i = 0; i < *n; i++)
		if (!i || refs[i].id != refs[i - 1].id)
			(*rows)++;
	return refs;
}

struct snapshot *collector__read(const struct session *s, const struct run_info *run,
				 uint32_t epoch)
{
	uint32_t claimed = *s->cells_claimed;
	size_t n, rows;
	struct cell_ref *refs = cells_in_use(s, &n, &rows, claimed);
	struct snapshot *snap = refs ? snapshot__new(run, s->n_cpus, rows) : NULL;
	struct cgroup_row *row;

	if (!snap) {
		free(refs);
		return NULL;
	}
	snap->cells_used = claimed;
	snap->cells_max = s->max_cells - 1;
	/* Rows first: what happens meanwhile shows in the totals, never the other way. */
	row = snap->cgroups;
	for (size_t i = 0; i < n; i++) {
		if (i && refs[i].id != refs[i - 1].id)
			row++;
		add_cell(row, &s->cells[refs[i].cell], epoch);
	}
	free(refs);
	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++) {
		read_cpu(&snap->cpus[cpu], &s->cpus[cpu], cpu, epoch);
		read_losses(snap, &s->cpus[cpu]);
	}
	snapshot__finish(snap);
	return snap;
}
