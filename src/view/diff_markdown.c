// SPDX-License-Identifier: GPL-2.0-or-later
/* A comparison as Markdown: tables as GitHub and GitLab show them. */
#include <math.h>
#include <string.h>

#include "diff/verdict.h"
#include "view/diff_cells.h"

/* What would be markup is shown as it is. */
static void print_text(FILE *f, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\`*_{}[]<>()#+|~&!", *text))
			fputc('\\', f);
		fputc(*text == '\n' || *text == '\r' ? ' ' : *text, f);
	}
}

static void print_interval(FILE *f, const struct diff_metric *metric,
			   const struct diff_change *change)
{
	if (isfinite(change->low))
		fprintf(f, "%s to %s", diff_cells__change(metric, change->low).s,
			diff_cells__change(metric, change->high).s);
}

static void print_verdict(FILE *f, const struct diff_metric *metric,
			  const struct diff_change *change)
{
	bool clear = change->verdict == VERDICT_LOWER || change->verdict == VERDICT_HIGHER;

	fprintf(f, " | %s%s%s", clear ? "**" : "", verdict__name(change->verdict),
		clear ? "**" : "");
	if (change->verdict == VERDICT_NO_DIFFERENCE)
		fprintf(f, " (of %s or more)",
			diff_cells__change(metric, change->resolution).s + 1);
	if (*change->why) {
		fputs(": ", f);
		print_text(f, change->why);
	}
	fputs(" |\n", f);
}

static void print_two(FILE *f, const struct diff *diff)
{
	fputs("| Metric | ", f);
	print_text(f, diff->group[0].name);
	fputs(" | ", f);
	print_text(f, diff->group[1].name);
	fputs(" | Diff | Interval | Verdict |\n|---|---:|---:|---:|---|---|\n", f);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		const struct diff_metric *metric = &diff->metric[k];
		const struct diff_change *change = &metric->change[1];

		if (diff_cells__row(diff, metric) != DIFF_ROW_SHOWN)
			continue;
		fprintf(f, "| %s | %s | %s | %s | ", metric->title, diff_cells__side(metric, 0).s,
			diff_cells__side(metric, 1).s,
			diff_cells__change(metric, change->change).s);
		print_interval(f, metric, change);
		print_verdict(f, metric, change);
	}
}

static void print_many(FILE *f, const struct diff *diff)
{
	fputs("| Metric | Group | Min | Mean | Max | Change of min | Change of mean | Interval "
	      "| Verdict |\n|---|---|---:|---:|---:|---:|---:|---|---|\n",
	      f);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		const struct diff_metric *metric = &diff->metric[k];

		if (diff_cells__row(diff, metric) != DIFF_ROW_SHOWN)
			continue;
		for (size_t g = 0; g < diff->n_groups; g++) {
			const struct diff_side *side = &metric->side[g];

			fprintf(f, "| %s | ", g ? "" : metric->title);
			print_text(f, diff->group[g].name);
			fprintf(f, " | %s | %s | %s | ", diff_cells__value(metric, side->low).s,
				diff_cells__value(metric, side->mean).s,
				diff_cells__value(metric, side->high).s);
			if (!g) {
				fputs("| | | |\n", f);
				continue;
			}
			fprintf(f, "%s | %s | ", diff_cells__least_change(metric, g).s,
				diff_cells__change(metric, metric->change[g].change).s);
			print_interval(f, metric, &metric->change[g]);
			print_verdict(f, metric, &metric->change[g]);
		}
	}
}

static void print_gates(FILE *f, const struct diff_view *view)
{
	if (!view->n_gates)
		return;
	fputs("\n| Gate | Group | Change | Interval | |\n|---|---|---:|---|---|\n", f);
	for (size_t i = 0; i < view->n_gates; i++) {
		const struct gate_result *r = &view->gate[i];
		const struct diff_metric *metric = &view->diff->metric[r->gate->metric];

		fputs("| ", f);
		print_text(f, r->gate->text);
		fputs(" | ", f);
		print_text(f, view->diff->group[r->group].name);
		fprintf(f, " | %s | ", diff_cells__gate(metric, r->gate->relative, r->change).s);
		if (isfinite(r->low))
			fprintf(f, "%s to %s",
				diff_cells__gate(metric, r->gate->relative, r->low).s,
				diff_cells__gate(metric, r->gate->relative, r->high).s);
		fprintf(f, " | %s%s", gate_outcome__name(r->outcome), *r->why ? ": " : "");
		print_text(f, r->why);
		fputs(" |\n", f);
	}
}

int diff_markdown__print(FILE *f, const struct diff_view *view)
{
	const struct diff *diff = view->diff;

	if (diff->refusal) {
		fputs("**Compared by force:** ", f);
		print_text(f, diff->refusal);
		fputs("\n\n", f);
	}
	if (diff->n_groups == 2)
		print_two(f, diff);
	else
		print_many(f, diff);
	print_gates(f, view);
	fprintf(f, "\nMeans over runs; intervals are %s. ", diff_cells__level(diff->alpha).s);
	if (diff->n_tests)
		fprintf(f,
			"Verdicts: Welch's t, a run being the unit, at %.4g %% for all %zu tests "
			"together (Holm). ",
			100 * diff->alpha, diff->n_tests);
	fputs("pt: points of percent.\n\n", f);
	for (size_t i = 0; i < diff->n_notes; i++) {
		fputs("- ", f);
		print_text(f, diff->note[i]);
		fputc('\n', f);
	}
	return 0;
}
