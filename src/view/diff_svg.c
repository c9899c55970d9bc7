// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/diff_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/delta.h"
#include "model/hist.h"
#include "view/html_text.h"
#include "view/diff_cells.h"

#define MERGE 4 /* fine buckets in one step of the picture: four an octave */
#define STEPS ((MCT_FINE_SLOTS + MERGE - 1) / MERGE)

void diff_svg__escape(FILE *f, const char *text)
{
	html_text__escape(f, text);
}

/* Share of a group's holds in each step, all runs. */
struct spread {
	double share[STEPS];
	unsigned int first, last; /* steps with any; first > last: none */
};

static struct spread spread_of(const struct diff_group *group)
{
	struct spread s = {.first = STEPS, .last = 0};
	double total = 0;

	for (size_t i = 0; i < group->n_runs; i++) {
		const uint64_t *slot = group->run[i]->total->hist.slot;

		for (unsigned int k = 0; k < MCT_FINE_SLOTS; k++) {
			s.share[k / MERGE] += (double)slot[k];
			total += (double)slot[k];
		}
	}
	for (unsigned int k = 0; k < STEPS; k++) {
		if (s.share[k] > 0) {
			s.first = k < s.first ? k : s.first;
			s.last = k;
		}
		s.share[k] = total > 0 ? s.share[k] / total : 0;
	}
	return s;
}

/* The frame of the picture of holds. */
#define HOLDS_WIDTH  720.0
#define HOLDS_HEIGHT 260.0
#define HOLDS_LEFT   44.0
#define HOLDS_BOTTOM 30.0
#define HOLDS_TOP    8.0

struct frame {
	unsigned int first, last;
	double most; /* share at the top */
};

static double x_of(const struct frame *frame, double step)
{
	return HOLDS_LEFT + (HOLDS_WIDTH - HOLDS_LEFT - 8) * (step - frame->first) /
				    (frame->last + 1 - frame->first);
}

static double y_of(const struct frame *frame, double share)
{
	return HOLDS_HEIGHT - HOLDS_BOTTOM -
	       (HOLDS_HEIGHT - HOLDS_BOTTOM - HOLDS_TOP) * share / frame->most;
}

static void print_axes(FILE *f, const struct frame *frame)
{
	/* A mark every two octaves, so that labels do not touch. */
	for (unsigned int k = frame->first; k <= frame->last; k++) {
		if (k % (32 / MERGE))
			continue;
		fprintf(f,
			"<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>"
			"<text class=\"label\" x=\"%.1f\" y=\"%.1f\" "
			"text-anchor=\"middle\">%s</text>\n",
			x_of(frame, k), HOLDS_TOP, x_of(frame, k), HOLDS_HEIGHT - HOLDS_BOTTOM,
			x_of(frame, k), HOLDS_HEIGHT - 14,
			format__time((double)hist_fine.low(k * MERGE)).s);
	}
	for (int i = 0; i <= 2; i++) {
		double share = frame->most * i / 2;

		fprintf(f,
			"<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>"
			"<text class=\"label\" x=\"%.1f\" y=\"%.1f\" "
			"text-anchor=\"end\">%s</text>\n",
			HOLDS_LEFT, y_of(frame, share), HOLDS_WIDTH - 8, y_of(frame, share),
			HOLDS_LEFT - 6, y_of(frame, share) + 4, format__share(share).s);
	}
}

static void print_outline(FILE *f, const struct frame *frame, const struct spread *s, size_t g)
{
	fprintf(f, "<path class=\"curve g%zu\" d=\"M%.1f %.1f", g % DIFF_SVG_COLOURS,
		x_of(frame, frame->first), y_of(frame, 0));
	for (unsigned int k = frame->first; k <= frame->last; k++)
		fprintf(f, "V%.1fH%.1f", y_of(frame, s->share[k]), x_of(frame, k + 1));
	fprintf(f, "V%.1fZ\"/>\n", y_of(frame, 0));
}

void diff_svg__holds(FILE *f, const struct diff *diff)
{
	struct spread *spread = calloc(diff->n_groups, sizeof(*spread));
	struct frame frame = {.first = STEPS, .last = 0};

	for (size_t g = 0; spread && g < diff->n_groups; g++) {
		spread[g] = spread_of(&diff->group[g]);
		if (spread[g].first > spread[g].last)
			continue;
		frame.first = spread[g].first < frame.first ? spread[g].first : frame.first;
		frame.last = spread[g].last > frame.last ? spread[g].last : frame.last;
		for (unsigned int k = 0; k < STEPS; k++)
			frame.most = fmax(frame.most, spread[g].share[k]);
	}
	if (frame.most > 0) {
		fprintf(f,
			"<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Distribution of "
			"holds\">\n",
			HOLDS_WIDTH, HOLDS_HEIGHT);
		print_axes(f, &frame);
		for (size_t g = 0; g < diff->n_groups; g++)
			print_outline(f, &frame, &spread[g], g);
		fputs("</svg>\n", f);
	} else {
		fputs("<p>No hold was measured.</p>\n", f);
	}
	free(spread);
}
