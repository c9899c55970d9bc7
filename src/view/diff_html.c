// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A comparison as one HTML page: table, pictures, foot.  It asks nothing of the
 * network and runs no script; a policy in its head says so to the browser.
 */
#include <math.h>
#include <string.h>

#include "diff/verdict.h"
#include "view/diff_cells.h"
#include "view/diff_svg.h"

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" "
	"content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	"<meta name=\"color-scheme\" content=\"light dark\">\n"
	"<title>memcgtop diff</title>\n<style>\n"
	":root{--bg:#fff;--fg:#1a1a1a;--dim:#5b5b5b;--line:#d9d9d9;--hot:#c0392b;"
	"--g0:#0067a5;--g1:#c14600;--g2:#00795a;--g3:#a64d86;--g4:#8a6100;--g5:#4b4bb5}\n"
	"@media (prefers-color-scheme:dark){:root{--bg:#16181b;--fg:#e6e6e6;--dim:#a3a3a3;"
	"--line:#3a3d42;--hot:#ff7261;--g0:#62b6f2;--g1:#ff9a4d;--g2:#3fd3a5;--g3:#e59ac9;"
	"--g4:#e3b54a;--g5:#a3a3ff}}\n"
	"body{background:var(--bg);color:var(--fg);font:15px/1.45 system-ui,sans-serif;"
	"margin:2em auto;max-width:70em;padding:0 1em}\n"
	"h1{font-size:1.4em}h2{font-size:1.1em;margin-top:2em}\n"
	"table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\n"
	"th,td{border-bottom:1px solid var(--line);padding:.25em "
	".6em;text-align:right;white-space:nowrap}\n"
	"th:first-child,td:first-child,td.text,th.text{text-align:left}\n"
	"td.why{color:var(--dim);text-align:left;font-size:.87em;white-space:normal}\n"
	".warning{border:2px solid var(--hot);padding:.5em .8em}\n"
	".wide{overflow-x:auto}.legend span{margin-right:1.5em}\n"
	"svg{display:block;max-width:100%;height:auto}svg.cells{max-width:none}\n"
	".label{fill:var(--dim);font-size:11px}.grid{stroke:var(--line)}\n"
	".curve{fill-opacity:.16;stroke-width:1.8}.heat{fill:var(--hot);stroke:var(--line)}\n"
	".none{fill:none;stroke:var(--line);stroke-dasharray:2 2}\n"
	".mark{fill-opacity:.65;stroke-width:1}\n"
	"figure{margin:.6em 0}figcaption{color:var(--dim);font-size:.87em}\n"
	".runs{display:grid;grid-template-columns:repeat(auto-fill,minmax(17em,1fr));gap:0 1.5em}\n"
	".foot{color:var(--dim)}\n";

/* A colour a group, for lines, areas, marks and the legend. */
static void print_head(FILE *f)
{
	fputs(head, f);
	for (int g = 0; g < DIFF_SVG_COLOURS; g++)
		fprintf(f, ".g%d{fill:var(--g%d);stroke:var(--g%d);color:var(--g%d)}\n", g, g, g,
			g);
	fputs("</style>\n</head>\n<body>\n", f);
}

static void print_title(FILE *f, const struct diff *diff)
{
	fputs("<h1>memcg_stock.lock: ", f);
	for (size_t g = 1; g < diff->n_groups; g++) {
		fputs(g > 1 ? ", " : "", f);
		diff_svg__escape(f, diff->group[g].name);
	}
	fputs(" against ", f);
	diff_svg__escape(f, diff->group[0].name);
	fputs("</h1>\n", f);
	if (diff->refusal) {
		fputs("<p class=\"warning\">Compared by force: ", f);
		diff_svg__escape(f, diff->refusal);
		fputs("</p>\n", f);
	}
}

