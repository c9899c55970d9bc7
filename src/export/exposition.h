/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ledger's view as the text that Prometheus scrapes: the text format 0.0.4
 * and OpenMetrics 1.0, from one table of families (families.h).  What this
 * kernel cannot show has no series; memcgtop_unavailable_info says why.  A
 * ledger without room for any cgroup (max_series 0) shows none, not even other.  Pure.
 */
#ifndef EXPORT_EXPOSITION_H
#define EXPORT_EXPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "export/ledger.h"

enum exposition_format {
	EXPOSITION_TEXT,	/* text/plain; version=0.0.4 */
	EXPOSITION_OPENMETRICS,
	EXPOSITION_NR,
};

/* Value of Content-Type. */
const char *exposition__content_type(enum exposition_format format);

/* What the exporter itself did; all zero where there is no such part. */
struct exporter_stats {
	bool serves;			/* HTTP: the http_ families are shown */
	uint64_t requests[6];		/* by first digit of the status; 0 unused */
	uint64_t connections;		/* open now */
	uint64_t connections_refused;	/* over the limit, or too slow */
	bool writes;			/* a textfile: its families are shown */
	uint64_t textfile_writes;
	uint64_t textfile_failures;
	uint64_t start_wall_ns;		/* when this process began */
};

struct exposition_opts {
	enum exposition_format format;
	bool per_cpu;			/* families of each CPU */
	bool cgroup_histograms;
	unsigned int buckets;		/* an octave, of the host's histograms: 1, 2, 4, 8 or 16 */
	const char *libbpf;		/* its version, or NULL: none was used */
	struct exporter_stats stats;
};

#define EXPOSITION_BUCKETS_DEFAULT 2

/*
 * exposition__print - the whole text to @f.  Returns 0 or -ENOMEM; errors of
 * @f are its own.
 */
int exposition__print(FILE *f, const struct ledger_view *view, const struct exposition_opts *opts);

/* The same as a buffer (caller frees), NULL when memory is short. */
char *exposition__text(const struct ledger_view *view, const struct exposition_opts *opts,
		       size_t *bytes);

/* Series of such a text, without rendering it. */
size_t exposition__series(const struct ledger_view *view, const struct exposition_opts *opts);

/* Series that one more cgroup, or one more CPU, brings. */
size_t exposition__series_of_cgroup(const struct run_info *run, const struct exposition_opts *opts);
size_t exposition__series_of_cpu(const struct run_info *run, const struct exposition_opts *opts);

#endif
