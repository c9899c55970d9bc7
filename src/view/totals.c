// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/format.h"
#include "view/label.h"
#include "view/row.h"
#include "view/select.h"
#include "view/wrap.h"

#define NAME_COLUMNS 34 /* of the cgroup in the line of the longest hold */

void totals__modes(const struct run_info *run, char *text, size_t bytes)
{
	bool used[ATTACH_NR] = {false};
	size_t n = 0;

	for (int r = 0; r < ROLE_NR; r++)
		used[run->roles[r].mode] = true;
	used[ATTACH_ABSENT] = used[ATTACH_DERIVED] = false;
	snprintf(text, bytes, "no probes");
	for (int m = 0; m < ATTACH_NR; m++) {
		if (used[m] && n < bytes)
			n += (size_t)snprintf(text + n, bytes - n, "%s%s", n ? " + " : "",
					      attach_mode__name((enum attach_mode)m));
	}
}

static size_t online_cpus(const struct snapshot *delta)
{
	size_t n = 0;

	for (size_t i = 0; i < delta->n_cpus; i++)
		n += delta->cpus[i].online;
	return n;
}

static void print_correction(struct wrap *w, const struct floor_info *floor)
{
	if (floor->method)
		wrap__words(w, "hold corrected by %.*f +- %.*f ns (%s)", floor->exit_ns < 10,
			    floor->exit_ns, floor->spread_ns < 10, floor->spread_ns, floor->method);
	else
		wrap__words(w, "hold uncorrected: %s",
			    floor->why_not ?: "no calibration on this kernel");
}

void totals__print_head(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const struct run_info *run = delta->run;
	size_t online = online_cpus(delta);
	char modes[128];
	struct wrap w;

	totals__modes(run, modes, sizeof(modes));
	wrap__start(&w, f, opts->width, 0, "");
	w.indent = 2;
	wrap__words(&w, "memcg_stock.lock for %s on %zu CPU%s, kernel %s,",
		    format__seconds(delta__seconds(delta)).s, online, online == 1 ? "" : "s",
		    run->kernel_release ?: "unknown");
	if (run->preemption)
		wrap__words(&w, "%s preemption,", run->preemption);
	wrap__words(&w, "%s,", modes);
	print_correction(&w, &delta->floor);
	wrap__end(&w);
	if (!opts->select)
		return;
	wrap__start(&w, f, opts->width, 2, "");
	wrap__words(&w, "Rows of %s only; totals and the histogram are those of the whole host.",
		    select__text(opts->select));
	wrap__end(&w);
}

/* "NAME 6,454 (645/s)", "NAME 0" or "NAME n/a". */
static void count_item(struct wrap *w, const struct snapshot *delta, const char *name, uint64_t n,
		       const char *na)
{
	if (na)
		wrap__item(w, "%s " FORMAT_NA, name);
	else if (n)
		wrap__item(w, "%s %s (%s)", name, format__count(n).s,
			   format__rate((double)n / delta__seconds(delta)).s);
	else
		wrap__item(w, "%s 0", name);
}

static void print_refills(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	uint64_t n = delta->total.refills;
	struct wrap w;

	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  refills");
	wrap__item(&w, "%s (%s)", format__count(n).s,
		   format__rate((double)n / delta__seconds(delta)).s);
	if (!run_info__na(delta->run, METRIC_HOLD))
		wrap__item(&w, "lock held %s of CPU time",
			   format__share(delta__held_share(delta)).s);
	wrap__end(&w);
}

static struct text quantile_time(const struct row *row, double q)
{
	struct quantile v = row__quantile(row, q);

	return format__time(v.known ? v.ns : NAN);
}

static void print_longest(struct wrap *w, const struct snapshot *delta)
{
	const struct longest *max = &delta->max;
	char *name;

	if (!max->ns)
		return;
	name = label__cgroup(delta, max->cgroup_id, NAME_COLUMNS);
	wrap__item(w, "max %s (cpu %u, %s, %s)", format__time((double)max->ns).s, max->cpu,
		   name ?: "?",
		   run_info__na(delta->run, METRIC_CONTEXT) ? "context " FORMAT_NA
							    : label__context(max->ctx));
	free(name);
}

