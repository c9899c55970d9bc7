/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rows of the page for people under the names a scraper sees: cgroups of
 * one name are one row, those without one are in other.  For html_page.c only.
 */
#ifndef VIEW_HTML_PAGE_ROWS_H
#define VIEW_HTML_PAGE_ROWS_H

#include "view/html_page.h"

/* A delta whose cgroup rows are the named ones.  Names and the rest are the delta's own. */
struct html_page_rows {
	struct snapshot view;
	struct cgroup_row *cgroups; /* owned, without their names */
};

/* Returns 0 or -ENOMEM.  Clear it before @delta goes. */
int html_page_rows__init(struct html_page_rows *rows, const struct snapshot *delta,
			 const struct html_page_opts *opts);
void html_page_rows__clear(struct html_page_rows *rows);

/* Name of the cgroup with this id in @delta, not escaped; NULL: it has none. */
const char *html_page_rows__name(const struct snapshot *delta, const struct html_page_opts *opts,
				 uint64_t id);

#endif
