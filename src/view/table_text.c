// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/table_text.h"

#include <errno.h>
#include <time.h>

#include "view/columns.h"
#include "view/notes.h"
#include "view/select.h"
#include "view/table.h"
#include "view/tables.h"
#include "view/totals.h"
#include "view/wrap.h"

#define NS_PER_SEC 1000000000ull
#define TIME_WIDTH 8
#define LOST_WIDTH 7

/* The end of the window by the wall clock, in the user's time zone. */
static struct text wall_time(const struct snapshot *delta)
{
	time_t seconds = (time_t)(delta->wall_ns / NS_PER_SEC);
	struct text t = {"-"};
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(t.s, sizeof(t.s), "%H:%M:%S", &tm);
	return t;
}

static void print_head(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	char modes[128], lost[64];
	struct wrap w;

	totals__modes(delta->run, modes, sizeof(modes));
	notes__lost(delta, lost, sizeof(lost));
	wrap__start(&w, f, opts->width, 0, "");
	w.indent = 2;
	wrap__item(&w, "%s", wall_time(delta).s);
	wrap__item(&w, "%s", format__seconds(delta__seconds(delta)).s);
	wrap__item(&w, "kernel %s", delta->run->kernel_release ?: "unknown");
	wrap__item(&w, "%s", modes);
	wrap__item(&w, "hold %s", delta->floor.method ? "corrected" : "uncorrected");
	wrap__item(&w, "cost %s", format__share(notes__own_share(delta)).s);
	wrap__item(&w, "lost: %s", lost);
	if (opts->select)
		wrap__item(&w, "rows of %s; \"all\" is the whole host", select__text(opts->select));
	wrap__end(&w);
}

int table_text__print(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	struct view_opts o = *opts;

	if (o.width < VIEW_MIN_WIDTH)
		o.width = VIEW_MIN_WIDTH;
	print_head(f, delta, &o);
	if (tables__print_cpus(f, delta, &o, true) || tables__print_cgroups(f, delta, &o, true))
		return -ENOMEM;
	fputc('\n', f);
	return 0;
}

static const struct {
	enum column_id id;
	unsigned int from_width; /* columns of output it needs */
} line_columns[] = {
	{COLUMN_REFILLS, 0},
	{COLUMN_MEAN, 0},
	{COLUMN_P50, 92},
	{COLUMN_P99, 0},
	{COLUMN_MAX, 0},
	{COLUMN_HELD, 86},
	{COLUMN_UNDER, 0},
	{COLUMN_IN_REFILL, 0},
	{COLUMN_CHARGE_FALLBACKS, 0},
	{COLUMN_UNCHARGE_FALLBACKS, 0},
	{COLUMN_EVICTIONS, 0},
	{COLUMN_PREEMPTED, 0},
};

/* The next column of the line from *@i on, or NULL. */
static const struct column *next_column(size_t *i, const struct run_info *run,
					const struct view_opts *opts)
{
	while (*i < sizeof(line_columns) / sizeof(line_columns[0])) {
		enum column_id id = line_columns[*i].id;
		bool fits = opts->width >= line_columns[*i].from_width;

		++*i;
		if (fits && column__applies(id, run))
			return column__get(id);
	}
	return NULL;
}

static void print_line_titles(FILE *f, const struct run_info *run, const struct view_opts *opts)
{
	const struct column *c;
	size_t i = 0;

	fputs("Per second, all CPUs; hold in us\n", f);
	fprintf(f, "%*s", TIME_WIDTH, "TIME");
	while ((c = next_column(&i, run, opts)))
		fprintf(f, " %*s", (int)c->width, c->title);
	fprintf(f, " %*s\n", LOST_WIDTH, "LOST");
}

void table_text__print_line(FILE *f, const struct snapshot *delta, const struct view_opts *opts,
			    bool titles)
{
	struct row total = row__total(delta);
	const struct column *c;
	char lost[64];
	uint64_t n = notes__lost(delta, lost, sizeof(lost));
	size_t i = 0;

	if (titles)
		print_line_titles(f, delta->run, opts);
	fprintf(f, "%*s", TIME_WIDTH, wall_time(delta).s);
	while ((c = next_column(&i, delta->run, opts)))
		fprintf(f, " %*s", (int)c->width, column__cell(c, &total, true).s);
	/* Events of the interval; "n/a" or "12+" where not all losses are counted. */
	if (!notes__misses_unknown(delta))
		fprintf(f, " %*s\n", LOST_WIDTH, format__count_fit(n, LOST_WIDTH).s);
	else if (n)
		fprintf(f, " %*s+\n", LOST_WIDTH - 1, format__count_fit(n, LOST_WIDTH - 1).s);
	else
		fprintf(f, " %*s\n", LOST_WIDTH, FORMAT_NA);
}
