// SPDX-License-Identifier: GPL-2.0-or-later
/* Means and shares told from the counters of a delta (delta.h). */
#include "model/delta.h"

#include <math.h>

static double ratio(double part, double whole)
{
	return whole != 0 ? part / whole : NAN;
}

/* Sum of times with all probe time taken out; may be below zero. */
static double net_ns(uint64_t raw_ns, uint64_t corr_ns)
{
	return (double)(int64_t)(raw_ns - corr_ns);
}

double delta__seconds(const struct snapshot *d)
{
	return (double)d->active_ns / 1e9;
}

double hold__mean_ns(const struct mct_hold *h)
{
	return ratio(net_ns(h->raw_ns, h->corr_ns), (double)h->count);
}

double hold__lower_mean_ns(const struct mct_hold *h)
{
	return ratio((double)h->lower_ns, (double)h->count);
}

double hold__span_mean_ns(const struct mct_hold *h)
{
	return ratio(net_ns(h->span_raw_ns, h->span_corr_ns), (double)h->span_count);
}

double delta__held_share(const struct snapshot *d)
{
	double held_ns = net_ns(d->total.hold.raw_ns, d->total.hold.corr_ns) +
			 net_ns(d->drain_hold.raw_ns, d->drain_hold.corr_ns);
	size_t online = 0;

	for (size_t i = 0; i < d->n_cpus; i++)
		online += d->cpus[i].online;
	return ratio(held_ns, (double)d->timed_ns * (double)online);
}

double counters__under_lock_share(const struct counters *c)
{
	return ratio((double)c->uncharge[MCT_UNCHARGE_UNDER_LOCK], (double)c->refills);
}

uint64_t counters__evictions(const struct counters *c)
{
	return c->evict_caused;
}

uint64_t counters__charge_fallbacks(const struct counters *c)
{
	return c->charge[MCT_CHARGE_NO_STOCK] + c->charge[MCT_CHARGE_LOCK_BUSY] +
	       c->charge[MCT_CHARGE_OVERSIZE];
}

uint64_t counters__uncharge_fallbacks(const struct counters *c)
{
	return c->refill_lock_busy + c->refill_oversize;
}
