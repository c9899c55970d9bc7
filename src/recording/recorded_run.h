/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One recording as one result: what a comparison is made of. */
#ifndef RECORDING_RECORDED_RUN_H
#define RECORDING_RECORDED_RUN_H

#include "recording/recording.h"

struct recorded_run {
	char *path;
	struct recording_info info;
	struct recording_end end;
	/*
	 * From the first snapshot to the last, gaps left out: a delta.  Its
	 * active_ns is the time covered.
	 */
	struct snapshot *total;
	struct host_context host; /* differences over the same time; flags as far as both ends had them */
	uint64_t gap_ns;	  /* time that damaged frames cost */
	size_t n_gaps;
	/* The correction: the span between the lowest and highest in force, and its worst error. */
	double floor_low_ns, floor_high_ns, floor_spread_ns;
	bool corrected; /* all the time */
};

/* Part of a recording, from its start; to_ns 0: to the end. */
struct time_range {
	uint64_t from_ns, to_ns;
};

/*
 * recorded_run__load - reads @path.
 * @why: on failure, a phrase (caller frees; may be NULL): what is wrong with it.
 * Returns 0 and *@run, or a negative errno: -EBADMSG for no recording, -ENOTSUP
 * for a version that is not known, -ENODATA when it has fewer than two snapshots.
 */
int recorded_run__load(const char *path, const struct time_range *range,
		       struct recorded_run **run, char **why);
void recorded_run__free(struct recorded_run *run);

#endif
