/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memcgtop report: a recording as the report of stat; with -i as tables of that
 * many recorded seconds; with --screen on the live screen.
 */
#ifndef CMD_REPORT_H
#define CMD_REPORT_H

#include "util/options.h"

/* Returns the exit status: 0, 1 (cannot be read, or nothing to show), 2. */
int report__main(const struct options *opt);

#endif
