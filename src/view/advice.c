// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/advice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/format.h"
#include "view/label.h"
#include "view/notes.h"
#include "view/row.h"

/* A loss below this changes the last digit of what is shown, no more. */
#define LOST_SHARE 0.01
/*
 * A CPU with a twentieth of its time in one small critical section: what a
 * profile of it would show first.
 */
#define HELD_SHARE 0.05
/* Fewer than one refill in ten do not reach the p90 of holds. */
#define UNDER_SHARE 0.10
/* At a microsecond or so each, fewer a second are below 0.01 % of a CPU. */
#define FELT_PER_SEC 100.0
/* One refill in a hundred: what is rarer does not reach the p99, and happens on any busy host. */
#define ODD_SHARE 0.01
/* One hold in a hundred this long: fifty times what a refill takes where all is well. */
#define LONG_P99_NS 50e3
/* A hold longer than a tick at HZ=1000 keeps the scheduler from its work. */
#define LONG_MAX_NS 1e6
/* A share of fewer events is chance. */
#define SURE_COUNT 20
/* A CPU is named when it has this many times the mean of all: else it is the host. */
#define STANDS_OUT 2.0

struct line {
	const struct snapshot *delta;
	unsigned int name_columns;
	char *text;
	size_t bytes;
};

/* @n events as a number to be followed by "a second" or "times a second". */
static struct text per_second(const struct snapshot *delta, uint64_t n)
{
	return format__fit((double)n / delta__seconds(delta), 10);
}

