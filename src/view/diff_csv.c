// SPDX-License-Identifier: GPL-2.0-or-later
/* A comparison as CSV (RFC 4180): a line for each metric and group, all figures. */
#include <math.h>
#include <string.h>

#include "diff/verdict.h"
#include "view/diff_cells.h"

static void text_field(FILE *f, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, f);
		return;
	}
	fputc('"', f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', f);
		fputc(*text, f);
	}
	fputc('"', f);
}

/* Empty where there is none. */
static void number_field(FILE *f, double value)
{
	fputc(',', f);
	if (isfinite(value))
		fprintf(f, "%.9g", value);
}

static void print_row(FILE *f, const struct diff *diff, const struct diff_metric *metric, size_t g)
{
	const struct diff_side *side = &metric->side[g];
	const struct diff_change *change = &metric->change[g];

	fprintf(f, "%s,%s,%s,", metric->name, metric->unit, diff_cells__scale(metric->scale));
	text_field(f, diff->group[g].name);
	fprintf(f, ",%zu", diff->group[g].n_runs);
	number_field(f, side->known ? side->events : NAN);
	number_field(f, side->low);
	number_field(f, side->mean);
	number_field(f, side->high);
	if (g == 0) {
		fputs(",,,,,,,,\r\n", f);
		return;
	}
	number_field(f, change->change);
	number_field(f, change->low);
	number_field(f, change->high);
	number_field(f, change->p);
	number_field(f, change->p_adjusted);
	number_field(f, change->resolution);
	fprintf(f, ",%s,", verdict__name(change->verdict));
	text_field(f, change->why);
	fputs("\r\n", f);
}

int diff_csv__print(FILE *f, const struct diff_view *view)
{
	const struct diff *diff = view->diff;

	fputs("metric,unit,scale,group,runs,events,min,mean,max,change,change_low,change_high,"
	      "p,p_adjusted,resolution,verdict,why\r\n",
	      f);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		for (size_t g = 0; g < diff->n_groups; g++)
			print_row(f, diff, &diff->metric[k], g);
	}
	return 0;
}
