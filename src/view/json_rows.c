// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/json_rows.h"

#include <math.h>
#include <stdlib.h>

#include "model/name_text.h"
#include "view/label.h"

json_t *json_rows__u64(uint64_t n)
{
	return json_integer(n > INT64_MAX ? INT64_MAX : (json_int_t)n);
}

json_t *json_rows__metric(const struct run_info *run, enum metric metric, uint64_t n)
{
	return run_info__na(run, metric) ? json_null() : json_rows__u64(n);
}

json_t *json_rows__real(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

/* jansson takes valid UTF-8 only; a cgroup's name may be any bytes. */
json_t *json_rows__name(const char *name)
{
	char *printable = name ? name__printable(name) : NULL;
	json_t *value = printable ? json_string(printable) : json_null();

	free(printable);
	return value;
}

/* [from_ns, below_ns or null, count] of each bucket that has some. */
static json_t *buckets(const struct hist_layout *layout, const uint64_t *fine,
		       const uint32_t *coarse)
{
	json_t *array = json_array();

	for (unsigned int i = 0; i < layout->slots; i++) {
		uint64_t n = fine ? fine[i] : coarse ? coarse[i] : 0, high = layout->high(i);

		if (n)
			json_array_append_new(
				array,
				json_pack("[o, o, o]", json_rows__u64(layout->low(i)),
					  high == UINT64_MAX ? json_null() : json_rows__u64(high),
					  json_rows__u64(n)));
	}
	return array;
}

static json_t *quantile(const struct quantile *q)
{
	if (!q->known)
		return json_null();
	return json_pack("{s:f, s:o, s:o}", "ns", q->ns, "from_ns", json_rows__u64(q->low_ns),
			 "below_ns",
			 q->high_ns == UINT64_MAX ? json_null() : json_rows__u64(q->high_ns));
}

static json_t *longest(const struct snapshot *delta, const struct longest *max)
{
	if (!max->ns)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:i, s:o}", "ns", json_rows__u64(max->ns), "at_ns",
			 json_rows__u64(max->at_ns), "cgroup_id", json_rows__u64(max->cgroup_id),
			 "cpu", (int)max->cpu, "context",
			 run_info__na(delta->run, METRIC_CONTEXT)
				 ? json_null()
				 : json_string(label__context(max->ctx)));
}

static json_t *hold_sums(const struct run_info *run, const struct mct_hold *hold)
{
	bool no_lower = run_info__na(run, METRIC_HOLD_LOWER);

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "count",
			 json_rows__u64(hold->count), "raw_ns", json_rows__u64(hold->raw_ns),
			 "correction_ns", json_rows__u64(hold->corr_ns), "mean_ns",
			 json_rows__real(hold__mean_ns(hold)), "lower_ns",
			 no_lower ? json_null() : json_rows__u64(hold->lower_ns), "lower_mean_ns",
			 no_lower ? json_null() : json_rows__real(hold__lower_mean_ns(hold)),
			 "span_count", json_rows__u64(hold->span_count), "span_mean_ns",
			 json_rows__real(hold__span_mean_ns(hold)), "clamped",
			 json_rows__u64(hold->clamped), "left_out", json_rows__u64(hold->left_out));
}

static const struct {
	const char *name;
	double q;
} quantiles[] = {
	{"p50", 0.50},
	{"p90", 0.90},
	{"p99", 0.99},
	{"p999", 0.999},
};

#define NR_QUANTILES (sizeof(quantiles) / sizeof(quantiles[0]))

static json_t *row_hold(const struct row *row)
{
	struct longest max = row__longest(row);
	json_t *hold;

	if (run_info__na(row->delta->run, METRIC_HOLD))
		return json_null();
	hold = hold_sums(row->delta->run, &row->c->hold);
	json_object_set_new(hold, "longest", longest(row->delta, &max));
	if (row->kind == ROW_OTHERS) /* has no histogram */
		return hold;
	for (size_t i = 0; i < NR_QUANTILES; i++) {
		struct quantile q = row__quantile(row, quantiles[i].q);

		json_object_set_new(hold, quantiles[i].name, quantile(&q));
	}
	json_object_set_new(
		hold, "buckets",
		row->kind == ROW_TOTAL ? buckets(&hist_fine, row->delta->hist.slot, NULL)
		: row->kind == ROW_CPU ? buckets(&hist_fine, row->cpu->hist.slot, NULL)
				       : buckets(&hist_coarse, NULL, row->cgroup->hist));
	return hold;
}

