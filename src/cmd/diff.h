/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcgtop diff: did it change, by how much, how sure. */
#ifndef CMD_DIFF_H
#define CMD_DIFF_H

#include "util/options.h"

/* Stable; the first that applies, in this order: 2, 3, 1, 4, 0. */
enum diff_status {
	DIFF_FINE = 0,	      /* also without gates */
	DIFF_GATE_FAILED = 1, /* nothing else gives 1, which git bisect takes for bad */
	DIFF_USAGE = EXIT_USAGE,
	DIFF_NOT_COMPARABLE = 3, /* also: not read, not written, no memory */
	DIFF_CANNOT_TELL = 4,
	DIFF_BISECT_SKIP = 125, /* --bisect: for 3 and 4 */
};

int diff__main(const struct options *opt);

#endif
