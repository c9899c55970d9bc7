// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/header_items.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/format.h"
#include "view/label.h"
#include "view/notes.h"
#include "view/row.h"
#include "view/totals.h"

/* Ranks of what may go, the highest first; FLOW_EXTRA and above never takes a line more. */
enum {
	RANK_ALWAYS = 0,
	RANK_WINDOW = 10,
	RANK_FIRST = 20, /* of a block: refills, charge fallbacks */
	RANK_NAME = 30,
	RANK_SECOND = 40,
	RANK_KERNEL = 45,
	RANK_COST = 50,
	RANK_THIRD = 55,
	RANK_MODES = 60,
	RANK_FOURTH = 65,
	RANK_FIFTH = 70,
	RANK_SHORTER = FLOW_EXTRA, /* a brief form */
	RANK_SHORT = FLOW_EXTRA + 1,
	RANK_EXTRA = FLOW_EXTRA + 10,
	RANK_EXTRA_LATE = FLOW_EXTRA + 20,
	RANK_INTERVAL = FLOW_EXTRA + 30,
};

/* "1,501/s" or "15,012", as the scene wants it; "n/a" for what cannot be seen. */
static struct text amount(const struct scene *scene, uint64_t n, const char *na)
{
	if (na)
		return (struct text){FORMAT_NA};
	if (scene->rates)
		return format__rate((double)n / delta__seconds(scene->delta));
	return format__count(n);
}

static struct text when_seen(const struct snapshot *delta, enum metric metric, struct text t)
{
	if (run_info__na(delta->run, metric))
		return (struct text){FORMAT_NA};
	return t;
}

/* Identity */

static void add_kernel(struct flow *flow, const struct run_info *run)
{
	const char *release = run->kernel_release ?: "unknown kernel";
	struct flow_item *item = flow__add(flow, RANK_KERNEL, STYLE_TEXT, "", "%s", release);
	size_t number = strspn(release, "0123456789.");

	/* The number alone tells what can be seen, with PREEMPT_RT apart. */
	if (number && release[number])
		flow_item__brief(item, RANK_SHORT, "", "%.*s%s", (int)number, release,
				 run->rt ? " rt" : "");
}

static void add_window(struct flow *flow, const struct scene *scene)
{
	static const char *const words[] = {[WINDOW_INTERVAL] = "last",
					    [WINDOW_START] = "since start",
					    [WINDOW_MARK] = "since mark"};
	static const char *const brief[] = {
		[WINDOW_INTERVAL] = "last", [WINDOW_START] = "start", [WINDOW_MARK] = "mark"};
	struct text seconds = format__seconds(delta__seconds(scene->delta));
	struct flow_item *item;

	item = flow__add(flow, RANK_WINDOW, STYLE_STRONG, words[scene->window], "%s", seconds.s);
	flow_item__brief(item, RANK_WINDOW + 1, brief[scene->window], "%s", seconds.s);
}

static void add_lost(struct flow *flow, const struct snapshot *delta)
{
	char text[64];
	uint64_t n = notes__lost(delta, text, sizeof(text));
	struct flow_item *item;

	if (!n) {
		flow__add(flow, RANK_ALWAYS, STYLE_TEXT, "lost", "%s",
			  notes__misses_unknown(delta) ? FORMAT_NA : "0");
		return;
	}
	item = flow__add(flow, RANK_ALWAYS, STYLE_ALARM, "", "LOST %s", text);
	flow_item__brief(item, RANK_SHORTER, "", "LOST %s%s", format__count_fit(n, 9).s,
			 notes__misses_unknown(delta) ? "+" : "");
}