json_t *json_rows__drain_hold(const struct snapshot *delta, const struct mct_hold *hold,
			      const uint64_t *counts, const struct longest *max)
{
	json_t *object;

	if (run_info__na(delta->run, METRIC_DRAIN_WORK_HOLD))
		return json_null();
	object = hold_sums(delta->run, hold);
	json_object_set_new(object, "longest", longest(delta, max));
	for (size_t i = 0; i < NR_QUANTILES; i++) {
		struct quantile q = hist__quantile(&hist_fine, counts, quantiles[i].q, max->ns);

		json_object_set_new(object, quantiles[i].name, quantile(&q));
	}
	json_object_set_new(object, "buckets", buckets(&hist_fine, counts, NULL));
	return object;
}

/* Counters of which each is its own metric: the key is the metric's name. */
static const struct {
	enum metric metric;
	size_t offset;
} counter_keys[] = {
#define COUNTER(m, f)                                                                              \
	{                                                                                          \
		m, offsetof(struct counters, f)                                                    \
	}
	COUNTER(METRIC_UNDER_LOCK, uncharge[MCT_UNCHARGE_UNDER_LOCK]),
	COUNTER(METRIC_AFTER_UNLOCK, uncharge[MCT_UNCHARGE_AFTER_UNLOCK]),
	COUNTER(METRIC_IN_REFILL, uncharge[MCT_UNCHARGE_IN_REFILL]),
	COUNTER(METRIC_BYPASS, uncharge[MCT_UNCHARGE_BYPASS]),
	COUNTER(METRIC_DRAIN_WORK, uncharge[MCT_UNCHARGE_DRAIN_WORK]),
	COUNTER(METRIC_DIRECT, uncharge[MCT_UNCHARGE_DIRECT]),
	COUNTER(METRIC_REFILL_LOCK_BUSY, refill_lock_busy),
	COUNTER(METRIC_REFILL_OVERSIZE, refill_oversize),
	COUNTER(METRIC_CHARGE_NO_STOCK, charge[MCT_CHARGE_NO_STOCK]),
	COUNTER(METRIC_CHARGE_LOCK_BUSY, charge[MCT_CHARGE_LOCK_BUSY]),
	COUNTER(METRIC_CHARGE_OVERSIZE, charge[MCT_CHARGE_OVERSIZE]),
	COUNTER(METRIC_CHARGE_RETRY, charge[MCT_CHARGE_RETRY]),
	COUNTER(METRIC_CHARGES, charges),
	COUNTER(METRIC_OVERFLOWS, overflows),
	COUNTER(METRIC_PREEMPTED, hold.preempted),
#undef COUNTER
};

static void add_evictions(json_t *object, const struct row *row)
{
	const struct run_info *run = row->delta->run;

	if (!row->cgroup) { /* host and CPU: caused and suffered are the same */
		json_object_set_new(
			object, metric__name(METRIC_EVICTIONS),
			json_rows__metric(run, METRIC_EVICTIONS, counters__evictions(row->c)));
		return;
	}
	json_object_set_new(object, "evictions_caused",
			    json_rows__metric(run, METRIC_EVICTIONS, row->c->evict_caused));
	json_object_set_new(object, "evictions_suffered",
			    json_rows__metric(run, METRIC_EVICTIONS, row->c->evict_suffered));
}

json_t *json_rows__figures(const struct row *row)
{
	const struct run_info *run = row->delta->run;
	json_t *object = json_object();

	json_object_set_new(object, "refills", json_rows__u64(row->c->refills));
	json_object_set_new(object, "refills_per_sec",
			    json_rows__real((double)row->c->refills / delta__seconds(row->delta)));
	json_object_set_new(object, "hold", row_hold(row));
	json_object_set_new(object, "held_share",
			    run_info__na(run, METRIC_HOLD) ? json_null()
							   : json_rows__real(row__held_share(row)));
	for (size_t i = 0; i < sizeof(counter_keys) / sizeof(counter_keys[0]); i++) {
		enum metric m = counter_keys[i].metric;
		const void *field = (const char *)row->c + counter_keys[i].offset;

		json_object_set_new(object, metric__name(m),
				    json_rows__metric(run, m, *(const uint64_t *)field));
	}
	json_object_set_new(object, "under_lock_pages",
			    json_rows__metric(run, METRIC_UNDER_LOCK, row->c->under_lock_pages));
	json_object_set_new(object, "charged_pages",
			    json_rows__metric(run, METRIC_CHARGES, row->c->charged_pages));
	add_evictions(object, row);
	return object;
}

json_t *json_rows__contexts(const struct run_info *run, const uint64_t *refills_ctx)
{
	json_t *object;

	if (run_info__na(run, METRIC_CONTEXT))
		return json_null();
	object = json_object();
	for (int c = 0; c < MCT_NR_CTX; c++)
		json_object_set_new(object, label__context((enum mct_ctx)c),
				    json_rows__u64(refills_ctx[c]));
	return object;
}
