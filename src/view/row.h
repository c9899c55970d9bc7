/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A line of a table: the host, a CPU, a cgroup, or the rest, with the figures
 * that every table derives from a row in the same way.
 */
#ifndef VIEW_ROW_H
#define VIEW_ROW_H

#include <stdbool.h>
#include <stddef.h>

#include "model/delta.h"
#include "model/hist.h"
#include "view/view.h"

enum row_kind {
	ROW_TOTAL,
	ROW_CPU,
	ROW_CGROUP,
	ROW_OTHERS, /* events whose cgroup found the table full */
};

struct row {
	enum row_kind kind;
	const struct snapshot *delta;
	const struct counters *c;
	const struct cpu_row *cpu;	 /* ROW_CPU */
	const struct cgroup_row *cgroup; /* ROW_CGROUP, ROW_OTHERS */
	size_t online_cpus;		 /* of the delta; 0: counted when needed */
};

struct row row__total(const struct snapshot *delta);
struct row row__others(const struct snapshot *delta);
struct row row__cpu(const struct snapshot *delta, const struct cpu_row *cpu);
/* @online_cpus: those of the delta, so that many rows need not count them; 0: not known. */
struct row row__cgroup(const struct snapshot *delta, const struct cgroup_row *cgroup,
		       size_t online_cpus);

size_t row__online_cpus(const struct snapshot *delta);

/* Nothing was counted for it in this window. */
bool row__is_idle(const struct row *row);

/*
 * row__cpus, row__cgroups - the selected rows of @delta that are not idle, at
 * most opts->rows of them, the busiest.  CPUs come by id, cgroups by refills,
 * most first, then by id.
 * @n: gets their number.  @hidden: gets the number left out for opts->rows.
 * Returns an array to free, or NULL when memory is short.
 */
struct row *row__cpus(const struct snapshot *delta, const struct view_opts *opts, size_t *n,
		      size_t *hidden);
struct row *row__cgroups(const struct snapshot *delta, const struct view_opts *opts, size_t *n,
			 size_t *hidden);

/* Quantile of the row's holds; unknown where there is no histogram. */
struct quantile row__quantile(const struct row *row, double q);

/* Longest hold of the window; ns == 0: none. */
struct longest row__longest(const struct row *row);

/* Share of CPU time the lock was held: of this CPU's time, else of the host's. */
double row__held_share(const struct row *row);

#endif
