// SPDX-License-Identifier: GPL-2.0-or-later
/* The histogram of holds: of the host, a CPU or a cgroup, beside that of the mark. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/delta.h"
#include "tui/flow.h"
#include "tui/panel.h"
#include "tui/subject.h"
#include "view/format.h"
#include "view/hist_bins.h"

#define EXPORT_BINS   60
#define HEAD_LINES    4 /* of an export: title, up to two of figures, titles of the columns */
#define COUNT_COLUMNS 11
#define COUNT_NARROW  8
#define SHARE_COLUMNS 7
#define MIN_BAR	      8
#define MAX_BAR	      80

struct histogram {
	struct panel panel;
	bool logarithmic;
	enum hold_site site;
};

/* One drawing: the holds now, those at the mark, and where the columns are. */
struct plot {
	struct area area;
	struct hist_bins bins;
	struct holds now, base;
	bool has_base;
	bool logarithmic;
	uint64_t base_total;
	double largest_share; /* of a line, now or at the mark */
	unsigned int bound;   /* columns of a bound */
	unsigned int count;   /* columns of the count */
	bool has_share, has_marks, two_bars;
	unsigned int bar_x, bar; /* columns of one bar */
};

static const struct subject whole_host = {.kind = SUBJECT_ALL};

static const struct subject *subject_of(const struct scene *scene)
{
	return scene->subject ?: &whole_host;
}

/* Drain work is counted by CPU only: a cgroup shows its refills whatever was chosen. */
static enum hold_site site_of(const struct histogram *h, const struct scene *scene)
{
	return subject_of(scene)->kind == SUBJECT_CGROUP ? HOLD_REFILL : h->site;
}

static double share_of(uint64_t n, uint64_t total)
{
	return total ? (double)n / (double)total : 0;
}

static double line_share(const struct plot *p, unsigned int line)
{
	return share_of(hist_bins__count(&p->bins, p->now.counts, line), p->bins.total);
}

static double base_share(const struct plot *p, unsigned int line)
{
	return share_of(hist_bins__count(&p->bins, p->base.counts, line), p->base_total);
}

/* Figures */

static double quantile_ns(const struct holds *holds, double q)
{
	struct quantile v = {.known = false};

	if (holds->layout) /* there is a mark */
		v = hist__quantile(holds->layout, holds->counts, q, holds->max_ns);
	return v.known ? v.ns : NAN;
}

static struct text change(double now, double then)
{
	double percent = 100 * (now - then) / then;
	struct text t = {"-"};

	if (isfinite(percent))
		snprintf(t.s, sizeof(t.s), "%+.*f %%", fabs(percent) < 9.95, percent);
	return t;
}

static void add_figure(struct flow *flow, const struct plot *p, unsigned int rank,
		       const char *label, double now, double then)
{
	struct text t = format__time(now);
	struct flow_item *item;

	if (!p->has_base) {
		flow__add(flow, rank, STYLE_STRONG, label, "%s", t.s);
		return;
	}
	item = flow__add(flow, rank, STYLE_STRONG, label, "%s, was %s (%s)", t.s,
			 format__time(then).s, change(now, then).s);
	flow_item__brief(item, rank + 1, label, "%s (%s)", t.s, change(now, then).s);
}

static double longest_ns(const struct holds *holds)
{
	return holds->max_ns ? (double)holds->max_ns : NAN;
}

static void fill_figures(struct flow *flow, const struct plot *p)
{
	const struct holds *now = &p->now, *base = &p->base;

	flow__add(flow, 20, STYLE_STRONG, "holds", "%s", format__count(now->sums.count).s);
	add_figure(flow, p, 0, "mean", hold__mean_ns(&now->sums), hold__mean_ns(&base->sums));
	if (!p->has_base) {
		add_figure(flow, p, 30, "p50", quantile_ns(now, 0.50), NAN);
		add_figure(flow, p, 32, "p90", quantile_ns(now, 0.90), NAN);
	} else {
		add_figure(flow, p, 30, "p50", quantile_ns(now, 0.50), quantile_ns(base, 0.50));
	}
	add_figure(flow, p, 10, "p99", quantile_ns(now, 0.99), quantile_ns(base, 0.99));
	add_figure(flow, p, 12, "max", longest_ns(now), longest_ns(base));
	if (now->sums.left_out)
		flow__add(flow, FLOW_EXTRA, STYLE_DIM, "left out", "%s",
			  format__count(now->sums.left_out).s);
}

static unsigned int draw_title(const struct histogram *h, const struct scene *scene,
			       const struct area *area)
{
	const char *site = site_of(h, scene) == HOLD_REFILL ? "refills" : "drain work";
	const struct subject *subject = subject_of(scene);
	char *name = subject__title(subject, area->w > 44 ? area->w - 38 : 6);
	unsigned int x;

	x = area__printf(area, 0, 0, STYLE_TITLE, "Holds by %s: %s", site, name ?: "?");
	if (x + 32 <= area->w)
		x += area__put(area, 0, x, STYLE_DIM,
			       subject->kind == SUBJECT_CGROUP ? "  coarse, upper bounds"
							       : "  upper bounds");
	if (h->logarithmic && x + 10 <= area->w)
		area__put_right(area, 0, area->w, STYLE_NOTICE, "log bars");
	free(name);
	return 1;
}

