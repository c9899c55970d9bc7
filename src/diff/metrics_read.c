// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/metrics_read.h"

#include <math.h>
#include <string.h>

#include "model/delta.h"

/*
 * The correction and the clock come in whole nanoseconds, so that a nanosecond
 * (under icount: an instruction) is the least that two sides can differ by.
 */
#define LEAST_CALIBRATION_NS 1.0

#define FEW_BEYOND "fewer than 20 events beyond it"

static uint64_t word_at(const void *base, size_t offset)
{
	uint64_t v;

	memcpy(&v, (const char *)base + offset, sizeof(v));
	return v;
}

static double calibration_ns(const struct recorded_run *run)
{
	return fmax(run->floor_spread_ns, LEAST_CALIBRATION_NS);
}

void read__hold_mean(const struct metric_def *def, const struct run_reading *r, struct reading *to)
{
	const struct mct_hold *hold = &r->run->total->total.hold;

	(void)def;
	to->value = hold__mean_ns(hold);
	to->events = (double)hold->count;
	to->error = counting__mean(&r->hold);
	to->calibration = calibration_ns(r->run);
}

/* Lower bounds and spans have no histogram; they vary at least about as holds do. */
void read__hold_lower(const struct metric_def *def, const struct run_reading *r, struct reading *to)
{
	read__hold_mean(def, r, to);
	to->value = hold__lower_mean_ns(&r->run->total->total.hold);
}

void read__span_mean(const struct metric_def *def, const struct run_reading *r, struct reading *to)
{
	const struct mct_hold *hold = &r->run->total->total.hold;

	read__hold_mean(def, r, to);
	to->value = hold__span_mean_ns(hold);
	to->events = (double)hold->span_count;
}

void read__hold_max(const struct metric_def *def, const struct run_reading *r, struct reading *to)
{
	const struct snapshot *d = r->run->total;

	(void)def;
	to->events = (double)d->total.hold.count;
	to->value = d->max.ns ? (double)d->max.ns : NAN;
}

void read__hold_quantile(const struct metric_def *def, const struct run_reading *r,
			 struct reading *to)
{
	const struct snapshot *d = r->run->total;
	struct quantile v = hist__quantile(&hist_fine, d->hist.slot, def->q, d->max.ns);
	unsigned int slot;

	to->events = r->hold.n;
	if (!v.known)
		return;
	/* A product as 2000 * (1 - 0.99) falls short of 20 by a rounding error. */
	if (r->hold.n * (1 - def->q) < COMPARE_MIN_EVENTS * (1 - 1e-9)) {
		to->why = FEW_BEYOND;
		return;
	}
	slot = hist_fine.slot_of(v.low_ns);
	to->value = v.ns;
	to->error = counting__quantile(&hist_fine, d->hist.slot, def->q);
	to->calibration = calibration_ns(r->run);
	to->bucket_low = (double)hist_fine.low(slot);
	to->bucket_high = (double)hist_fine.high(slot);
	if (hist_fine.high(slot) == UINT64_MAX)
		to->bucket_high = 2 * to->bucket_low; /* open: no better than an octave */
}

void read__held_share(const struct metric_def *def, const struct run_reading *r, struct reading *to)
{
	const struct snapshot *d = r->run->total;
	double holds = (double)(d->total.hold.count + d->drain_hold.count), cpu_ns;
	double share = delta__held_share(d);

	(void)def;
	if (!isfinite(share))
		return;
	cpu_ns = (double)d->timed_ns;
	for (size_t i = 0, online = 0; i < d->n_cpus; i++) {
		online += d->cpus[i].online;
		if (i + 1 == d->n_cpus)
			cpu_ns *= (double)online;
	}
	to->value = 100 * share;
	to->events = holds;
	to->error = 100 * counting__sum(&r->hold) / cpu_ns;
	to->calibration = 100 * calibration_ns(r->run) * holds / cpu_ns;
}

void read__refill_share(const struct metric_def *def, const struct run_reading *r,
			struct reading *to)
{
	const struct counters *c = &r->run->total->total;
	double n = (double)word_at(c, def->at), refills = (double)c->refills;

	to->events = n;
	if (refills == 0) {
		to->why = "there was no refill";
		return;
	}
	to->value = 100 * n / refills;
	to->error = 100 * counting__ratio(n, refills);
}

static void rate(double n, const struct run_reading *r, struct reading *to)
{
	double seconds = delta__seconds(r->run->total);

	to->events = n;
	if (!(seconds > 0))
		return;
	to->value = n / seconds;
	to->error = counting__ratio(n, seconds);
}

void read__rate(const struct metric_def *def, const struct run_reading *r, struct reading *to)
{
	rate((double)word_at(&r->run->total->total, def->at), r, to);
}

void read__host_rate(const struct metric_def *def, const struct run_reading *r, struct reading *to)
{
	const struct host_context *host = &r->run->host;
	bool of_host = def->at == offsetof(struct host_context, switches);

	if (of_host ? host->has_switches : host->has_cmd)
		rate((double)word_at(host, def->at), r, to);
	else if (of_host)
		to->why = "context switches of the host were not recorded";
	else
		to->why = r->run->info.command ? "context switches of the command were not recorded"
					       : "recorded without a command";
}

void read__load_ops(const struct metric_def *def, const struct run_reading *r, struct reading *to)
{
	const struct load_result *load = &r->load;

	(void)def;
	if (isnan(load->ops_per_sec)) {
		to->why = "the command printed no result";
		return;
	}
	to->value = load->ops_per_sec;
	/* Of a load that does not say how many, it is not known how sure they are. */
	to->events = isnan(load->ops) ? 0 : load->ops;
	if (to->events > 0)
		to->error = load->ops_per_sec / sqrt(to->events);
}

void read__load_latency(const struct metric_def *def, const struct run_reading *r,
			struct reading *to)
{
	const struct load_result *load = &r->load;
	double q = load_quantiles[def->at], ops = isnan(load->ops) ? 0 : load->ops;

	to->events = ops;
	if (isnan(load->latency_ns[def->at])) {
		to->why = isnan(load->ops_per_sec) ? "the command printed no result"
						   : "the command printed no latencies";
		return;
	}
	if (ops * (1 - q) < COMPARE_MIN_EVENTS * (1 - 1e-9)) {
		to->why = FEW_BEYOND;
		return;
	}
	to->value = load->latency_ns[def->at];
	to->error = to->value * counting__exponential(q, ops);
}
