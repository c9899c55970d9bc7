// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/cpu_strip.h"

#include <math.h>
#include <stdlib.h>

#include "view/row.h"

#define LABEL		"cpus"
#define LABEL_WIDTH	10 /* as the other lines of the header */
#define LOW_SHARE	1e-5
#define HIGH_SHARE	1e-1
#define LOW_RATE	1.0
#define HIGH_RATE	1e5
#define LEAST_SHOWN	0.02 /* above 0: something did happen */
#define WORDS_WIDTH	16   /* " 11 CPUs a cell" */
#define LEAST_FOR_WORDS 40

static double on_scale(double value, double low, double high)
{
	double level = log10(value / low) / log10(high / low);

	return fmin(fmax(level, LEAST_SHOWN), 1);
}

static bool has_hold(const struct snapshot *delta)
{
	return !run_info__na(delta->run, METRIC_HOLD);
}

double cpu_strip__level(const struct snapshot *delta, const struct cpu_row *cpu)
{
	struct row row = row__cpu(delta, cpu);
	double share;

	if (!cpu->online)
		return NAN;
	if (!has_hold(delta)) {
		if (!cpu->c.refills)
			return delta->active_ns ? 0 : NAN;
		return on_scale((double)cpu->c.refills / delta__seconds(delta), LOW_RATE,
				HIGH_RATE);
	}
	share = row__held_share(&row);
	if (isnan(share) || (!cpu->c.hold.count && !cpu->drain_hold.count))
		return isnan(share) ? NAN : 0;
	/* A hold shorter than the probes' own cost may come out below zero. */
	return share > 0 ? on_scale(share, LOW_SHARE, HIGH_SHARE) : LEAST_SHOWN;
}

wchar_t cpu_strip__glyph(double level, bool blocks)
{
	return isnan(level) && !blocks ? L'x' : heat__glyph(level, blocks);
}

const char *cpu_strip__low(const struct snapshot *delta)
{
	return has_hold(delta) ? "0.001 %" : "1/s";
}

const char *cpu_strip__high(const struct snapshot *delta)
{
	return has_hold(delta) ? "10 % held" : "100,000/s";
}

static int by_node(const void *a, const void *b, void *ctx)
{
	const struct snapshot *delta = ctx;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;
	int x = delta->cpus[i].node, y = delta->cpus[j].node;

	return x != y ? (x < y ? -1 : 1) : i < j ? -1 : i > j;
}

size_t *cpu_strip__order(const struct snapshot *delta)
{
	size_t *order = calloc(delta->n_cpus + 1, sizeof(*order));

	if (!order)
		return NULL;
	for (size_t i = 0; i < delta->n_cpus; i++)
		order[i] = i;
	qsort_r(order, delta->n_cpus, sizeof(*order), by_node, (void *)(uintptr_t)delta);
	return order;
}

/* The CPUs of a strip: those behind the last one online are most likely no CPUs at all. */
struct strip {
	const struct snapshot *delta;
	size_t *order;
	size_t n;
};

static const struct cpu_row *cpu_at(const struct strip *strip, size_t i)
{
	return &strip->delta->cpus[strip->order[i]];
}

static bool is_new_node(const struct strip *strip, size_t i)
{
	return i && cpu_at(strip, i)->node != cpu_at(strip, i - 1)->node;
}

static void leave_out_tail(struct strip *strip)
{
	uint32_t last = 0;
	size_t n = 0;

	for (size_t i = 0; i < strip->n; i++)
		if (cpu_at(strip, i)->online && cpu_at(strip, i)->cpu > last)
			last = cpu_at(strip, i)->cpu;
	for (size_t i = 0; i < strip->n; i++)
		if (cpu_at(strip, i)->cpu <= last)
			strip->order[n++] = strip->order[i];
	strip->n = n;
}

/* First CPU behind the cell that begins with CPU @i. */
static size_t cell_end(const struct strip *strip, size_t i, size_t per_cell)
{
	size_t end = i + 1;

	while (end < strip->n && end < i + per_cell && !is_new_node(strip, end))
		end++;
	return end;
}

/* Columns the strip takes. */
static size_t columns_of(const struct strip *strip, size_t per_cell)
{
	size_t columns = 0;

	for (size_t i = 0; i < strip->n; i = cell_end(strip, i, per_cell))
		columns += 1 + is_new_node(strip, i);
	return columns;
}

static double hottest(const struct strip *strip, size_t from, size_t to)
{
	double hot = NAN;

	for (size_t i = from; i < to; i++)
		hot = fmax(hot, cpu_strip__level(strip->delta, cpu_at(strip, i)));
	return hot;
}

static void draw_cells(const struct strip *strip, size_t per_cell, const struct area *a)
{
	unsigned int x = 0;

	for (size_t i = 0, end; i < strip->n && x < a->w; i = end) {
		double level;

		end = cell_end(strip, i, per_cell);
		level = hottest(strip, i, end);
		if (is_new_node(strip, i))
			area__fill(a, 0, x++, 1, STYLE_DIM, L'|');
		area__fill(a, 0, x++, 1, heat__style(level),
			   cpu_strip__glyph(level, a->canvas->blocks));
	}
}

/* What is said at the end where cells stand for several CPUs; 0 columns: no room for words. */
static unsigned int words_in(unsigned int width)
{
	return width >= LEAST_FOR_WORDS ? WORDS_WIDTH : 0;
}

static void draw_strip(struct strip *strip, const struct area *a)
{
	unsigned int words = words_in(a->w);
	size_t per_cell = 1;

	leave_out_tail(strip);
	if (columns_of(strip, 1) <= a->w)
		words = 0;
	/* With more nodes than room it ends at the edge. */
	while (columns_of(strip, per_cell) > a->w - words && per_cell < strip->n)
		per_cell++;
	draw_cells(strip, per_cell, a);
	if (words)
		area__printf(a, 0, a->w - words + 1, STYLE_DIM, "%zu CPUs a cell", per_cell);
}

void cpu_strip__draw(const struct scene *scene, const struct area *area)
{
	struct area cells = area__part(area, 0, LABEL_WIDTH, 1, area->w);
	struct strip strip = {.delta = scene->delta};

	area__put(area, 0, 0, STYLE_TEXT, LABEL);
	if (!scene->delta || !cells.w || !cells.h)
		return;
	strip.order = cpu_strip__order(scene->delta);
	strip.n = scene->delta->n_cpus;
	if (strip.order)
		draw_strip(&strip, &cells);
	free(strip.order);
}