static double rate(const struct snapshot *delta, uint64_t n)
{
	double seconds = delta__seconds(delta);

	return seconds > 0 ? (double)n / seconds : 0;
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

static bool seen(const struct line *l, enum metric metric)
{
	return !run_info__na(l->delta->run, metric);
}

static size_t online_cpus(const struct snapshot *delta)
{
	size_t n = 0;

	for (size_t i = 0; i < delta->n_cpus; i++)
		n += delta->cpus[i].online;
	return n;
}

/* Everything that was counted as an event of its own. */
static uint64_t counted(const struct counters *c)
{
	uint64_t n = c->refills + c->charges;

	for (int i = 0; i < MCT_NR_UNCHARGE; i++)
		n += c->uncharge[i];
	for (int i = 0; i < MCT_NR_CHARGE; i++)
		n += c->charge[i];
	return n;
}

static enum advice losses(const struct line *l)
{
	char unused[64];
	/* What found the table full is in the totals all the same. */
	uint64_t lost = notes__lost(l->delta, unused, sizeof(unused)) - l->delta->loss.no_row;
	uint64_t all = lost + counted(&l->delta->total);
	const char *least = notes__misses_unknown(l->delta) ? "At least " : "";

	if (share(lost, all) < LOST_SHARE)
		return ADVICE_NONE;
	if (share(lost, all) < 0.5)
		snprintf(l->text, l->bytes, "%s1 of %.0f events was lost: figures are too low",
			 least, (double)all / (double)lost);
	else
		snprintf(l->text, l->bytes, "%s%s of events were lost: figures are too low", least,
			 format__share(share(lost, all)).s);
	return ADVICE_ALARM;
}

static enum advice held(const struct line *l)
{
	const struct snapshot *delta = l->delta;
	const struct cpu_row *worst = NULL;
	double most = 0, host;

	if (!seen(l, METRIC_HOLD))
		return ADVICE_NONE;
	for (size_t i = 0; i < delta->n_cpus; i++) {
		struct row row = row__cpu(delta, &delta->cpus[i]);
		double part = row__held_share(&row);

		if (part > most) {
			most = part;
			worst = &delta->cpus[i];
		}
	}
	if (!worst || most < HELD_SHARE)
		return ADVICE_NONE;
	host = delta__held_share(delta);
	if (host >= HELD_SHARE && most < STANDS_OUT * host)
		snprintf(l->text, l->bytes,
			 "The lock is held %s of all CPU time: %s refills a second, %s each",
			 format__share(host).s, per_second(delta, delta->total.refills).s,
			 format__time(hold__mean_ns(&delta->total.hold)).s);
	else
		snprintf(l->text, l->bytes,
			 "CPU %u: its lock is held %s of the time: %s refills a second, %s each",
			 worst->cpu, format__share(most).s, per_second(delta, worst->c.refills).s,
			 format__time(hold__mean_ns(&worst->c.hold)).s);
	return ADVICE_ALARM;
}

/* The cgroup whose refills throw out most of others' stock; NULL: none does much. */
static const struct cgroup_row *worst_evictor(const struct line *l)
{
	const struct snapshot *delta = l->delta;
	const struct cgroup_row *worst = NULL;

	if (!seen(l, METRIC_EVICTIONS))
		return NULL;
	for (size_t i = 0; i < delta->n_cgroups; i++) {
		const struct cgroup_row *row = &delta->cgroups[i];

		if (!worst || row->c.evict_caused > worst->c.evict_caused)
			worst = row;
	}
	if (!worst || rate(delta, worst->c.evict_caused) < FELT_PER_SEC)
		return NULL;
	return worst;
}

/* "/web evicts others' stock 310 times a second", after @before. */
static void say_evictor(const struct line *l, const char *before, const struct cgroup_row *row,
			const char *after)
{
	char *name = label__cgroup(l->delta, row->id, l->name_columns);

	snprintf(l->text, l->bytes, "%s%s evicts others' stock %s times a second%s", before,
		 name ?: "?", per_second(l->delta, row->c.evict_caused).s, after);
	free(name);
}

static bool is_under_lock(const struct snapshot *delta, const struct counters *c)
{
	uint64_t n = c->uncharge[MCT_UNCHARGE_UNDER_LOCK];

	return n >= SURE_COUNT && share(n, c->refills) >= UNDER_SHARE &&
	       rate(delta, n) >= FELT_PER_SEC;
}

static enum advice under_lock(const struct line *l)
{
	const struct snapshot *delta = l->delta;
	const struct counters *total = &delta->total, *worst = NULL;
	const struct cgroup_row *evictor = worst_evictor(l);
	uint64_t n = total->uncharge[MCT_UNCHARGE_UNDER_LOCK], most = 0;
	char head[96];

	if (!seen(l, METRIC_UNDER_LOCK))
		return ADVICE_NONE;
	for (size_t i = 0; i < delta->n_cpus; i++) {
		const struct cpu_row *cpu = &delta->cpus[i];
		uint64_t here = cpu->c.uncharge[MCT_UNCHARGE_UNDER_LOCK];

		if (here <= most || !is_under_lock(delta, &cpu->c))
			continue;
		most = here;
		worst = &cpu->c;
		snprintf(head, sizeof(head), "CPU %u: %s of refills uncharge under the lock",
			 cpu->cpu, format__share(counters__under_lock_share(worst)).s);
	}
	if (is_under_lock(delta, total) &&
	    (!worst || (double)most * (double)online_cpus(delta) < STANDS_OUT * (double)n)) {
		snprintf(head, sizeof(head), "%s of refills uncharge under the lock",
			 format__share(counters__under_lock_share(total)).s);
		worst = NULL;
		most = n;
	} else if (!worst) {
		return ADVICE_NONE;
	}
	if (evictor) {
		snprintf(head + strlen(head), sizeof(head) - strlen(head), "; ");
		say_evictor(l, head, evictor, "");
	} else {
		snprintf(l->text, l->bytes, "%s, %s times a second%s", head,
			 per_second(delta, most).s, worst ? " there" : "");
	}
	return ADVICE_NOTICE;
}

static enum advice evictions(const struct line *l)
{
	const struct cgroup_row *row = worst_evictor(l);
	char after[64];

	if (!row)
		return ADVICE_NONE;
	snprintf(after, sizeof(after), " (%s of its refills)",
		 format__share(share(row->c.evict_caused, row->c.refills)).s);
	say_evictor(l, "", row, after);
	return ADVICE_NOTICE;
}

static enum advice busy(const struct line *l)
{
	const struct snapshot *delta = l->delta;
	const struct counters *c = &delta->total;
	uint64_t refills = seen(l, METRIC_REFILL_LOCK_BUSY) ? c->refill_lock_busy : 0;
	uint64_t charges = seen(l, METRIC_CHARGE_LOCK_BUSY) ? c->charge[MCT_CHARGE_LOCK_BUSY] : 0;

	if (refills + charges < SURE_COUNT || rate(delta, refills + charges) < FELT_PER_SEC ||
	    share(refills + charges, c->refills) < ODD_SHARE)
		return ADVICE_NONE;
	snprintf(l->text, l->bytes,
		 "%s times a second the lock is busy and the shared page counters are used instead",
		 per_second(delta, refills + charges).s);
	return ADVICE_NOTICE;
}

static enum advice switched_out(const struct line *l)
{
	const struct snapshot *delta = l->delta;
	uint64_t n = delta->total.hold.preempted;

	if (!seen(l, METRIC_PREEMPTED) || n < SURE_COUNT || rate(delta, n) < FELT_PER_SEC ||
	    share(n, delta->total.refills) < ODD_SHARE)
		return ADVICE_NONE;
	snprintf(l->text, l->bytes, "Tasks are switched out in refill_stock %s times a second: %s",
		 per_second(delta, n).s,
		 delta->run->rt ? "a holder keeps the lock meanwhile"
				: "holds become context switches at the unlock");
	return ADVICE_NOTICE;
}

static enum advice long_holds(const struct line *l)
{
	const struct longest *max = &l->delta->max;
	struct row total = row__total(l->delta);
	struct quantile p99 = row__quantile(&total, 0.99);
	bool slow = p99.known && l->delta->total.hold.count >= 100 && p99.ns >= LONG_P99_NS;
	char *name;

	if (!seen(l, METRIC_HOLD) || (!slow && (double)max->ns < LONG_MAX_NS))
		return ADVICE_NONE;
	name = label__cgroup(l->delta, max->cgroup_id, l->name_columns);
	if (!slow)
		snprintf(l->text, l->bytes, "The lock was held for %s once, on CPU %u by %s",
			 format__time((double)max->ns).s, max->cpu, name ?: "?");
	else if (max->ns)
		snprintf(l->text, l->bytes,
			 "1 of 100 holds lasts %s or more; the longest %s, on CPU %u by %s",
			 format__time(p99.ns).s, format__time((double)max->ns).s, max->cpu,
			 name ?: "?");
	else
		snprintf(l->text, l->bytes, "1 of 100 holds lasts %s or more",
			 format__time(p99.ns).s);
	free(name);
	return ADVICE_NOTICE;
}

static enum advice table_full(const struct line *l)
{
	uint64_t n = l->delta->loss.no_row;

	if (!n)
		return ADVICE_NONE;
	snprintf(l->text, l->bytes,
		 "No room for a row of their own for %s events, counted in (others): raise "
		 "--max-cgroups",
		 format__count(n).s);
	return ADVICE_NOTICE;
}

static enum advice uncorrected(const struct line *l)
{
	const struct snapshot *delta = l->delta;

	if (!seen(l, METRIC_HOLD) || !delta->total.refills)
		return ADVICE_NONE;
	if (delta->active_ns && !delta->timed_ns)
		snprintf(l->text, l->bytes,
			 "Holds are not measured yet: the probes' own time comes first");
	else if (!delta->floor.method && delta->total.hold.count)
		snprintf(l->text, l->bytes,
			 "Holds are uncorrected, the probes' own time is in them: %s",
			 delta->floor.why_not ?: "no calibration on this kernel");
	else
		return ADVICE_NONE;
	return ADVICE_NOTICE;
}

enum advice advice__line(const struct snapshot *delta, unsigned int name_columns, char *text,
			 size_t bytes)
{
	/* The heaviest first: what cannot be believed, what costs, what is odd. */
	static enum advice (*const candidates[])(const struct line *) = {
		losses,	      held,	  under_lock, evictions,   busy,
		switched_out, long_holds, table_full, uncorrected,
	};
	struct line l = {
		.delta = delta,
		.name_columns = name_columns,
		.text = text,
		.bytes = bytes,
	};

	for (size_t i = 0; i < sizeof(candidates) / sizeof(candidates[0]); i++) {
		enum advice found = candidates[i](&l);

		if (found)
			return found;
	}
	if (bytes)
		*text = '\0';
	return ADVICE_NONE;
}
