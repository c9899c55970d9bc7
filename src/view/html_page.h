/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The exporter's page for people: one small HTML document without scripts or
 * anything from elsewhere, with the last interval's tables and a link to
 * /metrics.  Every name is escaped.  Pure.
 */
#ifndef VIEW_HTML_PAGE_H
#define VIEW_HTML_PAGE_H

#include <stdio.h>

#include "model/delta.h"

/* @labels: name shown for a cgroup id (folded, hashed), NULL: other; may be NULL: the rows' own. */
struct html_page_opts {
	size_t rows; /* of each table at most */
	const char *(*label)(void *arg, const struct cgroup_row *row);
	void *arg;
	const char *metrics; /* the link's target, "/metrics" */
};

/* @delta: the last interval.  Returns 0 or -ENOMEM. */
int html_page__print(FILE *f, const struct snapshot *delta, const struct html_page_opts *opts);

#endif