static void print_legend(FILE *f, const struct diff *diff)
{
	fputs("<p class=\"legend\">", f);
	for (size_t g = 0; g < diff->n_groups; g++) {
		fprintf(f, "<span class=\"g%zu\">%s ", g % DIFF_SVG_COLOURS,
			g % 2 ? "&#9632;" : "&#9679;");
		diff_svg__escape(f, diff->group[g].name);
		fputs("</span>", f);
	}
	fputs("</p>\n", f);
}

static void print_interval(FILE *f, const struct diff_metric *metric,
			   const struct diff_change *change)
{
	fputs("<td>", f);
	if (isfinite(change->low))
		fprintf(f, "%s to %s", diff_cells__change(metric, change->low).s,
			diff_cells__change(metric, change->high).s);
	fputs("</td>", f);
}

static void print_verdict(FILE *f, const struct diff_metric *metric,
			  const struct diff_change *change)
{
	bool clear = change->verdict == VERDICT_LOWER || change->verdict == VERDICT_HIGHER;

	fprintf(f, "<td class=\"text\">%s%s%s</td><td class=\"why\">", clear ? "<b>" : "",
		verdict__name(change->verdict), clear ? "</b>" : "");
	if (change->verdict == VERDICT_NO_DIFFERENCE)
		fprintf(f, "%s would have been seen",
			diff_cells__change(metric, change->resolution).s + 1);
	diff_svg__escape(f, change->why);
	fputs("</td></tr>\n", f);
}

static void print_two_row(FILE *f, const struct diff_metric *metric)
{
	fprintf(f, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td>", metric->title,
		diff_cells__side(metric, 0).s, diff_cells__side(metric, 1).s,
		diff_cells__change(metric, metric->change[1].change).s);
	print_interval(f, metric, &metric->change[1]);
	print_verdict(f, metric, &metric->change[1]);
}

static void print_group_rows(FILE *f, const struct diff *diff, const struct diff_metric *metric)
{
	for (size_t g = 0; g < diff->n_groups; g++) {
		const struct diff_side *side = &metric->side[g];

		fprintf(f, "<tr><td>%s</td><td class=\"text\">", g ? "" : metric->title);
		diff_svg__escape(f, diff->group[g].name);
		fprintf(f, "</td><td>%s</td><td>%s</td><td>%s</td>",
			diff_cells__value(metric, side->low).s,
			diff_cells__value(metric, side->mean).s,
			diff_cells__value(metric, side->high).s);
		if (!g) {
			fputs("<td></td><td></td><td></td><td></td><td></td></tr>\n", f);
			continue;
		}
		fprintf(f, "<td>%s</td><td>%s</td>", diff_cells__least_change(metric, g).s,
			diff_cells__change(metric, metric->change[g].change).s);
		print_interval(f, metric, &metric->change[g]);
		print_verdict(f, metric, &metric->change[g]);
	}
}

static void print_table(FILE *f, const struct diff *diff)
{
	fputs("<div class=\"wide\"><table>\n<tr><th>Metric</th>", f);
	if (diff->n_groups == 2) {
		for (size_t g = 0; g < 2; g++) {
			fputs("<th>", f);
			diff_svg__escape(f, diff->group[g].name);
			fputs("</th>", f);
		}
		fputs("<th>Diff</th>", f);
	} else {
		fputs("<th class=\"text\">Group</th><th>Min</th><th>Mean</th><th>Max</th>"
		      "<th>Change of min</th><th>Change of mean</th>",
		      f);
	}
	fputs("<th>Interval</th><th class=\"text\">Verdict</th><th></th></tr>\n", f);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		if (diff_cells__row(diff, &diff->metric[k]) != DIFF_ROW_SHOWN)
			continue;
		if (diff->n_groups == 2)
			print_two_row(f, &diff->metric[k]);
		else
			print_group_rows(f, diff, &diff->metric[k]);
	}
	fputs("</table></div>\n", f);
}

