// SPDX-License-Identifier: GPL-2.0-or-later
/* Differences between snapshots. */
#include "model/delta.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/words.h"

/* Counters of struct losses, which come before its flags. */
#define LOSS_WORDS (offsetof(struct losses, misses_known) / sizeof(uint64_t))

static uint64_t since(uint64_t from, uint64_t to)
{
	return to >= from ? to - from : to;
}

/* Words of an independent group of counters: since @from, or since a reset. */
static void words_since(void *to, const void *from, size_t n)
{
	if (!words__fell(from, to, n))
		words__sub(to, from, n);
}

static void cpu_since(struct cpu_row *to, const struct cpu_row *from)
{
	if (words__fell(&from->c, &to->c, WORDS_OF(to->c)) ||
	    words__fell(&from->drain_hold, &to->drain_hold, WORDS_OF(to->drain_hold)) ||
	    words__fell(from->refills_ctx, to->refills_ctx, MCT_NR_CTX) ||
	    to->entry_busy < from->entry_busy ||
	    words__fell(&from->hist, &to->hist, MCT_FINE_SLOTS) ||
	    words__fell(&from->drain_hist, &to->drain_hist, MCT_FINE_SLOTS))
		return;
	counters__sub(&to->c, &from->c);
	words__sub(&to->drain_hold, &from->drain_hold, WORDS_OF(to->drain_hold));
	words__sub(to->refills_ctx, from->refills_ctx, MCT_NR_CTX);
	to->entry_busy -= from->entry_busy;
	words__sub(&to->hist, &from->hist, MCT_FINE_SLOTS);
	words__sub(&to->drain_hist, &from->drain_hist, MCT_FINE_SLOTS);
}

static void cgroup_since(struct cgroup_row *to, const struct cgroup_row *from)
{
	if (words__fell(&from->c, &to->c, WORDS_OF(to->c)))
		return;
	counters__sub(&to->c, &from->c);
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		to->hist[i] -= from->hist[i];
}

/* Both sides are sorted, so one walk finds the pairs. */
static void rows_since(struct snapshot *d, const struct snapshot *from)
{
	size_t j = 0;

	for (size_t i = 0; i < d->n_cpus; i++) {
		while (j < from->n_cpus && from->cpus[j].cpu < d->cpus[i].cpu)
			j++;
		if (j < from->n_cpus && from->cpus[j].cpu == d->cpus[i].cpu)
			cpu_since(&d->cpus[i], &from->cpus[j]);
	}
	j = 0;
	for (size_t i = 0; i < d->n_cgroups; i++) {
		while (j < from->n_cgroups && from->cgroups[j].id < d->cgroups[i].id)
			j++;
		if (j < from->n_cgroups && from->cgroups[j].id == d->cgroups[i].id)
			cgroup_since(&d->cgroups[i], &from->cgroups[j]);
	}
}

static void cost_since(struct own_cost *to, const struct own_cost *from)
{
	to->user_ns = since(from->user_ns, to->user_ns);
	to->system_ns = since(from->system_ns, to->system_ns);
	to->bpf_ns = since(from->bpf_ns, to->bpf_ns);
	for (int i = 0; i < ROLE_NR; i++)
		to->run_count[i] = since(from->run_count[i], to->run_count[i]);
}

struct snapshot *delta__new(const struct snapshot *from, const struct snapshot *to)
{
	struct snapshot *d = snapshot__copy(to);

	if (!d || !from)
		return d;
	rows_since(d, from);
	d->active_ns = since(from->active_ns, to->active_ns);
	d->timed_ns = since(from->timed_ns, to->timed_ns);
	d->counter_other = since(from->counter_other, to->counter_other);
	d->big_refills = since(from->big_refills, to->big_refills);
	words_since(&d->loss, &from->loss, LOSS_WORDS);
	cost_since(&d->cost, &from->cost);
	snapshot__finish(d);
	return d;
}

static void cpu_add(struct cpu_row *to, const struct cpu_row *more)
{
	to->online = more->online;
	to->node = more->node;
	counters__add(&to->c, &more->c);
	words__add(&to->drain_hold, &more->drain_hold, WORDS_OF(to->drain_hold));
	words__add(to->refills_ctx, more->refills_ctx, MCT_NR_CTX);
	to->entry_busy += more->entry_busy;
	words__add(&to->hist, &more->hist, MCT_FINE_SLOTS);
	words__add(&to->drain_hist, &more->drain_hist, MCT_FINE_SLOTS);
	longest__merge(&to->max, &more->max);
	longest__merge(&to->drain_max, &more->drain_max);
}

/* Counters and maxima only: the name is the caller's business. */
static void cgroup_add(struct cgroup_row *to, const struct cgroup_row *more)
{
	counters__add(&to->c, &more->c);
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++) {
		uint64_t sum = (uint64_t)to->hist[i] + more->hist[i];

		to->hist[i] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
	}
	longest__merge(&to->max, &more->max);
}

