/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcgtop stat: one report at the end of CMD, of -d SECONDS, or at INT or TERM. */
#ifndef CMD_STAT_H
#define CMD_STAT_H

#include "util/options.h"

/* Returns the exit status: that of CMD, or 0, 1, 2. */
int stat__main(const struct options *opt);

#endif
