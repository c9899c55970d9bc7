/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report of memcgtop stat, for people. */
#ifndef VIEW_REPORT_TEXT_H
#define VIEW_REPORT_TEXT_H

#include <stdio.h>

#include "model/delta.h"
#include "view/view.h"

/*
 * report_text__print - totals, table of CPUs, table of cgroups, histogram, what
 * was lost, what could not be seen, and how to read it.
 * No line is wider than opts->width (at least VIEW_MIN_WIDTH).
 * Returns 0 or -ENOMEM; write errors are the caller's to ask the stream for.
 */
int report_text__print(FILE *f, const struct snapshot *delta, const struct view_opts *opts);

#endif