void header_items__identity(struct flow *flow, const struct scene *scene)
{
	const struct snapshot *delta = scene->delta;
	const struct run_info *run = delta->run;
	char modes[128];

	totals__modes(run, modes, sizeof(modes));
	flow__add(flow, RANK_NAME, STYLE_STRONG, "", "memcgtop");
	add_kernel(flow, run);
	flow__add(flow, RANK_MODES, STYLE_TEXT, "", "%s", modes);
	if (run->inner_refill)
		flow__add(flow, RANK_SECOND, STYLE_NOTICE, "", "of __refill_stock");
	flow__add(flow, RANK_INTERVAL, STYLE_TEXT, "every", "%s",
		  format__seconds((double)scene->interval_ns / 1e9).s);
	add_window(flow, scene);
	if (scene->playback)
		flow__add(flow, RANK_FIRST, STYLE_NOTICE, "recording", "%s", scene->playback);
	if (scene->paused)
		flow__add(flow, RANK_ALWAYS, STYLE_NOTICE, "", "PAUSED");
	flow__add(flow, RANK_COST, STYLE_TEXT, "cost", "%s",
		  format__share(notes__own_share(delta)).s);
	if (!delta->floor.method && !run_info__na(run, METRIC_HOLD))
		flow__add(flow, RANK_FIRST, STYLE_NOTICE, "", "uncorrected");
	add_lost(flow, delta);
	if (scene->select)
		flow__add(flow, RANK_FOURTH, STYLE_NOTICE, "rows of", "%s",
			  select__text(scene->select));
}

/* Totals */

/* A time in us, for a place where the unit has been said. */
static struct text in_us(double ns)
{
	return format__fit(ns / 1e3, 8);
}

/* Does format__time show it in us? */
static bool shown_in_us(double ns)
{
	return ns >= 99.5 && ns < 999500;
}

static void add_time(struct flow *flow, unsigned int rank, const char *label, double ns,
		     bool may_shrink)
{
	struct flow_item *item =
		flow__add(flow, rank, STYLE_STRONG, label, "%s", format__time(ns).s);

	if (may_shrink && shown_in_us(ns))
		flow_item__brief(item, RANK_SHORT, label, "%s", in_us(ns).s);
}

static double quantile_ns(const struct row *row, double q)
{
	struct quantile v = row__quantile(row, q);

	return v.known ? v.ns : NAN;
}

static void add_holds(struct flow *flow, const struct snapshot *delta)
{
	const struct mct_hold *hold = &delta->total.hold;
	struct row total = row__total(delta);
	double mean = hold__mean_ns(hold);
	/* A bare number beside one in us is taken for us. */
	bool may_shrink = shown_in_us(mean);

	if (run_info__na(delta->run, METRIC_HOLD)) {
		flow__add(flow, RANK_SECOND, STYLE_TEXT, "hold", FORMAT_NA);
		return;
	}
	add_time(flow, RANK_SECOND, "hold", mean, false);
	if (!run_info__na(delta->run, METRIC_HOLD_LOWER))
		flow__add(flow, RANK_EXTRA_LATE, STYLE_TEXT, "at least", "%s",
			  format__time(hold__lower_mean_ns(hold)).s);
	add_time(flow, RANK_EXTRA, "p50", quantile_ns(&total, 0.50), may_shrink);
	add_time(flow, RANK_THIRD, "p99", quantile_ns(&total, 0.99), may_shrink);
	add_time(flow, RANK_FOURTH, "max", delta->max.ns ? (double)delta->max.ns : NAN, may_shrink);
	flow__add(flow, RANK_FIFTH, STYLE_STRONG, "held", "%s",
		  format__share(delta__held_share(delta)).s);
}

/* The kind of uncharge that this kernel can tell: under the lock, or just inside. */
static void add_under_lock(struct flow *flow, const struct snapshot *delta)
{
	const struct run_info *run = delta->run;
	bool inside = run_info__na(run, METRIC_UNDER_LOCK) && !run_info__na(run, METRIC_IN_REFILL);
	enum mct_uncharge kind = inside ? MCT_UNCHARGE_IN_REFILL : MCT_UNCHARGE_UNDER_LOCK;
	const struct counters *c = &delta->total;
	struct text t = when_seen(
		delta, inside ? METRIC_IN_REFILL : METRIC_UNDER_LOCK,
		format__share(c->refills ? (double)c->uncharge[kind] / (double)c->refills : NAN));
	struct flow_item *item = flow__add(flow, RANK_THIRD, STYLE_STRONG,
					   inside ? "in refill" : "under lock", "%s", t.s);

	flow_item__brief(item, RANK_SHORTER, inside ? "inref" : "under", "%s", t.s);
}