static unsigned int draw_figures(const struct plot *p, unsigned int y)
{
	struct flow flow = {.n = 0};
	unsigned int lines;

	if (p->area.h < y + 3)
		return 0;
	fill_figures(&flow, p);
	lines = flow__fit(&flow, p->area.w, p->area.h > 10 ? 2 : 1);
	flow__draw(&flow, &p->area, y);
	return lines;
}

/* Bins */

/*
 * Columns by what they are worth: bounds and counts always, then a bar, shares,
 * marks, a wider bar.
 */
static void choose_columns(struct plot *p)
{
	unsigned int shares = p->has_base ? 2 * SHARE_COLUMNS : SHARE_COLUMNS;
	unsigned int used, w = p->area.w;

	p->bound = hist_bins__bound_columns(&p->bins);
	used = 2 * p->bound + 1;
	p->count = w >= used + COUNT_COLUMNS + shares + 2 * MIN_BAR ? COUNT_COLUMNS : COUNT_NARROW;
	used += p->count + 2;
	p->has_share = w >= used + shares + MIN_BAR;
	used += p->has_share ? shares : 0;
	p->has_marks = w >= used + HIST_MARKS_COLUMNS + 2 * MIN_BAR;
	p->bar_x = used;
	used += p->has_marks ? HIST_MARKS_COLUMNS : 0;
	p->bar = w > used ? w - used : 0;
	p->two_bars = p->has_base && p->bar > 2 * MIN_BAR;
	if (p->two_bars)
		p->bar = (p->bar - 1) / 2;
	if (p->bar > MAX_BAR)
		p->bar = MAX_BAR;
}

static void draw_column_titles(const struct plot *p, unsigned int y)
{
	unsigned int x = 2 * p->bound + 1;
	const struct area *a = &p->area;

	area__put_right(a, y, p->bound, STYLE_TITLE, "from us");
	area__put_right(a, y, x, STYLE_TITLE, "below us");
	x += p->count;
	area__put_right(a, y, x, STYLE_TITLE, "holds");
	if (p->has_share) {
		x += SHARE_COLUMNS;
		area__put_right(a, y, x, STYLE_TITLE, p->has_base ? "now %" : "cum %");
	}
	if (p->has_share && p->has_base)
		area__put_right(a, y, x + SHARE_COLUMNS, STYLE_BASE, "mark %");
	if (p->two_bars) {
		area__put(a, y, p->bar_x, STYLE_TITLE, "now");
		area__put(a, y, p->bar_x + p->bar + 1, STYLE_BASE, "at the mark");
	}
}

/* Columns of a bar.  Log bars: one for a single hold, the most for the largest line. */
static double bar_length(const struct plot *p, double share)
{
	double total = (double)p->bins.total;

	if (p->largest_share <= 0)
		return 0;
	if (!p->logarithmic)
		return share / p->largest_share * p->bar;
	return log1p(share * total) / log1p(p->largest_share * total) * p->bar;
}

static void draw_bar(const struct plot *p, unsigned int y, unsigned int x, double share,
		     enum style style)
{
	unsigned int drawn;

	if (share <= 0 || !p->bar)
		return;
	drawn = area__bar(&p->area, y, x, p->bar, bar_length(p, share), style);
	if (!drawn) /* a few are not none */
		area__put(&p->area, y, x, style, ".");
}

static void draw_line(const struct plot *p, unsigned int y, unsigned int line, double cumulative)
{
	uint64_t n = hist_bins__count(&p->bins, p->now.counts, line);
	uint64_t high = hist_bins__high(&p->bins, line);
	unsigned int x = 2 * p->bound + 1;
	const struct area *a = &p->area;
	char marks[HIST_MARKS_COLUMNS + 1];
	struct text t;

	area__put_right(a, y, p->bound, STYLE_TEXT,
			format__exact_us(hist_bins__low(&p->bins, line)).s);
	area__put_right(a, y, x, STYLE_TEXT,
			high == UINT64_MAX ? "and more" : format__exact_us(high).s);
	x += p->count;
	area__put_right(a, y, x, n ? STYLE_STRONG : STYLE_DIM,
			format__count_fit(n, p->count - 1).s);
	if (p->has_share) {
		x += SHARE_COLUMNS;
		snprintf(t.s, sizeof(t.s), "%.2f",
			 100 * (p->has_base ? line_share(p, line) : cumulative));
		area__put_right(a, y, x, STYLE_TEXT, t.s);
	}
	if (p->has_share && p->has_base) {
		snprintf(t.s, sizeof(t.s), "%.2f", 100 * base_share(p, line));
		area__put_right(a, y, x + SHARE_COLUMNS, STYLE_BASE, t.s);
	}
	draw_bar(p, y, p->bar_x, line_share(p, line), STYLE_BAR);
	if (p->two_bars)
		draw_bar(p, y, p->bar_x + p->bar + 1, base_share(p, line), STYLE_BASE);
	if (p->has_marks) {
		hist_bins__marks(&p->bins, line, p->now.max_ns, marks);
		area__put_right(a, y, a->w, STYLE_NOTICE, marks);
	}
}

