// SPDX-License-Identifier: GPL-2.0-or-later
/* A comparison as a table for a mail: plain ASCII, under 75 columns. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/verdict.h"
#include "view/diff_cells.h"
#include "view/wrap.h"

#define TITLE_COLUMNS 18
#define GROUP_COLUMNS 12

/* A block whose lines after the first are further in. */
static void start_hanging(struct wrap *w, FILE *f)
{
	wrap__start(w, f, DIFF_TEXT_WIDTH, 0, "");
	w->indent = 2;
}

/* Verdicts that fit their column; the legend says what "no difference" means. */
static const char *verdict_word(enum diff_verdict verdict)
{
	switch (verdict) {
	case VERDICT_NO_DIFFERENCE:
		return "no difference";
	case VERDICT_NONE:
		return "";
	default:
		return verdict__name(verdict);
	}
}

static void print_verdict(FILE *f, const struct diff_change *change,
			  const struct diff_reasons *reasons)
{
	const char *word = verdict_word(change->verdict);
	char letter = diff_reasons__letter(reasons, change);

	fputs(word, f);
	if (letter)
		fprintf(f, "%s[%c]", *word ? " " : "", letter);
	fputc('\n', f);
}

static void print_change(FILE *f, const struct diff_metric *metric,
			 const struct diff_change *change, const struct diff_reasons *reasons)
{
	struct text spread = diff_cells__spread(metric, change);

	if (change->verdict == VERDICT_NA) {
		print_verdict(f, change, reasons);
		return;
	}
	fprintf(f, "%*s %s%-*s ", DIFF_CELL_CHANGE, diff_cells__change(metric, change->change).s,
		*spread.s ? "+-" : "  ", DIFF_CELL_SPREAD, spread.s);
	print_verdict(f, change, reasons);
}

static void print_two(FILE *f, const struct diff *diff, const struct diff_reasons *reasons)
{
	fprintf(f, "%-*s | %*s | %*s | Diff\n", TITLE_COLUMNS, "Metric", DIFF_CELL_VALUE,
		diff_cells__name(diff->group[0].name, DIFF_CELL_VALUE).s, DIFF_CELL_VALUE,
		diff_cells__name(diff->group[1].name, DIFF_CELL_VALUE).s);
	fputs("-------------------+----------+----------+--------------------------------\n", f);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		const struct diff_metric *metric = &diff->metric[k];

		if (diff_cells__row(diff, metric) != DIFF_ROW_SHOWN)
			continue;
		fprintf(f, "%-*s | %*s | %*s | ", TITLE_COLUMNS, metric->title, DIFF_CELL_VALUE,
			diff_cells__side(metric, 0).s, DIFF_CELL_VALUE,
			diff_cells__side(metric, 1).s);
		print_change(f, metric, &metric->change[1], reasons);
	}
}

static void print_group(FILE *f, const struct diff *diff, const struct diff_metric *metric,
			size_t g, const struct diff_reasons *reasons)
{
	const struct diff_side *side = &metric->side[g];
	const struct diff_change *change = &metric->change[g];

	fprintf(f, "  %-*s %*s %*s %*s", GROUP_COLUMNS,
		diff_cells__name(diff->group[g].name, GROUP_COLUMNS).s, DIFF_CELL_VALUE,
		diff_cells__value(metric, side->low).s, DIFF_CELL_VALUE,
		diff_cells__value(metric, side->mean).s, DIFF_CELL_VALUE,
		diff_cells__value(metric, side->high).s);
	if (g == 0) {
		fputc('\n', f);
		return;
	}
	if (change->verdict == VERDICT_NA)
		fprintf(f, " %*s %*s ", DIFF_CELL_CHANGE, "", DIFF_CELL_CHANGE, "");
	else
		fprintf(f, " %*s %*s ", DIFF_CELL_CHANGE, diff_cells__least_change(metric, g).s,
			DIFF_CELL_CHANGE, diff_cells__change(metric, change->change).s);
	print_verdict(f, change, reasons);
}

