/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of CPUs and the table of cgroups, as every text view prints them. */
#ifndef VIEW_TABLES_H
#define VIEW_TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "model/delta.h"
#include "view/view.h"

/*
 * tables__print_cpus, tables__print_cgroups - title, rows, and under them what
 * was left out.  @rates: events per second instead of events.
 * Return 0 or -ENOMEM.
 */
int tables__print_cpus(FILE *f, const struct snapshot *delta, const struct view_opts *opts,
		       bool rates);
int tables__print_cgroups(FILE *f, const struct snapshot *delta, const struct view_opts *opts,
			  bool rates);

#endif