static void draw_bins(struct plot *p, unsigned int y)
{
	uint64_t below = 0;

	if (y + 1 >= p->area.h)
		return;
	hist_bins__make(&p->bins, p->now.layout, p->now.counts, p->has_base ? p->base.counts : NULL,
			p->area.h - y - 1, p->now.layout->slots);
	p->base_total = hist__total(p->base.counts, p->now.layout->slots);
	p->largest_share = share_of(p->bins.largest, p->bins.total);
	for (unsigned int line = p->bins.first; line <= p->bins.last && p->has_base; line++)
		p->largest_share = fmax(p->largest_share, base_share(p, line));
	choose_columns(p);
	draw_column_titles(p, y++);
	for (unsigned int line = p->bins.first; line <= p->bins.last; line++) {
		below += hist_bins__count(&p->bins, p->now.counts, line);
		draw_line(p, y++, line, share_of(below, p->bins.total));
	}
}

/* What there is instead of a histogram, or NULL. */
static const char *nothing_to_draw(const struct plot *p, const char *na, char *text, size_t bytes)
{
	if (na)
		snprintf(text, bytes, "Holds are " FORMAT_NA " here: %s.", na);
	else if (!p->now.rows)
		snprintf(text, bytes,
			 "Nothing was counted for it in this window: it may be gone, "
			 "or idle. a: the host again.");
	else if (!hist__total(p->now.counts, p->now.layout->slots))
		snprintf(text, bytes, "No hold was measured in this window.");
	else
		return NULL;
	return text;
}

static void draw(struct panel *panel, const struct scene *scene, const struct area *area)
{
	struct histogram *h = (struct histogram *)panel;
	enum hold_site site = site_of(h, scene);
	struct plot p = {.area = *area, .logarithmic = h->logarithmic};
	const char *na, *instead;
	unsigned int y;
	char text[256];

	if (!scene->delta) {
		area__put(area, 0, 0, STYLE_DIM, "The first interval is not over yet.");
		return;
	}
	na = subject__holds(subject_of(scene), scene->delta, site, &p.now);
	if (scene->base && !subject__holds(subject_of(scene), scene->base, site, &p.base))
		p.has_base = p.base.rows && hist__total(p.base.counts, p.base.layout->slots);
	y = draw_title(h, scene, area);
	instead = nothing_to_draw(&p, na, text, sizeof(text));
	if (instead) {
		flow__words(area, y, area->w, area->h > y ? area->h - y : 0, STYLE_TEXT, instead);
		return;
	}
	y += draw_figures(&p, y);
	draw_bins(&p, y);
}

static unsigned int lines(struct panel *panel, const struct scene *scene)
{
	(void)panel;
	return scene->delta ? HEAD_LINES + EXPORT_BINS : 1;
}

static struct panel_reply key(struct panel *panel, const struct scene *scene, int k)
{
	struct histogram *h = (struct histogram *)panel;
	struct panel_reply reply = {.taken = true};

	switch (k) {
	case 'l':
		h->logarithmic = !h->logarithmic;
		break;
	case 's':
		if (subject_of(scene)->kind == SUBJECT_CGROUP)
			reply.message = "drain work is counted by CPU, not by cgroup";
		else
			h->site = h->site == HOLD_REFILL ? HOLD_DRAIN_WORK : HOLD_REFILL;
		break;
	case 'a':
		reply.open_histogram = true;
		reply.subject = whole_host;
		break;
	default:
		reply.taken = false;
	}
	return reply;
}

static void load(struct panel *panel, const struct settings *settings)
{
	((struct histogram *)panel)->logarithmic = settings__flag(settings, "histogram.log", false);
}

static void save(const struct panel *panel, struct settings *settings)
{
	settings__set(settings, "histogram.log",
		      ((const struct histogram *)panel)->logarithmic ? "yes" : "no");
}

static void free_panel(struct panel *panel)
{
	free(panel);
}

struct panel *panel_histogram__new(void)
{
	static const struct panel_ops ops = {
		.name = "Histogram",
		.scope = KEYS_HISTOGRAM,
		.draw = draw,
		.key = key,
		.lines = lines,
		.load = load,
		.save = save,
		.free = free_panel,
	};
	struct histogram *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->panel.ops = &ops;
	return &h->panel;
}
