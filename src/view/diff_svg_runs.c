// SPDX-License-Identifier: GPL-2.0-or-later
/* Pictures of a comparison, by CPU and by run. */
#include "view/diff_svg.h"

#include <math.h>
#include <stdlib.h>

#include "model/delta.h"
#include "view/diff_cells.h"

/* A CPU's cell, and cells in a line. */
#define CELL	   18.0
#define CELLS	   32u
#define CELL_SHARE 0.10	   /* share held at which a cell is full; log scale down to ... */
#define LEAST	   0.00001 /* ... this */

/* Share of time CPU row @at was held, over all runs of a group; NAN: not online, or not timed. */
static double cpu_share(const struct diff_group *group, size_t at)
{
	double held_ns = 0, timed_ns = 0;

	for (size_t i = 0; i < group->n_runs; i++) {
		const struct snapshot *d = group->run[i]->total;
		const struct cpu_row *cpu;

		if (at >= d->n_cpus || !d->cpus[at].online)
			continue;
		cpu = &d->cpus[at];
		held_ns += (double)(int64_t)(cpu->c.hold.raw_ns - cpu->c.hold.corr_ns) +
			   (double)(int64_t)(cpu->drain_hold.raw_ns - cpu->drain_hold.corr_ns);
		timed_ns += (double)d->timed_ns;
	}
	return timed_ns > 0 ? held_ns / timed_ns : NAN;
}

static double heat(double share)
{
	double h = log(fmax(share, LEAST) / LEAST) / log(CELL_SHARE / LEAST);

	return fmin(1, fmax(0.04, h));
}

static void print_cell(FILE *f, const struct diff_group *group, size_t at, uint32_t cpu)
{
	double share = cpu_share(group, at);
	double x = (double)(at % CELLS) * CELL, y = (double)(at / CELLS) * CELL;

	fprintf(f, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" ", x, y, CELL - 2,
		CELL - 2);
	if (isnan(share))
		fputs("class=\"none\"", f);
	else
		fprintf(f, "class=\"heat\" fill-opacity=\"%.2f\"", heat(share));
	fprintf(f, "><title>CPU %u: %s</title></rect>\n", cpu,
		isnan(share) ? FORMAT_NA : format__share(share).s);
}

void diff_svg__cpus(FILE *f, const struct diff *diff)
{
	for (size_t g = 0; g < diff->n_groups; g++) {
		const struct diff_group *group = &diff->group[g];
		const struct snapshot *d = group->run[0]->total;
		size_t lines = (d->n_cpus + CELLS - 1) / CELLS;
		size_t columns = d->n_cpus < CELLS ? d->n_cpus : CELLS;

		fputs("<figure><figcaption>", f);
		diff_svg__escape(f, group->name);
		fprintf(f,
			"</figcaption><svg class=\"cells\" width=\"%.0f\" height=\"%.0f\" "
			"role=\"img\" aria-label=\"Share of time held by CPU\">\n",
			(double)columns * CELL, (double)lines * CELL);
		for (size_t i = 0; i < d->n_cpus; i++)
			print_cell(f, group, i, d->cpus[i].cpu);
		fputs("</svg></figure>\n", f);
	}
}

#define RUNS_WIDTH 300.0
#define RUNS_LINE  16.0
#define RUNS_SIDE  10.0

/* Groups are told apart by shape too: dots, squares. */
static void print_mark(FILE *f, size_t g, double x, double y, const char *title)
{
	if (g % 2)
		fprintf(f,
			"<rect class=\"mark g%zu\" x=\"%.1f\" y=\"%.1f\" width=\"8\" height=\"8\">",
			g % DIFF_SVG_COLOURS, x - 4, y - 4);
	else
		fprintf(f, "<circle class=\"mark g%zu\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\">",
			g % DIFF_SVG_COLOURS, x, y);
	fprintf(f, "<title>%s</title>%s\n", title, g % 2 ? "</rect>" : "</circle>");
}

void diff_svg__runs(FILE *f, const struct diff *diff, const struct diff_metric *metric)
{
	double low = INFINITY, high = -INFINITY, height;

	for (size_t g = 0; g < diff->n_groups; g++) {
		low = fmin(low, metric->side[g].known ? metric->side[g].low : low);
		high = fmax(high, metric->side[g].known ? metric->side[g].high : high);
	}
	height = RUNS_LINE * (double)diff->n_groups + 18;
	fputs("<figure><figcaption>", f);
	diff_svg__escape(f, metric->title);
	fprintf(f,
		"</figcaption><svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Runs\">\n",
		RUNS_WIDTH, height);
	for (size_t g = 0; g < diff->n_groups; g++) {
		double y = RUNS_LINE * ((double)g + 0.5);

		fprintf(f,
			"<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
			RUNS_SIDE, y, RUNS_WIDTH - RUNS_SIDE, y);
		for (size_t i = 0; i < diff->group[g].n_runs && metric->side[g].known; i++) {
			double at =
				high > low ? (metric->side[g].value[i] - low) / (high - low) : 0.5;

			print_mark(f, g, RUNS_SIDE + (RUNS_WIDTH - 2 * RUNS_SIDE) * at, y,
				   diff_cells__value(metric, metric->side[g].value[i]).s);
		}
	}
	fprintf(f,
		"<text class=\"label\" x=\"%.1f\" y=\"%.1f\">%s</text>"
		"<text class=\"label\" x=\"%.1f\" y=\"%.1f\" "
		"text-anchor=\"end\">%s</text></svg></figure>\n",
		RUNS_SIDE - 4, height - 4, diff_cells__value(metric, low).s,
		RUNS_WIDTH - RUNS_SIDE + 4, height - 4, diff_cells__value(metric, high).s);
}
