/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an export will cost before it is run: series by family, bytes of a
 * scrape, memory.  Bytes are counted by rendering a made-up host of that size
 * (model/synthetic), not guessed.  Pure.
 */
#ifndef EXPORT_ESTIMATE_H
#define EXPORT_ESTIMATE_H

#include <stdio.h>

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

/*
 * estimate__make - for a host of @size under these rules and options.
 * @kernel: shape of the kernel, as a synthetic host's (NULL: one that shows all).
 * Returns 0 or -ENOMEM.
 */
int estimate__make(const struct estimate_size *size, const struct ledger_rules *rules,
		   const struct exposition_opts *opts, struct estimate *estimate);

/* "512x1000" as 512 CPUs and 1,000 cgroups.  0 or -EINVAL. */
int estimate__parse_size(const char *text, struct estimate_size *size);

/* Largest max_series that keeps a scrape of @cpus CPUs within @budget series. */
size_t estimate__series_for_budget(unsigned int cpus, const struct exposition_opts *opts,
				   size_t budget);

#endif
