// SPDX-License-Identifier: GPL-2.0-or-later
/* The ledger's sums: of each series, of the host and its CPUs, and what is left. */
#include "export/ledger_state.h"

#include <string.h>

#include "model/hist.h"
#include "model/words.h"

/* Where the row's counts begin: at the last row, or at zero if there was none or it was reset. */
static const struct cgroup_row *begin(const struct id_entry *e)
{
	if (!e->was || words__fell(&e->was->c, &e->row->c, WORDS_OF(e->row->c)))
		return NULL;
	return e->was;
}

struct counters ledger_count__row(const struct id_entry *e)
{
	const struct cgroup_row *from = begin(e);
	struct counters c = e->row->c;

	if (from)
		counters__sub(&c, &from->c);
	return c;
}

/* raw - corr of a sum, zero while the correction exceeds it. */
static uint64_t corrected(uint64_t raw_ns, uint64_t corr_ns)
{
	return raw_ns > corr_ns ? raw_ns - corr_ns : 0;
}

static void raise(uint64_t *to, uint64_t value)
{
	if (value > *to)
		*to = value;
}

static void count(struct series *s, const struct id_entry *e)
{
	const struct cgroup_row *from = begin(e);
	struct counters c = ledger_count__row(e);

	counters__add(&s->shown.c, &c);
	/* Slots of rows are 32 bits and wrap, so their difference is modulo 2^32. */
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		s->shown.hist[i] += (uint32_t)(e->row->hist[i] - (from ? from->hist[i] : 0));
}

void ledger_count__series(struct ledger *l, struct ledger_step *step)
{
	for (size_t i = 0; i < step->n_ids; i++) {
		const struct id_entry *e = &step->ids[i];

		if (e->state != ID_BOUND || !e->row || e->series->leaves)
			continue;
		if (e->series->published || l->rules.one_shot)
			count(e->series, e);
	}
}

/* What a counter of the host did: since the last snapshot, or since its reset. */
static uint64_t since(uint64_t from, uint64_t to)
{
	return to >= from ? to - from : to;
}

static void count_host(struct ledger *l, const struct snapshot *now)
{
	static const struct counters none;
	const struct counters *last = l->now ? &l->now->total : &none;
	uint64_t folded[MCT_COARSE_SLOTS] = {0};

	for (size_t i = 0; i < WORDS_OF(now->total); i++)
		words__set(&l->host.c, i,
			   words__get(&l->host.c, i) +
				   since(words__get(last, i), words__get(&now->total, i)));
	/* Every fine slot lies inside one coarse slot. */
	for (unsigned int i = 0; i < MCT_FINE_SLOTS; i++)
		folded[hist_coarse.slot_of(hist_fine.low(i))] += now->hist.slot[i];
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		l->host.hist[i] += since(l->folded[i], folded[i]);
	memcpy(l->folded, folded, sizeof(folded));
}

/* A CPU's sum starts from what was shown of it; both lists ascend. */
static void count_cpus(const struct ledger *l, const struct ledger_step *step)
{
	const struct snapshot *now = step->now, *last = l->now;
	size_t j = 0;

	for (size_t i = 0; i < now->n_cpus; i++) {
		const struct cpu_row *cpu = &now->cpus[i];

		step->cpu_hold_ns[i] = corrected(cpu->c.hold.raw_ns, cpu->c.hold.corr_ns);
		while (last && j < last->n_cpus && last->cpus[j].cpu < cpu->cpu)
			j++;
		if (last && j < last->n_cpus && last->cpus[j].cpu == cpu->cpu)
			raise(&step->cpu_hold_ns[i], l->cpu_hold_ns[j]);
	}
}

void ledger_count__host(struct ledger *l, struct ledger_step *step)
{
	const struct snapshot *now = step->now;
	const struct mct_hold *holds[MCT_NR_SITES] = {
		[MCT_SITE_REFILL] = &now->total.hold,
		[MCT_SITE_DRAIN_WORK] = &now->drain_hold,
	};

	count_host(l, now);
	count_cpus(l, step);
	for (int site = 0; site < MCT_NR_SITES; site++) {
		raise(&l->view.hold_ns[site], corrected(holds[site]->raw_ns, holds[site]->corr_ns));
		raise(&l->view.span_ns[site],
		      corrected(holds[site]->span_raw_ns, holds[site]->span_corr_ns));
	}
}

/* Does other get less than it had?  Then it keeps that, and the next ones make it good. */
static bool leave(uint64_t *other, uint64_t host, uint64_t given)
{
	uint64_t rest = host > given ? host - given : 0;

	if (rest < *other || given > host)
		return true;
	*other = rest;
	return false;
}

void ledger_count__other(struct ledger *l)
{
	struct ledger_series given = l->removed, *other = &l->view.other;
	bool behind = false;

	for (size_t i = 0; i < l->n_series; i++) {
		struct ledger_series *s = &l->series[i]->shown;

		raise(&s->hold_ns, corrected(s->c.hold.raw_ns, s->c.hold.corr_ns));
		counters__add(&given.c, &s->c);
		words__add(given.hist, s->hist, MCT_COARSE_SLOTS);
		given.hold_ns += s->hold_ns;
	}
	for (size_t i = 0; i < WORDS_OF(other->c); i++) {
		uint64_t left = words__get(&other->c, i);

		behind |= leave(&left, words__get(&l->host.c, i), words__get(&given.c, i));
		words__set(&other->c, i, left);
	}
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		behind |= leave(&other->hist[i], l->host.hist[i], given.hist[i]);
	/* A correction may well exceed an interval: that is nobody's fault. */
	leave(&other->hold_ns, l->view.hold_ns[MCT_SITE_REFILL], given.hold_ns);
	l->view.other_behind += behind;
}
