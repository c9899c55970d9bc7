// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/cpu_words.h"

#include <math.h>

#include "tui/cpu_strip.h"
#include "tui/flow.h"
#include "view/format.h"

/* Cells that differ. */
#define LEGEND_BLOCKS 8
#define LEGEND_ASCII  9

/* Fewer columns have no room for the words before the scale. */
#define WIDE_LEGEND 76

void cpu_words__legend(const struct snapshot *delta, const struct area *a, unsigned int y)
{
	bool blocks = a->canvas->blocks;
	unsigned int cells = blocks ? LEGEND_BLOCKS : LEGEND_ASCII, x = 0;

	if (a->w >= WIDE_LEGEND)
		x = area__put(a, y, x, STYLE_DIM, "a cell a CPU; blank: none; ");
	x += area__printf(a, y, x, STYLE_DIM, "%s ", cpu_strip__low(delta));
	for (unsigned int i = 1; i <= cells; i++) {
		double level = (double)i / cells;

		area__fill(a, y, x++, 1, heat__style(level), heat__glyph(level, blocks));
	}
	x += area__printf(a, y, x, STYLE_DIM, " %s (log scale)", cpu_strip__high(delta));
	if (a->w < WIDE_LEGEND)
		return;
	x += area__put(a, y, x, STYLE_DIM, "; ");
	area__fill(a, y, x++, 1, STYLE_DIM, cpu_strip__glyph(NAN, blocks));
	area__put(a, y, x, STYLE_DIM, " off");
}

/* Ranks: the highest goes first where there is no room. */
enum { RANK_HELD = 1, RANK_REFILLS, RANK_MEAN, RANK_MAX, RANK_P99, RANK_NODE };

static void add_hold(struct flow *flow, const struct row *row)
{
	struct quantile p99 = row__quantile(row, 0.99);
	uint64_t max_ns = row__longest(row).ns;

	if (run_info__na(row->delta->run, METRIC_HOLD)) {
		flow__add(flow, RANK_HELD, STYLE_DIM, "hold", FORMAT_NA);
		return;
	}
	flow__add(flow, RANK_HELD, STYLE_STRONG, "held", "%s",
		  format__share(row__held_share(row)).s);
	flow__add(flow, RANK_MEAN, STYLE_STRONG, "hold", "%s",
		  format__time(hold__mean_ns(&row->c->hold)).s);
	flow__add(flow, RANK_P99, STYLE_STRONG, "p99", "%s",
		  format__time(p99.known ? p99.ns : NAN).s);
	flow__add(flow, RANK_MAX, STYLE_STRONG, "max", "%s",
		  format__time(max_ns ? (double)max_ns : NAN).s);
}

void cpu_words__figures(const struct row *row, bool rates, const struct area *a, unsigned int y)
{
	double seconds = delta__seconds(row->delta);
	struct text refills = rates ? format__rate((double)row->c->refills / seconds)
				    : format__count(row->c->refills);
	struct flow flow = {.n = 0};

	flow__add(&flow, 0, STYLE_STRONG, "CPU", "%u%s", row->cpu->cpu,
		  row->cpu->online ? "" : " off");
	if (row->cpu->node >= 0)
		flow__add(&flow, RANK_NODE, STYLE_STRONG, "node", "%d", row->cpu->node);
	flow__add(&flow, RANK_REFILLS, STYLE_STRONG, "refills", "%s", refills.s);
	add_hold(&flow, row);
	flow__fit(&flow, a->w, 1);
	flow__draw(&flow, a, y);
}
