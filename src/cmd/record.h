/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcgtop record: snapshots into a file, until CMD ends, -d passes, or INT or TERM. */
#ifndef CMD_RECORD_H
#define CMD_RECORD_H

#include "util/options.h"

/* Returns the exit status: that of CMD, or 0, 1 (a snapshot is not in the file), 2. */
int record__main(const struct options *opt);

#endif
