// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/html_page.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "view/column_help.h"
#include "view/columns.h"
#include "view/html_page_rows.h"
#include "view/html_page_style.h"
#include "view/html_text.h"
#include "view/label.h"
#include "view/notes.h"
#include "view/totals.h"

/* Few columns: the live screen and the report have them all. */
static const enum column_id cpu_columns[] = {
	COLUMN_REFILLS,		COLUMN_MEAN,		   COLUMN_P99,	     COLUMN_MAX,
	COLUMN_HELD,		COLUMN_UNDER,		   COLUMN_IN_REFILL, COLUMN_AFTER,
	COLUMN_CHARGE_FALLBACKS, COLUMN_UNCHARGE_FALLBACKS, COLUMN_EVICTIONS, COLUMN_PREEMPTED,
};
static const enum column_id cgroup_columns[] = {
	COLUMN_REFILLS,		COLUMN_MEAN,		   COLUMN_P99,
	COLUMN_MAX,		COLUMN_HELD,		   COLUMN_UNDER,
	COLUMN_IN_REFILL,	COLUMN_AFTER,		   COLUMN_CHARGE_FALLBACKS,
	COLUMN_UNCHARGE_FALLBACKS, COLUMN_EVICT_CAUSED, COLUMN_EVICT_SUFFERED,
	COLUMN_PREEMPTED,
};

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

/* A figure of the host with its unit. */
static const struct {
	const char *name;
	enum column_id column;
	enum { FACT_RATE, FACT_TIME, FACT_SHARE } unit;
} facts[] = {
	{"refills", COLUMN_REFILLS, FACT_RATE},
	{"lock held, of CPU time", COLUMN_HELD, FACT_SHARE},
	{"hold, mean", COLUMN_MEAN, FACT_TIME},
	{"hold, p50", COLUMN_P50, FACT_TIME},
	{"hold, p99", COLUMN_P99, FACT_TIME},
	{"longest hold", COLUMN_MAX, FACT_TIME},
	{"uncharges under lock, of refills", COLUMN_UNDER, FACT_SHARE},
	{"uncharges after unlock, of refills", COLUMN_AFTER, FACT_SHARE},
	{"uncharges in refill, of refills", COLUMN_IN_REFILL, FACT_SHARE},
	{"charge fallbacks", COLUMN_CHARGE_FALLBACKS, FACT_RATE},
	{"uncharge fallbacks", COLUMN_UNCHARGE_FALLBACKS, FACT_RATE},
	{"evictions", COLUMN_EVICTIONS, FACT_RATE},
	{"overflows", COLUMN_OVERFLOWS, FACT_RATE},
	{"preempted at unlock", COLUMN_PREEMPTED, FACT_RATE},
};

static void print_title(FILE *f, const struct snapshot *delta, const struct html_page_opts *opts)
{
	const struct run_info *run = delta->run;
	time_t wall = (time_t)(delta->wall_ns / 1000000000ull);
	size_t online = row__online_cpus(delta);
	char modes[128], at[64] = "?";
	struct tm tm;

	if (gmtime_r(&wall, &tm))
		strftime(at, sizeof(at), "%Y-%m-%d %H:%M:%S UTC", &tm);
	totals__modes(run, modes, sizeof(modes));
	fputs(HTML_PAGE_HEAD "<h1>memcg_stock.lock</h1>\n<p class=\"dim\">", f);
	fprintf(f, "The last interval, %s to %s, on %zu CPU%s; kernel ",
		format__seconds(delta__seconds(delta)).s, at, online, online == 1 ? "" : "s");
	html_text__escape(f, run->kernel_release ?: "unknown");
	if (run->preemption) {
		fputs(", ", f);
		html_text__escape(f, run->preemption);
		fputs(" preemption", f);
	}
	fprintf(f, "; %s.</p>\n<nav><a href=\"", modes);
	html_text__escape(f, opts->metrics);
	fputs("\">", f);
	html_text__escape(f, opts->metrics);
	fputs("</a> <a href=\"/healthz\">/healthz</a> <a href=\"/\">reload</a></nav>\n", f);
}

static struct text fact_text(const struct row *total, size_t i)
{
	const struct column *column = column__get(facts[i].column);
	double value = column__value(column, total);

	if (column->na(total->delta->run))
		return (struct text){FORMAT_NA};
	switch (facts[i].unit) {
	case FACT_TIME:
		return format__time(value * 1e3);
	case FACT_SHARE:
		return format__share(value / 100);
	default:
		return format__rate(value / delta__seconds(total->delta));
	}
}

static void print_fact(FILE *f, const char *name, const char *value)
{
	fprintf(f, "<div><dt>%s</dt><dd%s>", name, strcmp(value, FORMAT_NA) ? "" : " class=\"na\"");
	html_text__escape(f, value);
	fputs("</dd></div>\n", f);
}

