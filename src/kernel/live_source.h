/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_LIVE_SOURCE_H
#define KERNEL_LIVE_SOURCE_H

#include "model/source.h"
#include "util/options.h"

/*
 * live_source__open - measures on this kernel.  Attaches, calibrates, drops
 * what privilege is no longer needed, and returns with the probes counting.
 * Returns 0 and *@src (close through its ops), or a negative errno after one
 * line of diagnosis on standard error.
 */
int live_source__open(const struct options *opt, struct source **src);

/* --mode's word as an attach mode; ATTACH_ABSENT for NULL and "auto". */
enum attach_mode live_source__mode(const char *word);

#endif
