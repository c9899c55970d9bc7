// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/metrics.h"

#include <math.h>
#include <string.h>

#include "diff/metrics_read.h"

#define ROLE(r)	       (1u << ROLE_##r)
#define SEEN(m)	       (1u << METRIC_##m)
#define HOLD	       (ROLE(REFILL) | ROLE(UNCHARGE))
#define HELD	       (HOLD | ROLE(DRAIN_WORK))
#define STOCK	       (HOLD | ROLE(DRAIN))
#define COUNTER(f)     .at = offsetof(struct counters, f)
#define UNCHARGE(kind) .at = offsetof(struct counters, uncharge[MCT_UNCHARGE_##kind])
#define CHARGE(kind)   .at = offsetof(struct counters, charge[MCT_CHARGE_##kind])
#define HOST(f)	       .at = offsetof(struct host_context, f)

_Static_assert(METRIC_NR <= 32, "bits of metric_def.needs");

/* clang-format off: a row a metric, what is alike under each other */
#define TIMED .scale = DIFF_LOG, .unit = "ns", .per_side = true, .timed = true, .roles = HOLD
#define SHARE .scale = DIFF_PLAIN, .unit = "%", .read = read__refill_share
#define RATE  .scale = DIFF_LOG, .unit = "/s", .read = read__rate

const struct metric_def metric_defs[] = {
	/* Timed by the refill's probes, and ended by a nested uncharge: how either is attached is
	   in it. */
	{"hold.mean", "Hold mean", TIMED, .needs = SEEN(HOLD), .read = read__hold_mean},
	{"hold.lower", "Hold lower bound", TIMED, .needs = SEEN(HOLD) | SEEN(HOLD_LOWER),
	 .read = read__hold_lower},
	{"hold.p50", "Hold p50", TIMED, .needs = SEEN(HOLD), .read = read__hold_quantile, .q = 0.5},
	{"hold.p90", "Hold p90", TIMED, .needs = SEEN(HOLD), .read = read__hold_quantile, .q = 0.9},
	{"hold.p99", "Hold p99", TIMED, .needs = SEEN(HOLD), .read = read__hold_quantile,
	 .q = 0.99},
	{"hold.p99.9", "Hold p99.9", TIMED, .needs = SEEN(HOLD), .read = read__hold_quantile,
	 .q = 0.999},
	{"hold.max", "Hold max", .scale = DIFF_SHOWN, .unit = "ns", .per_side = true, .timed = true,
	 .roles = HOLD, .needs = SEEN(HOLD), .read = read__hold_max},
	{"span.mean", "Span mean", TIMED, .needs = SEEN(HOLD), .read = read__span_mean},
	{"held.share", "Lock held", .scale = DIFF_PLAIN, .unit = "%", .timed = true, .roles = HELD,
	 .needs = SEEN(HOLD) | SEEN(DRAIN_WORK_HOLD), .read = read__held_share},

	/* Counted: a session and fentry count alike. */
	{"under_lock.share", "Under lock share", SHARE, .roles = HOLD, .needs = SEEN(UNDER_LOCK),
	 UNCHARGE(UNDER_LOCK)},
	{"under_lock.rate", "Under lock", RATE, .roles = HOLD, .needs = SEEN(UNDER_LOCK),
	 UNCHARGE(UNDER_LOCK)},
	{"after_unlock.share", "After unlock share", SHARE, .roles = HOLD,
	 .needs = SEEN(AFTER_UNLOCK), UNCHARGE(AFTER_UNLOCK)},
	{"in_refill.share", "In refill share", SHARE, .roles = HOLD, .needs = SEEN(IN_REFILL),
	 UNCHARGE(IN_REFILL)},
	{"refills.rate", "Refills", RATE, .roles = ROLE(REFILL), COUNTER(refills)},
	{"charge_no_stock.rate", "Charge no stock", RATE, .roles = ROLE(SLOW_CHARGE),
	 .needs = SEEN(CHARGE_NO_STOCK), CHARGE(NO_STOCK)},
	{"charge_lock_busy.rate", "Charge lock busy", RATE, .roles = ROLE(SLOW_CHARGE),
	 .needs = SEEN(CHARGE_LOCK_BUSY), CHARGE(LOCK_BUSY)},
	{"charge_oversize.rate", "Charge oversize", RATE, .roles = ROLE(SLOW_CHARGE),
	 .needs = SEEN(CHARGE_OVERSIZE), CHARGE(OVERSIZE)},
	{"charge_retry.rate", "Charge retry", RATE, .roles = ROLE(SLOW_CHARGE),
	 .needs = SEEN(CHARGE_RETRY), CHARGE(RETRY)},
	{"uncharge_lock_busy.rate", "Uncharge lock busy", RATE, .roles = HOLD,
	 .needs = SEEN(REFILL_LOCK_BUSY), COUNTER(refill_lock_busy)},
	{"uncharge_oversize.rate", "Uncharge oversize", RATE, .roles = HOLD,
	 .needs = SEEN(REFILL_OVERSIZE), COUNTER(refill_oversize)},
	{"evictions.rate", "Evictions", RATE, .roles = STOCK, .needs = SEEN(EVICTIONS),
	 COUNTER(evict_caused)},
	{"overflows.rate", "Overflows", RATE, .roles = STOCK, .needs = SEEN(OVERFLOWS),
	 COUNTER(overflows)},
	{"preempted.share", "Preempted share", SHARE, .roles = ROLE(REFILL),
	 .needs = SEEN(PREEMPTED), COUNTER(hold.preempted)},

	/* Not by probes. */
	{"switches.rate", "Host switches", .scale = DIFF_LOG, .unit = "/s", .read = read__host_rate,
	 HOST(switches)},
	{"cmd_involuntary.rate", "CMD involuntary", .scale = DIFF_LOG, .unit = "/s",
	 .read = read__host_rate, HOST(cmd_involuntary)},
	{"cmd_voluntary.rate", "CMD voluntary", .scale = DIFF_LOG, .unit = "/s",
	 .read = read__host_rate, HOST(cmd_voluntary)},
	{"throughput", "Throughput", .scale = DIFF_LOG, .unit = "/s", .read = read__load_ops},
	{"latency.p50", "Latency p50", .scale = DIFF_LOG, .unit = "ns", .per_side = true,
	 .read = read__load_latency, .at = 0},
	{"latency.p90", "Latency p90", .scale = DIFF_LOG, .unit = "ns", .per_side = true,
	 .read = read__load_latency, .at = 1},
	{"latency.p99", "Latency p99", .scale = DIFF_LOG, .unit = "ns", .per_side = true,
	 .read = read__load_latency, .at = 2},
	{"latency.p99.9", "Latency p99.9", .scale = DIFF_LOG, .unit = "ns", .per_side = true,
	 .read = read__load_latency, .at = 3},
};
/* clang-format on */

