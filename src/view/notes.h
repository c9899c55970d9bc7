/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a reader must know to believe the figures: what was lost, what the
 * measurement cost, what could not be seen and why, and how to read it all.
 */
#ifndef VIEW_NOTES_H
#define VIEW_NOTES_H

#include <stdio.h>

#include "model/delta.h"
#include "view/view.h"

/*
 * notes__lost - "nothing"; "163 events"; where not all losses are counted "163
 * events or more", or "n/a".
 * Returns the number of lost events that are known.
 */
uint64_t notes__lost(const struct snapshot *delta, char *text, size_t bytes);

/* Is there a probe whose misses nobody counts on this kernel? */
bool notes__misses_unknown(const struct snapshot *delta);

/* notes__own_share - share of the host's CPU time memcgtop itself took. */
double notes__own_share(const struct snapshot *delta);

/* The cost line and the lost line of a report's totals. */
void notes__print_cost(FILE *f, const struct snapshot *delta, const struct view_opts *opts);

/* Each loss that is not zero, with its number and what it means. */
void notes__print_losses(FILE *f, const struct snapshot *delta, const struct view_opts *opts);

/* Probes, and "What could not be seen": every n/a with its reason. */
void notes__print_unseen(FILE *f, const struct snapshot *delta, const struct view_opts *opts);

/* "How to read this": each term in a sentence. */
void notes__print_terms(FILE *f, const struct snapshot *delta, const struct view_opts *opts);

#endif