/* Metrics without a row: none at all, or n/a with the reason. */
static void print_absent(FILE *f, const struct diff *diff)
{
	fputs("<ul class=\"foot\">\n", f);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		const struct diff_metric *metric = &diff->metric[k];
		enum diff_row row = diff_cells__row(diff, metric);

		if (row == DIFF_ROW_SHOWN)
			continue;
		fprintf(f, "<li>%s: %s", metric->title,
			row == DIFF_ROW_NONE ? "none in any run" : "n/a: ");
		if (row == DIFF_ROW_NA)
			diff_svg__escape(f, metric->change[1].why);
		fputs("</li>\n", f);
	}
	fputs("</ul>\n", f);
}

static void print_gates(FILE *f, const struct diff_view *view)
{
	if (!view->n_gates)
		return;
	fputs("<h2>Gates</h2>\n<table>\n<tr><th>Gate</th><th class=\"text\">Group</th>"
	      "<th>Change</th><th>Interval</th><th class=\"text\">Outcome</th><th></th></tr>\n",
	      f);
	for (size_t i = 0; i < view->n_gates; i++) {
		const struct gate_result *r = &view->gate[i];
		const struct diff_metric *metric = &view->diff->metric[r->gate->metric];

		fputs("<tr><td>", f);
		diff_svg__escape(f, r->gate->text);
		fputs("</td><td class=\"text\">", f);
		diff_svg__escape(f, view->diff->group[r->group].name);
		fprintf(f, "</td><td>%s</td><td>",
			diff_cells__gate(metric, r->gate->relative, r->change).s);
		if (isfinite(r->low))
			fprintf(f, "%s to %s",
				diff_cells__gate(metric, r->gate->relative, r->low).s,
				diff_cells__gate(metric, r->gate->relative, r->high).s);
		fprintf(f, "</td><td class=\"text\">%s</td><td class=\"why\">",
			gate_outcome__name(r->outcome));
		diff_svg__escape(f, r->why);
		fputs("</td></tr>\n", f);
	}
	fputs("</table>\n", f);
}

static void print_pictures(FILE *f, const struct diff *diff)
{
	fputs("<h2>How holds are spread</h2>\n"
	      "<p class=\"foot\">Share of holds in each quarter of an octave, all runs.</p>\n",
	      f);
	print_legend(f, diff);
	diff_svg__holds(f, diff);
	fputs("<h2>Share of time the lock was held, by CPU</h2>\n"
	      "<p class=\"foot\">A cell is a CPU, the fuller the longer held: from 0.001&nbsp;% to "
	      "10&nbsp;% of time, on a log scale. Dashed: offline, or not measured.</p>\n"
	      "<div class=\"wide\">\n",
	      f);
	diff_svg__cpus(f, diff);
	fputs("</div>\n<h2>Each run</h2>\n", f);
	print_legend(f, diff);
	fputs("<div class=\"runs\">\n", f);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		if (diff_cells__row(diff, &diff->metric[k]) == DIFF_ROW_SHOWN)
			diff_svg__runs(f, diff, &diff->metric[k]);
	}
	fputs("</div>\n", f);
}

int diff_html__print(FILE *f, const struct diff_view *view)
{
	const struct diff *diff = view->diff;

	print_head(f);
	print_title(f, diff);
	print_table(f, diff);
	fprintf(f, "<p class=\"foot\">Means over runs; intervals are %s. ",
		diff_cells__level(diff->alpha).s);
	if (diff->n_tests)
		fprintf(f,
			"Verdicts: Welch's t, a run being the unit, at %.4g&nbsp;%% for all %zu "
			"tests together (Holm). ",
			100 * diff->alpha, diff->n_tests);
	fputs("pt: points of percent.</p>\n", f);
	print_gates(f, view);
	print_pictures(f, diff);
	fputs("<h2>What was compared</h2>\n<ul class=\"foot\">\n", f);
	for (size_t i = 0; i < diff->n_notes; i++) {
		fputs("<li>", f);
		diff_svg__escape(f, diff->note[i]);
		fputs("</li>\n", f);
	}
	fputs("</ul>\n", f);
	print_absent(f, diff);
	fputs("</body>\n</html>\n", f);
	return 0;
}
