// SPDX-License-Identifier: GPL-2.0-or-later
/* Life of a snapshot, its host totals and its overflow row. */
#include "model/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "model/hist.h"
#include "model/words.h"

_Static_assert(sizeof(struct counters) ==
		       8 * (9 + sizeof(struct mct_hold) / 8 + MCT_NR_UNCHARGE + MCT_NR_CHARGE),
	       "struct counters consists of 64-bit counters only");

void counters__add(struct counters *to, const struct counters *from)
{
	words__add(to, from, WORDS_OF(*to));
}

void counters__sub(struct counters *to, const struct counters *from)
{
	words__sub(to, from, WORDS_OF(*to));
}

struct snapshot *snapshot__new(const struct run_info *run, size_t n_cpus, size_t n_cgroups)
{
	struct snapshot *snap = calloc(1, sizeof(*snap));

	if (!snap)
		return NULL;
	snap->run = run;
	/* One element at least: an empty host is no failure of calloc. */
	snap->cpus = calloc(n_cpus ? n_cpus : 1, sizeof(*snap->cpus));
	snap->cgroups = calloc(n_cgroups ? n_cgroups : 1, sizeof(*snap->cgroups));
	if (!snap->cpus || !snap->cgroups) {
		snapshot__free(snap);
		return NULL;
	}
	snap->n_cpus = n_cpus;
	snap->n_cgroups = n_cgroups;
	for (size_t i = 0; i < n_cpus; i++)
		snap->cpus[i].node = -1;
	return snap;
}

void snapshot__free(struct snapshot *snap)
{
	if (!snap)
		return;
	for (size_t i = 0; i < snap->n_cgroups; i++)
		free(snap->cgroups[i].name);
	free(snap->overflow.name);
	free(snap->cgroups);
	free(snap->cpus);
	free(snap);
}

static int copy_name(struct cgroup_row *row, const char *name)
{
	row->name = name ? strdup(name) : NULL;
	return name && !row->name ? -1 : 0;
}

struct snapshot *snapshot__copy(const struct snapshot *from)
{
	struct snapshot *copy = snapshot__new(from->run, from->n_cpus, from->n_cgroups);
	struct cpu_row *cpus;
	struct cgroup_row *cgroups;
	int err;

	if (!copy)
		return NULL;
	cpus = copy->cpus;
	cgroups = copy->cgroups;
	*copy = *from;
	copy->cpus = cpus;
	copy->cgroups = cgroups;
	memcpy(cpus, from->cpus, from->n_cpus * sizeof(*cpus));
	err = copy_name(&copy->overflow, from->overflow.name);
	for (size_t i = 0; i < from->n_cgroups; i++) {
		cgroups[i] = from->cgroups[i];
		err |= copy_name(&cgroups[i], from->cgroups[i].name);
	}
	if (err) {
		snapshot__free(copy);
		return NULL;
	}
	return copy;
}

void longest__merge(struct longest *to, const struct longest *from)
{
	if (from->ns > to->ns)
		*to = *from;
}

static void add_cpu(struct snapshot *snap, const struct cpu_row *cpu)
{
	counters__add(&snap->total, &cpu->c);
	words__add(&snap->drain_hold, &cpu->drain_hold, WORDS_OF(snap->drain_hold));
	words__add(snap->refills_ctx, cpu->refills_ctx, MCT_NR_CTX);
	snap->entry_busy += cpu->entry_busy;
	words__add(&snap->hist, &cpu->hist, MCT_FINE_SLOTS);
	words__add(&snap->drain_hist, &cpu->drain_hist, MCT_FINE_SLOTS);
	longest__merge(&snap->max, &cpu->max);
	longest__merge(&snap->drain_max, &cpu->drain_max);
}

static int by_id(const void *a, const void *b)
{
	uint64_t x = ((const struct cgroup_row *)a)->id, y = ((const struct cgroup_row *)b)->id;

	return x < y ? -1 : x > y;
}

/* Rows come out of a hash; already sorted ones (deltas) cost one pass. */
static void sort_cgroups(struct snapshot *snap)
{
	for (size_t i = 1; i < snap->n_cgroups; i++) {
		if (snap->cgroups[i - 1].id > snap->cgroups[i].id) {
			qsort(snap->cgroups, snap->n_cgroups, sizeof(*snap->cgroups), by_id);
			return;
		}
	}
}

struct cgroup_row *snapshot__cgroup(const struct snapshot *snap, uint64_t id)
{
	struct cgroup_row key = {.id = id};

	return bsearch(&key, snap->cgroups, snap->n_cgroups, sizeof(key), by_id);
}

/*
 * The overflow row's histogram.  Every fine slot lies inside one coarse slot,
 * so the host's can be folded.  Rows are 32 bits and modulo 2^32, hence the
 * difference is too; one with its top bit set is a row read later than the
 * host total, and means zero.
 */
static void fill_overflow_hist(struct snapshot *snap)
{
	uint32_t *left = snap->overflow.hist;

	memset(left, 0, sizeof(snap->overflow.hist));
	for (unsigned int i = 0; i < MCT_FINE_SLOTS; i++)
		left[hist_coarse.slot_of(hist_fine.low(i))] += (uint32_t)snap->hist.slot[i];
	for (size_t i = 0; i < snap->n_cgroups; i++)
		for (unsigned int j = 0; j < MCT_COARSE_SLOTS; j++)
			left[j] -= snap->cgroups[i].hist[j];
	for (unsigned int j = 0; j < MCT_COARSE_SLOTS; j++)
		if (left[j] >> 31)
			left[j] = 0;
}

void snapshot__fill_overflow(struct snapshot *snap)
{
	struct cgroup_row *left = &snap->overflow;
	struct counters rows = {0};

	for (size_t i = 0; i < snap->n_cgroups; i++)
		counters__add(&rows, &snap->cgroups[i].c);
	left->id = 0;
	left->c = snap->total;
	counters__sub(&left->c, &rows);
	fill_overflow_hist(snap);
	memset(&left->max, 0, sizeof(left->max));
	if (snap->max.ns && !snapshot__cgroup(snap, snap->max.cgroup_id))
		left->max = snap->max;
}

void snapshot__finish(struct snapshot *snap)
{
	memset(&snap->total, 0, sizeof(snap->total));
	memset(&snap->drain_hold, 0, sizeof(snap->drain_hold));
	memset(snap->refills_ctx, 0, sizeof(snap->refills_ctx));
	snap->entry_busy = 0;
	memset(&snap->hist, 0, sizeof(snap->hist));
	memset(&snap->drain_hist, 0, sizeof(snap->drain_hist));
	memset(&snap->max, 0, sizeof(snap->max));
	memset(&snap->drain_max, 0, sizeof(snap->drain_max));
	for (size_t i = 0; i < snap->n_cpus; i++)
		add_cpu(snap, &snap->cpus[i]);
	sort_cgroups(snap);
	snapshot__fill_overflow(snap);
}
