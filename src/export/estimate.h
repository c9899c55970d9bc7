/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an export will cost before it is run: series by scope, bytes of a
 * scrape.  Bytes are counted by rendering a made-up host of that size
 * (model/synthetic), not guessed.  Pure.
 */
#ifndef EXPORT_ESTIMATE_H
#define EXPORT_ESTIMATE_H

#include <stddef.h>

#include "export/exposition.h"

struct estimate_size {
	unsigned int cpus;	/* possible */
	unsigned int cgroups;	/* active */
};

struct estimate {
	size_t host_series, cpu_series, cgroup_series, series;
	size_t cgroups_shown;		/* with series of their own; the rest is other */
	size_t bytes, gzip_bytes;	/* of a scrape, text format */
};

/* Series of a whole scrape that are kept to where the user sets no limit. */
#define ESTIMATE_BUDGET 5000

/*
 * estimate__make - for a host of @size under these rules and options, after 30
 * days: numbers grow longer.  The kernel is one that shows all there is but --charges.
 * Cgroups are called as systemd's and Kubernetes' are, in some 30 bytes; @rules' depth
 * and pattern fold and choose none of them, so @size is what is left after those.
 * Returns 0, -ENOMEM, or -EINVAL where a synthetic host cannot be so large.
 */
int estimate__make(const struct estimate_size *size, const struct ledger_rules *rules,
		   const struct exposition_opts *opts, struct estimate *estimate);

/* "512x1000" as 512 CPUs and 1,000 cgroups.  0 or -EINVAL. */
int estimate__parse_size(const char *text, struct estimate_size *size);

/*
 * Largest max_series that keeps a scrape of @cpus CPUs within @budget series on any
 * kernel, other included; 0: host and CPUs alone fill it (or memory is short).
 */
size_t estimate__series_for_budget(unsigned int cpus, const struct exposition_opts *opts,
				   size_t budget);

#endif