static void print_many(FILE *f, const struct diff *diff, const struct diff_reasons *reasons)
{
	fprintf(f, "  %-*s %*s %*s %*s %*s %*s\n", GROUP_COLUMNS, "", DIFF_CELL_VALUE, "Min",
		DIFF_CELL_VALUE, "Mean", DIFF_CELL_VALUE, "Max", DIFF_CELL_CHANGE, "Diff min",
		DIFF_CELL_CHANGE, "mean");
	for (size_t k = 0; k < diff->n_metrics; k++) {
		const struct diff_metric *metric = &diff->metric[k];

		if (diff_cells__row(diff, metric) != DIFF_ROW_SHOWN)
			continue;
		fprintf(f, "%s\n", metric->title);
		for (size_t g = 0; g < diff->n_groups; g++)
			print_group(f, diff, metric, g, reasons);
	}
}

/* How small a change would have been seen, of what shows none. */
static void print_resolutions(FILE *f, const struct diff *diff)
{
	bool some = false;
	struct wrap w;

	for (size_t k = 0; k < diff->n_metrics; k++) {
		const struct diff_metric *metric = &diff->metric[k];

		for (size_t g = 1; g < diff->n_groups; g++) {
			if (metric->change[g].verdict != VERDICT_NO_DIFFERENCE ||
			    diff_cells__row(diff, metric) != DIFF_ROW_SHOWN)
				continue;
			if (!some) {
				wrap__start(&w, f, DIFF_TEXT_WIDTH, 0, "");
				wrap__words(&w, "No difference was seen; this large a change would "
						"have been, four times in five:");
			}
			some = true;
			wrap__item(&w, "%s%s%s %s", metric->title, diff->n_groups > 2 ? ", " : "",
				   diff->n_groups > 2
					   ? diff_cells__name(diff->group[g].name, GROUP_COLUMNS).s
					   : "",
				   diff_cells__change(metric, metric->change[g].resolution).s + 1);
		}
	}
	if (some)
		wrap__end(&w);
}

static bool some_points(const struct diff *diff)
{
	for (size_t k = 0; k < diff->n_metrics; k++) {
		if (diff->metric[k].scale == DIFF_PLAIN && !strcmp(diff->metric[k].unit, "%") &&
		    diff_cells__row(diff, &diff->metric[k]) == DIFF_ROW_SHOWN)
			return true;
	}
	return false;
}

static void print_legend(FILE *f, const struct diff *diff)
{
	struct wrap w;

	wrap__start(&w, f, DIFF_TEXT_WIDTH, 0, "");
	if (diff->n_groups == 2)
		wrap__words(&w, "Means over runs; +- half of the %s interval of the change%s.",
			    diff_cells__level(diff->alpha).s,
			    some_points(diff) ? ", pt: points of percent" : "");
	else
		wrap__words(&w, "Of runs; changes of the smallest and of the mean against %s%s.",
			    diff_cells__name(diff->group[0].name, 31).s,
			    some_points(diff) ? ", pt: points of percent" : "");
	if (diff->n_tests)
		wrap__words(&w,
			    "Verdicts: Welch's t, a run being the unit, at %.4g %% for all %zu "
			    "tests together (Holm).",
			    100 * diff->alpha, diff->n_tests);
	wrap__end(&w);
}

/* Metrics that have no row, in a line for each why. */
static void print_absent(FILE *f, const struct diff *diff, enum diff_row row, const char *why)
{
	struct wrap w;

	start_hanging(&w, f);
	wrap__words(&w, row == DIFF_ROW_NONE ? "None in any run:" : "n/a in all groups:");
	for (size_t k = 0; k < diff->n_metrics; k++) {
		const struct diff_metric *metric = &diff->metric[k];

		if (diff_cells__row(diff, metric) == row &&
		    (!why || !strcmp(metric->change[1].why, why)))
			wrap__item(&w, "%s", metric->title);
	}
	if (why)
		wrap__words(&w, "(%s)", why);
	wrap__end(&w);
}

