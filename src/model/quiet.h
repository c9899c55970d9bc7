/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which cgroups can give their cells back: they are removed, or nobody knows a
 * name for them, and nothing has happened to them for a while.  Told of each
 * cumulative snapshot; keeps a line for each such row.  Pure.
 */
#ifndef MODEL_QUIET_H
#define MODEL_QUIET_H

#include <stddef.h>
#include <stdint.h>

#include "model/snapshot.h"

/* How long a row must not have changed, in nanoseconds of the snapshots' clock. */
struct quiet_rules {
	uint64_t gone_ns;	/* its cgroup is removed */
	uint64_t unnamed_ns;	/* it has no name: removed before it was seen, or out of view */
	uint64_t pressed_ns;	/* either, when more than 3/4 of the cells are used */
};

struct quiet;

/* NULL when memory is short.  @rules is copied. */
struct quiet *quiet__new(const struct quiet_rules *rules);
void quiet__free(struct quiet *quiet);

/*
 * quiet__look - takes in a snapshot whose rows are sorted and named.
 * @ids: ascending; valid until the next call.
 * Returns 0 and the rows that have been quiet for long enough, or -ENOMEM:
 * then there are none, and what was known stays.
 */
int quiet__look(struct quiet *quiet, const struct snapshot *snap, const uint64_t **ids, size_t *n);

#endif
