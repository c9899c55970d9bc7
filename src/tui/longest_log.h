/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The longest holds seen since the start or the last reset, longest first.  Pure. */
#ifndef TUI_LONGEST_LOG_H
#define TUI_LONGEST_LOG_H

#include "model/snapshot.h"

#define LONGEST_LOG_ROWS 256

enum hold_site { HOLD_REFILL, HOLD_DRAIN_WORK };

struct longest_entry {
	struct longest hold;
	uint64_t wall_ns; /* when, by the wall clock */
	enum hold_site site;
	char *cgroup; /* its path then, or NULL: not known (drain work has none) */
};

struct longest_log {
	struct longest_entry entry[LONGEST_LOG_ROWS]; /* longest first */
	size_t n;
};

struct longest_log *longest_log__new(void);
void longest_log__free(struct longest_log *log);
void longest_log__clear(struct longest_log *log);

/*
 * longest_log__add - takes in the longest hold of each CPU and site of one
 * interval.  A hold already there (same CPU, time and site) is not added again.
 * What has no memory is left out.
 */
void longest_log__add(struct longest_log *log, const struct snapshot *interval);

#endif
