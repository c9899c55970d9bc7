// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/columns.h"

#include <math.h>

static double percent(double part, double whole)
{
	return whole != 0 ? 100 * part / whole : NAN;
}

static double refills(const struct row *row)
{
	return (double)row->c->refills;
}

static double mean(const struct row *row)
{
	return hold__mean_ns(&row->c->hold) / 1e3;
}

static double quantile_us(const struct row *row, double q)
{
	struct quantile v = row__quantile(row, q);

	return v.known ? v.ns / 1e3 : NAN;
}

static double p50(const struct row *row)
{
	return quantile_us(row, 0.50);
}

static double p99(const struct row *row)
{
	return quantile_us(row, 0.99);
}

static double longest(const struct row *row)
{
	uint64_t ns = row__longest(row).ns;

	return ns ? (double)ns / 1e3 : NAN;
}

static double held(const struct row *row)
{
	return 100 * row__held_share(row);
}

static double uncharge_share(const struct row *row, enum mct_uncharge kind)
{
	return percent((double)row->c->uncharge[kind], (double)row->c->refills);
}

static double under(const struct row *row)
{
	return uncharge_share(row, MCT_UNCHARGE_UNDER_LOCK);
}

static double after(const struct row *row)
{
	return uncharge_share(row, MCT_UNCHARGE_AFTER_UNLOCK);
}

static double in_refill(const struct row *row)
{
	return uncharge_share(row, MCT_UNCHARGE_IN_REFILL);
}

static double direct(const struct row *row)
{
	return (double)row->c->uncharge[MCT_UNCHARGE_DIRECT];
}

static double charge_fallbacks(const struct row *row)
{
	return (double)counters__charge_fallbacks(row->c);
}

static double uncharge_fallbacks(const struct row *row)
{
	return (double)counters__uncharge_fallbacks(row->c);
}

static double evict_caused(const struct row *row)
{
	return (double)row->c->evict_caused;
}

static double evict_suffered(const struct row *row)
{
	return (double)row->c->evict_suffered;
}

static double overflows(const struct row *row)
{
	return (double)row->c->overflows;
}

static double preempted(const struct row *row)
{
	return (double)row->c->hold.preempted;
}

static const char *na_never(const struct run_info *run)
{
	(void)run;
	return NULL;
}

#define NA_OF(name, metric)                                                                        \
	static const char *name(const struct run_info *run)                                        \
	{                                                                                          \
		return run_info__na(run, metric);                                                  \
	}

NA_OF(na_hold, METRIC_HOLD)
NA_OF(na_under, METRIC_UNDER_LOCK)
NA_OF(na_after, METRIC_AFTER_UNLOCK)
NA_OF(na_in_refill, METRIC_IN_REFILL)
NA_OF(na_direct, METRIC_DIRECT)
NA_OF(na_evictions, METRIC_EVICTIONS)
NA_OF(na_overflows, METRIC_OVERFLOWS)
NA_OF(na_preempted, METRIC_PREEMPTED)
NA_OF(na_no_stock, METRIC_CHARGE_NO_STOCK)

/* A sum of two reasons is known as soon as one of them is. */
static const char *na_uncharge_fallbacks(const struct run_info *run)
{
	return run_info__na(run, METRIC_REFILL_OVERSIZE)
		       ? run_info__na(run, METRIC_REFILL_LOCK_BUSY)
		       : NULL;
}

static const struct column columns[COLUMN_NR] = {
	[COLUMN_REFILLS] = {"REFILLS", 8, true, refills, na_never},
	[COLUMN_MEAN] = {"MEAN", 5, false, mean, na_hold},
	[COLUMN_P50] = {"P50", 5, false, p50, na_hold},
	[COLUMN_P99] = {"P99", 5, false, p99, na_hold},
	[COLUMN_MAX] = {"MAX", 5, false, longest, na_hold},
	[COLUMN_HELD] = {"HELD%", 5, false, held, na_hold},
	[COLUMN_UNDER] = {"UNDER%", 6, false, under, na_under},
	[COLUMN_IN_REFILL] = {"INREF%", 6, false, in_refill, na_in_refill},
	[COLUMN_AFTER] = {"AFTER%", 6, false, after, na_after},
	[COLUMN_DIRECT] = {"DIRECT", 7, true, direct, na_direct},
	[COLUMN_CHARGE_FALLBACKS] = {"CH-FB", 6, true, charge_fallbacks, na_no_stock},
	[COLUMN_UNCHARGE_FALLBACKS] = {"UN-FB", 5, true, uncharge_fallbacks, na_uncharge_fallbacks},
	[COLUMN_EVICTIONS] = {"EVICT", 6, true, evict_caused, na_evictions},
	[COLUMN_EVICT_CAUSED] = {"EVICT>", 6, true, evict_caused, na_evictions},
	[COLUMN_EVICT_SUFFERED] = {"EVICT<", 6, true, evict_suffered, na_evictions},
	[COLUMN_OVERFLOWS] = {"OVERFL", 6, true, overflows, na_overflows},
	[COLUMN_PREEMPTED] = {"PREEMPT", 7, true, preempted, na_preempted},
};

const struct column *column__get(enum column_id id)
{
	return &columns[id];
}

double column__value(const struct column *column, const struct row *row)
{
	return column->na(row->delta->run) ? NAN : column->value(row);
}

struct text column__cell(const struct column *column, const struct row *row, bool rates)
{
	double value;

	if (column->na(row->delta->run))
		return (struct text){FORMAT_NA};
	value = column->value(row);
	if (!column->counts)
		return format__fit(value, column->width);
	if (rates)
		return format__fit(value / delta__seconds(row->delta), column->width);
	/* A recording may say anything; the largest number is a double no more. */
	return format__count_fit(value < 0x1p64 ? (uint64_t)value : UINT64_MAX, column->width);
}

bool column__applies(enum column_id id, const struct run_info *run)
{
	bool state = !run_info__na(run, METRIC_UNDER_LOCK) || run_info__na(run, METRIC_IN_REFILL);

	switch (id) {
	case COLUMN_IN_REFILL:
		return !state;
	case COLUMN_UNDER:
	case COLUMN_AFTER:
		return state;
	default:
		return true;
	}
}