static void print_lower(struct wrap *w, const struct snapshot *delta)
{
	const struct mct_hold *hold = &delta->total.hold;
	double mean = hold__mean_ns(hold), lower = hold__lower_mean_ns(hold);

	wrap__break(w);
	wrap__words(w, "These are upper bounds; the lower bound of the mean is");
	if (run_info__na(delta->run, METRIC_HOLD_LOWER))
		wrap__word(w, FORMAT_NA ".");
	else if (mean > 0)
		wrap__word(w, "%s (%s of it).", format__time(lower).s,
			   format__share(lower / mean).s);
	else
		wrap__word(w, "%s.", format__time(lower).s);
	if (delta->run->inner_refill) {
		wrap__break(w);
		wrap__words(w, "refill_stock is inlined here: these are holds of __refill_stock, "
			       "which also runs for object stocks with the lock already held. "
			       "Compare them with nothing else.");
	}
}

/* Refills before the correction was known have no hold: say so if they are many. */
static void print_untimed(struct wrap *w, const struct snapshot *delta)
{
	if (delta->timed_ns >= delta->active_ns - delta->active_ns / 50)
		return;
	wrap__break(w);
	wrap__words(w, "Holds were measured for %.1f of %.1f s: the correction was not known before.",
		    delta->timed_ns / 1e9, delta->active_ns / 1e9);
}

static void print_hold(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const char *na = run_info__na(delta->run, METRIC_HOLD);
	const struct mct_hold *hold = &delta->total.hold;
	struct row total = row__total(delta);
	struct wrap w;

	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  hold");
	if (na) {
		wrap__words(&w, FORMAT_NA ": %s", na);
		wrap__end(&w);
		return;
	}
	if (!hold->count) {
		wrap__words(&w, "none was measured");
		wrap__end(&w);
		return;
	}
	wrap__item(&w, "mean %s", format__time(hold__mean_ns(hold)).s);
	wrap__item(&w, "p50 %s", quantile_time(&total, 0.50).s);
	wrap__item(&w, "p90 %s", quantile_time(&total, 0.90).s);
	wrap__item(&w, "p99 %s", quantile_time(&total, 0.99).s);
	print_longest(&w, delta);
	print_lower(&w, delta);
	print_untimed(&w, delta);
	wrap__end(&w);
}

static void print_drain_work(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const char *na = run_info__na(delta->run, METRIC_DRAIN_WORK_HOLD);
	const struct mct_hold *hold = &delta->drain_hold;
	struct wrap w;

	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  drain work");
	if (na) {
		wrap__item(&w, "hold " FORMAT_NA);
	} else if (!hold->count) {
		wrap__item(&w, "no hold");
	} else {
		wrap__item(&w, "%s hold%s", format__count(hold->count).s,
			   hold->count == 1 ? "" : "s");
		wrap__item(&w, "mean %s", format__time(hold__mean_ns(hold)).s);
		if (delta->drain_max.ns)
			wrap__item(&w, "max %s (cpu %u)",
				   format__time((double)delta->drain_max.ns).s,
				   delta->drain_max.cpu);
	}
	wrap__end(&w);
}

/* An uncharge kind of which the share of refills tells more than the rate. */
static void share_item(struct wrap *w, const struct snapshot *delta, const char *name,
		       enum mct_uncharge kind, enum metric metric)
{
	uint64_t n = delta->total.uncharge[kind];

	if (n && delta->total.refills && !run_info__na(delta->run, metric))
		wrap__item(w, "%s %s (%s of refills)", name, format__count(n).s,
			   format__share((double)n / (double)delta->total.refills).s);
	else
		count_item(w, delta, name, n, run_info__na(delta->run, metric));
}

