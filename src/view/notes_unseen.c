// SPDX-License-Identifier: GPL-2.0-or-later
/* How each figure was had, and what could not be seen, with the reasons. */
#include <string.h>

#include "view/format.h"
#include "view/notes.h"
#include "view/wrap.h"

static void print_probes(FILE *f, const struct run_info *run, const struct view_opts *opts)
{
	struct wrap w;

	fputs("Probes\n", f);
	for (int r = 0; r < ROLE_NR; r++) {
		const struct role_info *role = &run->roles[r];
		char label[32];

		if (role->mode == ATTACH_ABSENT && r == ROLE_CHARGE && !run->charges)
			continue;
		snprintf(label, sizeof(label), "    %s", role__name((enum role)r));
		wrap__start(&w, f, opts->width, 17, label);
		wrap__words(&w, "%s", attach_mode__name(role->mode));
		if (role->hook)
			wrap__words(&w, "%s", role->hook);
		if (role->reason)
			wrap__words(&w, "(%s)", role->reason);
		if (role->remedy)
			wrap__words(&w, "To do: %s.", role->remedy);
		wrap__end(&w);
	}
}

/* Where uncharges are told apart by the lock's state nobody misses in_refill. */
static bool is_worth_saying(const struct run_info *run, int metric)
{
	return run->na[metric] && (metric != METRIC_IN_REFILL || run->na[METRIC_UNDER_LOCK]);
}

/* Metrics that share a reason share a line; the first of them prints it. */
static bool reason_printed(const struct run_info *run, int metric)
{
	for (int m = 0; m < metric; m++) {
		if (is_worth_saying(run, m) && !strcmp(run->na[m], run->na[metric]))
			return true;
	}
	return false;
}

static void print_unavailable(FILE *f, const struct run_info *run, const struct view_opts *opts)
{
	struct wrap w;

	for (int m = 0; m < METRIC_NR; m++) {
		if (!is_worth_saying(run, m) || reason_printed(run, m))
			continue;
		wrap__start_item(&w, f, opts->width);
		for (int other = m; other < METRIC_NR; other++) {
			if (is_worth_saying(run, other) && !strcmp(run->na[other], run->na[m]))
				wrap__words(&w, other == m ? "%s" : "and %s",
					    metric__name((enum metric)other));
		}
		wrap__words(&w, "(" FORMAT_NA "): %s", run->na[m]);
		wrap__end(&w);
	}
}

void notes__print_unseen(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	struct wrap w;

	print_probes(f, delta->run, opts);
	fputs("\nWhat could not be seen\n", f);
	wrap__start_item(&w, f, opts->width);
	wrap__words(&w,
		    "Holds by consume_stock, which the compiler inlines: a few instructions, but "
		    "at every page charge. %s",
		    delta->run->lock_state
			    ? ""
			    : "On this kernel also the object-stock paths that share the lock.");
	wrap__end(&w);
	if (delta->run->paths_relative) {
		wrap__start_item(&w, f, opts->width);
		wrap__words(&w, "Cgroups outside this cgroup namespace have no name; paths are "
				"relative to its root.");
		wrap__end(&w);
	}
	print_unavailable(f, delta->run, opts);
}
