/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one interval of the live command, or of stat -i, looks like in text. */
#ifndef VIEW_TABLE_TEXT_H
#define VIEW_TABLE_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "model/delta.h"
#include "view/view.h"

/*
 * table_text__print - time, host totals, table of CPUs and of cgroups, all in
 * events per second.  Ends with an empty line.
 * Returns 0 or -ENOMEM.
 */
int table_text__print(FILE *f, const struct snapshot *delta, const struct view_opts *opts);

/*
 * table_text__print_line - the host's interval as one line, as vmstat does.
 * @titles: print the column titles first.
 */
void table_text__print_line(FILE *f, const struct snapshot *delta, const struct view_opts *opts,
			    bool titles);

#endif