static void print_uncharges(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const struct run_info *run = delta->run;
	const uint64_t *n = delta->total.uncharge;
	bool state = !run_info__na(run, METRIC_UNDER_LOCK) || run_info__na(run, METRIC_IN_REFILL);
	struct wrap w;

	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  uncharges");
	if (state) {
		share_item(&w, delta, "under lock", MCT_UNCHARGE_UNDER_LOCK, METRIC_UNDER_LOCK);
		share_item(&w, delta, "after unlock", MCT_UNCHARGE_AFTER_UNLOCK,
			   METRIC_AFTER_UNLOCK);
	}
	if (!state || n[MCT_UNCHARGE_IN_REFILL])
		share_item(&w, delta, "in refill", MCT_UNCHARGE_IN_REFILL, METRIC_IN_REFILL);
	count_item(&w, delta, "bypass", n[MCT_UNCHARGE_BYPASS], run_info__na(run, METRIC_BYPASS));
	count_item(&w, delta, "drain work", n[MCT_UNCHARGE_DRAIN_WORK],
		   run_info__na(run, METRIC_DRAIN_WORK));
	count_item(&w, delta, "direct", n[MCT_UNCHARGE_DIRECT], run_info__na(run, METRIC_DIRECT));
	wrap__end(&w);
}

static void print_fallbacks(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const struct run_info *run = delta->run;
	const struct counters *c = &delta->total;
	struct wrap w;

	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  fallbacks");
	wrap__head(&w, "charge: ");
	count_item(&w, delta, "no_stock", c->charge[MCT_CHARGE_NO_STOCK],
		   run_info__na(run, METRIC_CHARGE_NO_STOCK));
	count_item(&w, delta, "lock_busy", c->charge[MCT_CHARGE_LOCK_BUSY],
		   run_info__na(run, METRIC_CHARGE_LOCK_BUSY));
	count_item(&w, delta, "oversize", c->charge[MCT_CHARGE_OVERSIZE],
		   run_info__na(run, METRIC_CHARGE_OVERSIZE));
	count_item(&w, delta, "retry", c->charge[MCT_CHARGE_RETRY],
		   run_info__na(run, METRIC_CHARGE_RETRY));
	wrap__break(&w);
	wrap__head(&w, "uncharge: ");
	count_item(&w, delta, "lock_busy", c->refill_lock_busy,
		   run_info__na(run, METRIC_REFILL_LOCK_BUSY));
	count_item(&w, delta, "oversize", c->refill_oversize,
		   run_info__na(run, METRIC_REFILL_OVERSIZE));
	wrap__end(&w);
}

/* Only with --charges: what part of all charges did not find its pages in the stock. */
static void print_charges(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const char *na = run_info__na(delta->run, METRIC_CHARGES);
	const struct counters *c = &delta->total;
	struct wrap w;

	if (!delta->run->charges)
		return;
	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  charges");
	if (na) {
		wrap__words(&w, FORMAT_NA ": %s", na);
	} else {
		wrap__item(&w, "%s (%s)", format__count(c->charges).s,
			   format__rate((double)c->charges / delta__seconds(delta)).s);
		if (c->charges && !run_info__na(delta->run, METRIC_CHARGE_NO_STOCK))
			wrap__item(&w, "%s of them fell back",
				   format__share((double)counters__charge_fallbacks(c) /
						 (double)c->charges)
					   .s);
	}
	wrap__end(&w);
}

static void print_evictions(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const struct run_info *run = delta->run;
	const struct counters *c = &delta->total;
	struct wrap w;

	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  stock");
	count_item(&w, delta, "evictions", counters__evictions(c),
		   run_info__na(run, METRIC_EVICTIONS));
	count_item(&w, delta, "overflows", c->overflows, run_info__na(run, METRIC_OVERFLOWS));
	count_item(&w, delta, "preempted at unlock", c->hold.preempted,
		   run_info__na(run, METRIC_PREEMPTED));
	wrap__end(&w);
}

static void print_contexts(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const char *na = run_info__na(delta->run, METRIC_CONTEXT);
	struct wrap w;

	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  contexts");
	for (int c = 0; c < MCT_NR_CTX && !na; c++) {
		if (delta->refills_ctx[c] || c <= MCT_CTX_HARDIRQ)
			wrap__item(&w, "%s %s", label__context((enum mct_ctx)c),
				   format__count(delta->refills_ctx[c]).s);
	}
	if (na)
		wrap__item(&w, "context " FORMAT_NA);
	wrap__end(&w);
}

void totals__print(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	print_refills(f, delta, opts);
	print_hold(f, delta, opts);
	print_drain_work(f, delta, opts);
	print_uncharges(f, delta, opts);
	print_fallbacks(f, delta, opts);
	print_charges(f, delta, opts);
	print_evictions(f, delta, opts);
	print_contexts(f, delta, opts);
}