static void print_longest(FILE *f, const struct snapshot *delta, const struct html_page_opts *opts)
{
	const struct longest *max = &delta->max;
	const char *name = html_page_rows__name(delta, opts, max->cgroup_id);

	if (!max->ns || run_info__na(delta->run, METRIC_HOLD))
		return;
	fprintf(f, "<p class=\"dim\">The longest hold was on CPU %" PRIu32 ", ", max->cpu);
	if (name)
		fputs("by cgroup ", f);
	html_text__escape(f, name ?: "by another cgroup");
	fprintf(f, ", context %s. Holds are upper bounds.</p>\n",
		run_info__na(delta->run, METRIC_CONTEXT) ? FORMAT_NA : label__context(max->ctx));
}

static void print_facts(FILE *f, const struct snapshot *delta, const struct html_page_opts *opts)
{
	struct row total = row__total(delta);
	char lost[64];

	fputs("<h2>Whole host</h2>\n<dl class=\"facts\">\n", f);
	for (size_t i = 0; i < N_OF(facts); i++) {
		if (column__applies(facts[i].column, delta->run))
			print_fact(f, facts[i].name, fact_text(&total, i).s);
	}
	notes__lost(delta, lost, sizeof(lost));
	print_fact(f, "lost", lost);
	print_fact(f, "memcgtop itself, of CPU time", format__share(notes__own_share(delta)).s);
	fputs("</dl>\n", f);
	print_longest(f, delta, opts);
}

static void print_titles(FILE *f, const struct run_info *run, const char *first,
			 const enum column_id *columns, size_t n)
{
	fprintf(f, "<div class=\"wide\"><table>\n<thead><tr><th>%s</th>", first);
	for (size_t i = 0; i < n; i++) {
		if (!column__applies(columns[i], run))
			continue;
		fputs("<th><abbr title=\"", f);
		html_text__escape(f, column_help__phrase(columns[i]));
		fputs("\">", f);
		html_text__escape(f, column__get(columns[i])->title);
		fputs("</abbr></th>", f);
	}
	fputs("</tr></thead>\n<tbody>\n", f);
}

static void print_label(FILE *f, const struct row *row)
{
	switch (row->kind) {
	case ROW_CPU:
		fprintf(f, "%" PRIu32 "%s", row->cpu->cpu, row->cpu->online ? "" : " off");
		break;
	case ROW_CGROUP:
		html_text__escape(f, row->cgroup->name);
		if (!row->cgroup->name)
			fprintf(f, "id %" PRIu64, row->cgroup->id);
		fputs(row->cgroup->gone ? "*" : "", f);
		break;
	case ROW_OTHERS:
		fputs("other", f);
		break;
	case ROW_TOTAL:
		fputs("all", f);
		break;
	}
}

static void print_row(FILE *f, const struct row *row, const enum column_id *columns, size_t n)
{
	fprintf(f, "<tr%s><td>", row->kind == ROW_TOTAL ? " class=\"sum\"" : "");
	print_label(f, row);
	fputs("</td>", f);
	for (size_t i = 0; i < n; i++) {
		const struct column *column = column__get(columns[i]);
		struct text cell = column__cell(column, row, true);

		if (!column__applies(columns[i], row->delta->run))
			continue;
		fprintf(f, "<td%s>", strcmp(cell.s, FORMAT_NA) ? "" : " class=\"na\"");
		html_text__escape(f, cell.s);
		fputs("</td>", f);
	}
	fputs("</tr>\n", f);
}

static void end_table(FILE *f, size_t hidden, const char *what)
{
	fputs("</tbody>\n</table></div>\n", f);
	if (hidden)
		fprintf(f, "<p class=\"dim\">%zu less busy %s%s not shown.</p>\n", hidden, what,
			hidden == 1 ? " is" : "s are");
}

static int print_cpus(FILE *f, const struct snapshot *delta, const struct html_page_opts *opts)
{
	struct view_opts busiest = {.rows = opts->rows};
	struct row total = row__total(delta);
	size_t n, hidden;
	struct row *rows = row__cpus(delta, &busiest, &n, &hidden);

	if (!rows)
		return -ENOMEM;
	fputs("<h2>Busiest CPUs</h2>\n<p class=\"dim\">Events per second; hold in us.</p>\n", f);
	print_titles(f, delta->run, "CPU", cpu_columns, N_OF(cpu_columns));
	for (size_t i = 0; i < n; i++)
		print_row(f, &rows[i], cpu_columns, N_OF(cpu_columns));
	print_row(f, &total, cpu_columns, N_OF(cpu_columns));
	end_table(f, hidden, "CPU");
	free(rows);
	return 0;
}