const size_t n_metric_defs = sizeof(metric_defs) / sizeof(metric_defs[0]);

const struct metric_def *metric_def__find(const char *name)
{
	for (size_t i = 0; i < n_metric_defs; i++) {
		if (!strcmp(metric_defs[i].name, name))
			return &metric_defs[i];
	}
	return NULL;
}

struct run_reading run_reading__of(const struct recorded_run *run)
{
	return (struct run_reading){
		.run = run,
		.load = load_result__parse(run->end.result_json),
		.hold = counting__moments(&hist_fine, run->total->hist.slot),
	};
}

struct reading metric_def__read(const struct metric_def *def, const struct run_reading *r)
{
	struct reading to = {.value = NAN};

	for (int m = 0; m < METRIC_NR && !to.why; m++) {
		if (def->needs & 1u << m)
			to.why = run_info__na(&r->run->info.run, (enum metric)m);
	}
	for (int role = 0; role < ROLE_NR && !to.why; role++) {
		const struct role_info *info = &r->run->info.run.roles[role];

		if ((def->roles & 1u << role) && info->mode == ATTACH_ABSENT)
			to.why = info->reason ?: "its probe is not attached";
	}
	if (!to.why)
		def->read(def, r, &to);
	if (!isfinite(to.value)) {
		to.value = NAN;
		to.why = to.why ?: "nothing was measured";
	}
	return to;
}
