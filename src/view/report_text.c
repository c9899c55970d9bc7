// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/report_text.h"

#include <errno.h>

#include "view/hist_text.h"
#include "view/notes.h"
#include "view/tables.h"
#include "view/totals.h"

static void print_histogram(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const char *na = run_info__na(delta->run, METRIC_HOLD);

	fprintf(f, "\nHold of the lock, all CPUs (upper bounds)\n");
	if (na)
		fputs("  n/a, see below\n", f);
	else
		hist_text__print(f, &hist_fine, delta->hist.slot, delta->max.ns, opts->width);
}

int report_text__print(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	struct view_opts o = *opts;

	if (o.width < VIEW_MIN_WIDTH)
		o.width = VIEW_MIN_WIDTH;
	totals__print_head(f, delta, &o);
	fputc('\n', f);
	totals__print(f, delta, &o);
	notes__print_cost(f, delta, &o);
	fputc('\n', f);
	if (tables__print_cpus(f, delta, &o, false))
		return -ENOMEM;
	fputc('\n', f);
	if (tables__print_cgroups(f, delta, &o, false))
		return -ENOMEM;
	print_histogram(f, delta, &o);
	fputc('\n', f);
	notes__print_losses(f, delta, &o);
	fputc('\n', f);
	notes__print_unseen(f, delta, &o);
	fputc('\n', f);
	notes__print_terms(f, delta, &o);
	return 0;
}
