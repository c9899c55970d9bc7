// SPDX-License-Identifier: GPL-2.0-or-later
/* The histogram of holds: of the host, a CPU or a cgroup, beside that of the mark. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/delta.h"
#include "tui/flow.h"
#include "tui/hist_plot.h"
#include "tui/panel.h"
#include "tui/subject.h"
#include "view/format.h"

#define EXPORT_BINS 60
#define HEAD_LINES  4 /* of an export: title, up to two of figures, titles of the columns */

struct histogram {
	struct panel panel;
	bool logarithmic;
	enum hold_site site;
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

static void add_figure(struct flow *flow, const struct hist_plot *p, unsigned int rank,
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

static void fill_figures(struct flow *flow, const struct hist_plot *p)
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

static unsigned int draw_figures(const struct hist_plot *p, unsigned int y)
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

/* What there is instead of a histogram, or NULL. */
static const char *nothing_to_draw(const struct hist_plot *p, const char *na, char *text,
				   size_t bytes)
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
	struct hist_plot p = {.area = *area, .logarithmic = h->logarithmic};
	const char *na, *instead;
	unsigned int y;
	char text[256];

	if (!scene->delta) {
		area__put(area, 0, 0, STYLE_DIM, scene__why_empty(scene));
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
	hist_plot__draw(&p, y);
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
