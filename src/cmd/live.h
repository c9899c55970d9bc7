/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcgtop without a command: tables every interval, until INT, TERM or -d. */
#ifndef CMD_LIVE_H
#define CMD_LIVE_H

#include "util/options.h"

/* Returns the exit status. */
int live__main(const struct options *opt);

#endif