static void add_contexts(struct flow *flow, const struct snapshot *delta)
{
	char text[FLOW_TEXT] = FORMAT_NA;
	size_t n = 0;

	for (int c = 0; c < MCT_NR_CTX && !run_info__na(delta->run, METRIC_CONTEXT); c++) {
		double part = (double)delta->refills_ctx[c] / (double)delta->total.refills;

		if (delta->refills_ctx[c] && n < sizeof(text))
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s %s", n ? " " : "",
					      label__context((enum mct_ctx)c),
					      format__share(part).s);
		else if (!n)
			strcpy(text, "-");
	}
	flow__add(flow, RANK_EXTRA_LATE, STYLE_TEXT, "in", "%s", text);
}

void header_items__totals(struct flow *flow, const struct scene *scene)
{
	const struct snapshot *delta = scene->delta;

	flow__add(flow, RANK_FIRST, STYLE_STRONG, "refills", "%s",
		  amount(scene, delta->total.refills, NULL).s);
	add_holds(flow, delta);
	add_under_lock(flow, delta);
	if (!run_info__na(delta->run, METRIC_AFTER_UNLOCK))
		flow__add(flow, RANK_EXTRA_LATE, STYLE_TEXT, "after unlock", "%s",
			  format__share((double)delta->total.uncharge[MCT_UNCHARGE_AFTER_UNLOCK] /
					(double)delta->total.refills)
				  .s);
	add_contexts(flow, delta);
}

/* Fallbacks */

static void add_fallback(struct flow *flow, const struct scene *scene, unsigned int rank,
			 const char *label, uint64_t n, const char *na, uint64_t busy,
			 const char *busy_na)
{
	struct text all = amount(scene, n, na), of_these;
	struct flow_item *item;

	if (busy_na)
		of_these = (struct text){FORMAT_NA};
	else if (scene->rates)
		of_these = format__fit((double)busy / delta__seconds(scene->delta), 8);
	else
		of_these = format__count(busy);
	item = flow__add(flow, rank, STYLE_STRONG, label, "%s (busy %s)", all.s, of_these.s);
	flow_item__brief(item, RANK_SHORTER, label, "%s", all.s);
}

/* A sum of two reasons is known as soon as one of them is. */
static const char *uncharge_na(const struct run_info *run)
{
	const char *oversize = run_info__na(run, METRIC_REFILL_OVERSIZE);

	return oversize ? run_info__na(run, METRIC_REFILL_LOCK_BUSY) : NULL;
}

void header_items__fallbacks(struct flow *flow, const struct scene *scene)
{
	const struct run_info *run = scene->delta->run;
	const struct counters *c = &scene->delta->total;
	struct flow_item *preempted;
	struct text switched =
		amount(scene, c->hold.preempted, run_info__na(run, METRIC_PREEMPTED));

	add_fallback(flow, scene, RANK_FIRST, "fallback charge", counters__charge_fallbacks(c),
		     run_info__na(run, METRIC_CHARGE_NO_STOCK), c->charge[MCT_CHARGE_LOCK_BUSY],
		     run_info__na(run, METRIC_CHARGE_LOCK_BUSY));
	add_fallback(flow, scene, RANK_SECOND, "uncharge", counters__uncharge_fallbacks(c),
		     uncharge_na(run), c->refill_lock_busy,
		     run_info__na(run, METRIC_REFILL_LOCK_BUSY));
	preempted = flow__add(flow, RANK_THIRD, STYLE_STRONG, "preempted", "%s", switched.s);
	flow_item__brief(preempted, RANK_SHORT, "preempt", "%s", switched.s);
	flow__add(flow, RANK_EXTRA, STYLE_TEXT, "evictions", "%s",
		  amount(scene, counters__evictions(c), run_info__na(run, METRIC_EVICTIONS)).s);
	flow__add(flow, RANK_EXTRA, STYLE_TEXT, "overflows", "%s",
		  amount(scene, c->overflows, run_info__na(run, METRIC_OVERFLOWS)).s);
	flow__add(flow, RANK_EXTRA_LATE, STYLE_TEXT, "retries", "%s",
		  amount(scene, c->charge[MCT_CHARGE_RETRY], run_info__na(run, METRIC_CHARGE_RETRY))
			  .s);
	flow__add(flow, RANK_EXTRA_LATE, STYLE_TEXT, "direct", "%s",
		  amount(scene, c->uncharge[MCT_UNCHARGE_DIRECT], run_info__na(run, METRIC_DIRECT))
			  .s);
}