static bool any_gone(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (rows[i].cgroup->gone)
			return true;
	}
	return false;
}

static int print_cgroups(FILE *f, const struct snapshot *view, const struct html_page_opts *opts)
{
	struct view_opts busiest = {.rows = opts->rows};
	struct row other = row__others(view);
	size_t n, hidden;
	struct row *rows = row__cgroups(view, &busiest, &n, &hidden);

	if (!rows)
		return -ENOMEM;
	fputs("<h2>Busiest cgroups</h2>\n<p class=\"dim\">Events per second; hold in us.</p>\n", f);
	if (n || !row__is_idle(&other)) {
		print_titles(f, view->run, "Cgroup", cgroup_columns, N_OF(cgroup_columns));
		for (size_t i = 0; i < n; i++)
			print_row(f, &rows[i], cgroup_columns, N_OF(cgroup_columns));
		if (!row__is_idle(&other))
			print_row(f, &other, cgroup_columns, N_OF(cgroup_columns));
		end_table(f, hidden, "cgroup");
	} else {
		fputs("<p>No events in this interval.</p>\n", f);
	}
	if (any_gone(rows, n))
		fputs("<p class=\"dim\">* removed since.</p>\n", f);
	free(rows);
	return 0;
}

/* Why a metric is n/a; where uncharges are told apart nobody misses in_refill. */
static const char *reason_of(const struct run_info *run, int metric)
{
	if (metric == METRIC_IN_REFILL && !run_info__na(run, METRIC_UNDER_LOCK))
		return NULL;
	return run_info__na(run, (enum metric)metric);
}

/* Metrics of one reason in one line, where the first of them stands. */
static void print_reason(FILE *f, const struct run_info *run, int metric)
{
	const char *why = reason_of(run, metric);

	for (int m = 0; why && m < metric; m++) {
		if (reason_of(run, m) && !strcmp(reason_of(run, m), why))
			return;
	}
	if (!why)
		return;
	fputs("<li>" FORMAT_NA ": ", f);
	for (int m = metric; m < METRIC_NR; m++) {
		if (reason_of(run, m) && !strcmp(reason_of(run, m), why))
			fprintf(f, "%s%s", m == metric ? "" : ", ", metric__name((enum metric)m));
	}
	fputs(": ", f);
	html_text__escape(f, why);
	fputs("</li>\n", f);
}

static void print_notes(FILE *f, const struct snapshot *delta)
{
	const struct floor_info *floor = &delta->floor;

	fputs("<h2>What could not be seen</h2>\n<ul class=\"notes\">\n"
	      "<li>Holds by consume_stock, which the compiler inlines: a few instructions, but at "
	      "every page charge.</li>\n",
	      f);
	for (int m = 0; m < METRIC_NR; m++)
		print_reason(f, delta->run, m);
	if (!floor->method) {
		fputs("<li>Holds are uncorrected: ", f);
		html_text__escape(f, floor->why_not ?: "no calibration on this kernel");
		fputs("</li>\n", f);
	}
	if (delta->run->inner_refill)
		fputs("<li>refill_stock is inlined here: these are calls of __refill_stock, which "
		      "also runs for object stocks. Compare them with nothing else.</li>\n",
		      f);
	fputs("</ul>\n", f);
}

/* Every column of both tables, once. */
static void print_terms(FILE *f, const struct run_info *run)
{
	bool used[COLUMN_NR] = {false};

	for (size_t i = 0; i < N_OF(cpu_columns); i++)
		used[cpu_columns[i]] = true;
	for (size_t i = 0; i < N_OF(cgroup_columns); i++)
		used[cgroup_columns[i]] = true;
	fputs("<h2>How to read this</h2>\n<dl class=\"terms\">\n", f);
	for (int c = 0; c < COLUMN_NR; c++) {
		if (!used[c] || !column__applies((enum column_id)c, run))
			continue;
		fputs("<dt>", f);
		html_text__escape(f, column__get((enum column_id)c)->title);
		fputs("</dt><dd>", f);
		html_text__escape(f, column_help__phrase((enum column_id)c));
		fputs("</dd>\n", f);
	}
	fputs("</dl>\n", f);
}

int html_page__print(FILE *f, const struct snapshot *delta, const struct html_page_opts *opts)
{
	struct html_page_rows rows;
	int err = html_page_rows__init(&rows, delta, opts);

	if (err)
		return err;
	print_title(f, delta, opts);
	print_facts(f, delta, opts);
	err = print_cpus(f, delta, opts) ?: print_cgroups(f, &rows.view, opts);
	print_notes(f, delta);
	print_terms(f, delta->run);
	fputs("</body>\n</html>\n", f);
	html_page_rows__clear(&rows);
	return err;
}
