// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/columns.h"

#include <math.h>

static struct text number(const struct row *row, uint64_t n, unsigned int width, bool rates)
{
	if (rates)
		return format__fit((double)n / delta__seconds(row->delta), width);
	return format__count_fit(n, width);
}

static struct text percent(double part, double whole, unsigned int width)
{
	return format__fit(whole != 0 ? 100 * part / whole : NAN, width);
}

static struct text refills(const struct row *row, unsigned int width, bool rates)
{
	return number(row, row->c->refills, width, rates);
}

static struct text mean(const struct row *row, unsigned int width, bool rates)
{
	(void)rates;
	return format__fit(hold__mean_ns(&row->c->hold) / 1e3, width);
}

static struct text quantile_us(const struct row *row, double q, unsigned int width)
{
	struct quantile v = row__quantile(row, q);

	return format__fit(v.known ? v.ns / 1e3 : NAN, width);
}

static struct text p50(const struct row *row, unsigned int width, bool rates)
{
	(void)rates;
	return quantile_us(row, 0.50, width);
}

static struct text p99(const struct row *row, unsigned int width, bool rates)
{
	(void)rates;
	return quantile_us(row, 0.99, width);
}

static struct text longest(const struct row *row, unsigned int width, bool rates)
{
	uint64_t ns = row__longest(row).ns;

	(void)rates;
	return format__fit(ns ? (double)ns / 1e3 : NAN, width);
}

static struct text held(const struct row *row, unsigned int width, bool rates)
{
	(void)rates;
	return format__fit(100 * row__held_share(row), width);
}

static struct text uncharge_share(const struct row *row, enum mct_uncharge kind, unsigned int width)
{
	return percent((double)row->c->uncharge[kind], (double)row->c->refills, width);
}

static struct text under(const struct row *row, unsigned int width, bool rates)
{
	(void)rates;
	return uncharge_share(row, MCT_UNCHARGE_UNDER_LOCK, width);
}

static struct text after(const struct row *row, unsigned int width, bool rates)
{
	(void)rates;
	return uncharge_share(row, MCT_UNCHARGE_AFTER_UNLOCK, width);
}

static struct text in_refill(const struct row *row, unsigned int width, bool rates)
{
	(void)rates;
	return uncharge_share(row, MCT_UNCHARGE_IN_REFILL, width);
}

static struct text direct(const struct row *row, unsigned int width, bool rates)
{
	return number(row, row->c->uncharge[MCT_UNCHARGE_DIRECT], width, rates);
}

static struct text charge_fallbacks(const struct row *row, unsigned int width, bool rates)
{
	return number(row, counters__charge_fallbacks(row->c), width, rates);
}

static struct text uncharge_fallbacks(const struct row *row, unsigned int width, bool rates)
{
	return number(row, counters__uncharge_fallbacks(row->c), width, rates);
}

static struct text evict_caused(const struct row *row, unsigned int width, bool rates)
{
	return number(row, row->c->evict_caused, width, rates);
}

static struct text evict_suffered(const struct row *row, unsigned int width, bool rates)
{
	return number(row, row->c->evict_suffered, width, rates);
}

static struct text overflows(const struct row *row, unsigned int width, bool rates)
{
	return number(row, row->c->overflows, width, rates);
}

static struct text preempted(const struct row *row, unsigned int width, bool rates)
{
	return number(row, row->c->hold.preempted, width, rates);
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
	[COLUMN_REFILLS] = {"REFILLS", 8, refills, na_never},
	[COLUMN_MEAN] = {"MEAN", 5, mean, na_hold},
	[COLUMN_P50] = {"P50", 5, p50, na_hold},
	[COLUMN_P99] = {"P99", 5, p99, na_hold},
	[COLUMN_MAX] = {"MAX", 5, longest, na_hold},
	[COLUMN_HELD] = {"HELD%", 5, held, na_hold},
	[COLUMN_UNDER] = {"UNDER%", 6, under, na_under},
	[COLUMN_IN_REFILL] = {"INREF%", 6, in_refill, na_in_refill},
	[COLUMN_AFTER] = {"AFTER%", 6, after, na_after},
	[COLUMN_DIRECT] = {"DIRECT", 7, direct, na_direct},
	[COLUMN_CHARGE_FALLBACKS] = {"CH-FB", 6, charge_fallbacks, na_no_stock},
	[COLUMN_UNCHARGE_FALLBACKS] = {"UN-FB", 5, uncharge_fallbacks, na_uncharge_fallbacks},
	[COLUMN_EVICTIONS] = {"EVICT", 6, evict_caused, na_evictions},
	[COLUMN_EVICT_CAUSED] = {"EVICT>", 6, evict_caused, na_evictions},
	[COLUMN_EVICT_SUFFERED] = {"EVICT<", 6, evict_suffered, na_evictions},
	[COLUMN_OVERFLOWS] = {"OVERFL", 6, overflows, na_overflows},
	[COLUMN_PREEMPTED] = {"PREEMPT", 7, preempted, na_preempted},
};

const struct column *column__get(enum column_id id)
{
	return &columns[id];
}

struct text column__cell(const struct column *column, const struct row *row, bool rates)
{
	if (column->na(row->delta->run))
		return (struct text){FORMAT_NA};
	return column->cell(row, column->width, rates);
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