/* Is this the first metric of its row kind (and why)? */
static bool is_first(const struct diff *diff, size_t at, enum diff_row row)
{
	for (size_t k = 0; k < at; k++) {
		if (diff_cells__row(diff, &diff->metric[k]) == row &&
		    (row == DIFF_ROW_NONE ||
		     !strcmp(diff->metric[k].change[1].why, diff->metric[at].change[1].why)))
			return false;
	}
	return true;
}

static void print_rest(FILE *f, const struct diff *diff, const struct diff_reasons *reasons)
{
	struct wrap w;

	for (int i = 0; reasons->text[i]; i++) {
		char label[] = {'[', (char)('a' + i), ']', '\0'};

		wrap__start(&w, f, DIFF_TEXT_WIDTH, 4, label);
		wrap__words(&w, "%s", reasons->text[i]);
		wrap__end(&w);
	}
	for (size_t k = 0; k < diff->n_metrics; k++) {
		enum diff_row row = diff_cells__row(diff, &diff->metric[k]);

		if (row != DIFF_ROW_SHOWN && is_first(diff, k, row))
			print_absent(f, diff, row,
				     row == DIFF_ROW_NA ? diff->metric[k].change[1].why : NULL);
	}
}

static void print_gates(FILE *f, const struct diff_view *view)
{
	struct wrap w;

	for (size_t i = 0; i < view->n_gates; i++) {
		const struct gate_result *r = &view->gate[i];
		const struct diff_metric *metric = &view->diff->metric[r->gate->metric];
		bool relative = r->gate->relative;

		start_hanging(&w, f);
		wrap__words(&w, "Gate %s", diff_cells__name(r->gate->text, 31).s);
		if (view->diff->n_groups > 2)
			wrap__words(&w, "(%s)",
				    diff_cells__name(view->diff->group[r->group].name, 31).s);
		wrap__words(&w, "%s:", gate_outcome__name(r->outcome));
		if (isfinite(r->change))
			wrap__words(&w, "%s, interval %s to %s",
				    diff_cells__gate(metric, relative, r->change).s,
				    diff_cells__gate(metric, relative, r->low).s,
				    diff_cells__gate(metric, relative, r->high).s);
		if (*r->why)
			wrap__words(&w, "(%s)", r->why);
		wrap__end(&w);
	}
}

static void print_all(FILE *f, const struct diff_view *view)
{
	const struct diff *diff = view->diff;
	struct diff_reasons reasons = diff_cells__reasons(diff);
	struct wrap w;

	if (diff->refusal) {
		start_hanging(&w, f);
		wrap__words(&w, "WARNING: compared by force: %s", diff->refusal);
		wrap__end(&w);
		fputc('\n', f);
	}
	if (diff->n_groups == 2)
		print_two(f, diff, &reasons);
	else
		print_many(f, diff, &reasons);
	fputc('\n', f);
	print_legend(f, diff);
	print_resolutions(f, diff);
	print_rest(f, diff, &reasons);
	print_gates(f, view);
	fputc('\n', f);
	for (size_t i = 0; i < diff->n_notes; i++) {
		start_hanging(&w, f);
		wrap__words(&w, "%s", diff->note[i]);
		wrap__end(&w);
	}
}

/* Names and reasons may hold anything; what goes into a mail is plain ASCII. */
int diff_text__print(FILE *f, const struct diff_view *view)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *m = open_memstream(&text, &bytes);

	if (!m)
		return -ENOMEM;
	print_all(m, view);
	if (fclose(m)) {
		free(text);
		return -ENOMEM;
	}
	for (size_t i = 0; i < bytes; i++) {
		unsigned char c = (unsigned char)text[i];

		if ((c & 0xc0) != 0x80) /* a character of several bytes gives one '?' */
			fputc(c == '\n' || (c >= 0x20 && c < 0x7f) ? c : '?', f);
	}
	free(text);
	return 0;
}