/*
 * Merges the sorted rows of @acc and @more into @rows.  @names are copies of
 * the names of @more; they replace those of @acc where @more has one.
 */
static size_t merge_rows(struct cgroup_row *rows, struct snapshot *acc, const struct snapshot *more,
			 char **names)
{
	size_t i = 0, j = 0, n = 0;

	while (i < acc->n_cgroups || j < more->n_cgroups) {
		struct cgroup_row *a = i < acc->n_cgroups ? &acc->cgroups[i] : NULL;
		const struct cgroup_row *m = j < more->n_cgroups ? &more->cgroups[j] : NULL;
		struct cgroup_row *row = &rows[n++];

		if (a && (!m || a->id < m->id)) {
			*row = *a;
			i++;
			continue;
		}
		if (a && a->id == m->id) {
			*row = *a;
			cgroup_add(row, m);
			i++;
		} else {
			*row = *m;
			row->name = NULL;
		}
		row->gone = m->gone;
		row->level = m->level;
		if (names[j]) {
			free(row->name);
			row->name = names[j];
		}
		j++;
	}
	return n;
}

static void free_names(char **names, size_t n)
{
	for (size_t i = 0; names && i < n; i++)
		free(names[i]);
	free(names);
}

static char **copy_names(const struct snapshot *snap)
{
	char **names = calloc(snap->n_cgroups + 1, sizeof(*names));

	for (size_t i = 0; names && i < snap->n_cgroups; i++) {
		const char *name = snap->cgroups[i].name;

		if (name && !(names[i] = strdup(name))) {
			free_names(names, i);
			return NULL;
		}
	}
	return names;
}

static bool same_cpus(const struct snapshot *a, const struct snapshot *b)
{
	if (a->n_cpus != b->n_cpus)
		return false;
	for (size_t i = 0; i < a->n_cpus; i++)
		if (a->cpus[i].cpu != b->cpus[i].cpu)
			return false;
	return true;
}

static void cost_add(struct own_cost *to, const struct own_cost *more)
{
	struct own_cost sum = *more;

	sum.user_ns += to->user_ns;
	sum.system_ns += to->system_ns;
	sum.bpf_ns += to->bpf_ns;
	words__add(sum.run_count, to->run_count, ROLE_NR);
	*to = sum;
}

/* Everything but the rows of cgroups. */
static void host_add(struct snapshot *acc, const struct snapshot *more)
{
	acc->seq = more->seq;
	acc->taken_ns = more->taken_ns;
	acc->wall_ns = more->wall_ns;
	acc->active_ns += more->active_ns;
	acc->timed_ns += more->timed_ns;
	acc->floor = more->floor;
	counters__add(&acc->total, &more->total);
	words__add(&acc->drain_hold, &more->drain_hold, WORDS_OF(acc->drain_hold));
	words__add(acc->refills_ctx, more->refills_ctx, MCT_NR_CTX);
	acc->entry_busy += more->entry_busy;
	acc->counter_other += more->counter_other;
	acc->big_refills += more->big_refills;
	words__add(&acc->loss, &more->loss, LOSS_WORDS);
	memcpy(acc->loss.misses_known, more->loss.misses_known, sizeof(acc->loss.misses_known));
	cost_add(&acc->cost, &more->cost);
	words__add(&acc->hist, &more->hist, MCT_FINE_SLOTS);
	words__add(&acc->drain_hist, &more->drain_hist, MCT_FINE_SLOTS);
	longest__merge(&acc->max, &more->max);
	longest__merge(&acc->drain_max, &more->drain_max);
	for (size_t i = 0; i < acc->n_cpus; i++)
		cpu_add(&acc->cpus[i], &more->cpus[i]);
	acc->cells_used = more->cells_used;
	acc->cells_max = more->cells_max;
}

int delta__accumulate(struct snapshot **accp, const struct snapshot *more)
{
	struct snapshot *acc = *accp;
	struct cgroup_row *rows;
	struct longest max;
	char **names;

	if (!acc) {
		*accp = snapshot__copy(more);
		return *accp ? 0 : -ENOMEM;
	}
	if (!same_cpus(acc, more))
		return -EINVAL;
	rows = calloc(acc->n_cgroups + more->n_cgroups + 1, sizeof(*rows));
	names = copy_names(more);
	if (!rows || !names) {
		free(rows);
		free_names(names, more->n_cgroups);
		return -ENOMEM;
	}
	acc->n_cgroups = merge_rows(rows, acc, more, names);
	free(acc->cgroups);
	acc->cgroups = rows;
	free(names);
	host_add(acc, more);
	max = acc->overflow.max;
	longest__merge(&max, &more->overflow.max);
	snapshot__fill_overflow(acc);
	acc->overflow.max = max;
	return 0;
}
