/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kind.h - what a kind of load is.
 *
 * One file per kind defines one struct kind; kinds.c lists them. A kind says
 * what an operation is, which options it understands, and plans the workers
 * that will do it.
 */
#ifndef MEMCGLOAD_KIND_H
#define MEMCGLOAD_KIND_H

#include "base.h"

struct options;
struct plan;

/* Which options a kind understands, besides those all kinds do. */
enum {
	USES_DURATION = 1 << 0,
	USES_CGROUPS = 1 << 1,
	USES_WORKERS = 1 << 2,
	USES_PAGES = 1 << 3,
	USES_FREE = 1 << 4,
	USES_CPUS = 1 << 5,
	USES_FLOWS = 1 << 6,
	USES_PIPE = 1 << 7,
	NEEDS_CGROUPS = 1 << 8, /* makes no sense with --no-cgroups */
};

/* Further numbers a kind reports, over all its workers. */
enum extra_how { EXTRA_SUM, EXTRA_MAX };

#define KIND_EXTRAS 4

struct kind_extra {
	const char *name; /* as in JSON; NULL ends the list */
	enum extra_how how;
};

struct kind {
	const char *name;
	const char *op; /* what one of -n OPS is, plural */
	const char *summary;
	unsigned int uses;
	/* Defaults. 0 operations: run for a default time instead. */
	uint64_t ops;
	uint64_t cgroups;
	uint64_t pages;
	struct kind_extra extra[KIND_EXTRAS];
	/*
	 * Fills @plan. Prints what is wrong and returns a negative errno if
	 * it cannot; -EINVAL means the options make no sense together.
	 */
	int (*plan)(struct plan *plan, const struct options *opts);
};

extern const struct kind kind_anon, kind_overflow, kind_oversize, kind_drain, kind_charges,
	kind_tcp_rr, kind_mix, kind_churn;

/* All kinds, NULL at the end. */
extern const struct kind *const kinds[];

const struct kind *kind__find(const char *name);

#endif
