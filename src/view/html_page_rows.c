// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/html_page_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct named {
	const char *name; /* NULL: other */
	const struct cgroup_row *row;
};

static int by_name(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Slots of a delta are counts, not modulo: they stop at the top. */
static void add_slots(uint32_t *to, const uint32_t *from)
{
	for (size_t i = 0; i < MCT_COARSE_SLOTS; i++) {
		if (__builtin_add_overflow(to[i], from[i], &to[i]))
			to[i] = UINT32_MAX;
	}
}

static void add_row(struct cgroup_row *to, const struct cgroup_row *from)
{
	counters__add(&to->c, &from->c);
	add_slots(to->hist, from->hist);
	longest__merge(&to->max, &from->max);
	to->gone &= from->gone;
}

static struct cgroup_row start_row(const struct named *named)
{
	struct cgroup_row row = *named->row;

	row.name = (char *)(uintptr_t)named->name; /* read only: never freed here */
	return row;
}

static void merge(struct html_page_rows *rows, struct named *named, size_t n)
{
	qsort(named, n, sizeof(*named), by_name);
	for (size_t i = 0; i < n; i++) {
		struct snapshot *view = &rows->view;

		if (i && !strcmp(named[i - 1].name, named[i].name))
			add_row(&rows->cgroups[view->n_cgroups - 1], named[i].row);
		else
			rows->cgroups[view->n_cgroups++] = start_row(&named[i]);
	}
}

static int rename_rows(struct html_page_rows *rows, const struct snapshot *delta,
		       const struct html_page_opts *opts)
{
	struct named *named = calloc(delta->n_cgroups + 1, sizeof(*named));
	size_t n = 0;

	rows->cgroups = calloc(delta->n_cgroups + 1, sizeof(*rows->cgroups));
	if (!named || !rows->cgroups) {
		free(named);
		return -ENOMEM;
	}
	rows->view.cgroups = rows->cgroups;
	rows->view.n_cgroups = 0;
	for (size_t i = 0; i < delta->n_cgroups; i++) {
		named[n].row = &delta->cgroups[i];
		named[n].name = opts->label(opts->arg, named[n].row);
		if (named[n].name)
			n++;
		else
			add_row(&rows->view.overflow, &delta->cgroups[i]);
	}
	merge(rows, named, n);
	free(named);
	return 0;
}

int html_page_rows__init(struct html_page_rows *rows, const struct snapshot *delta,
			 const struct html_page_opts *opts)
{
	int err;

	*rows = (struct html_page_rows){.view = *delta};
	if (!opts->label)
		return 0;
	err = rename_rows(rows, delta, opts);
	if (err)
		html_page_rows__clear(rows);
	return err;
}

void html_page_rows__clear(struct html_page_rows *rows)
{
	free(rows->cgroups);
	*rows = (struct html_page_rows){0};
}

const char *html_page_rows__name(const struct snapshot *delta, const struct html_page_opts *opts,
				 uint64_t id)
{
	const struct cgroup_row *row = delta->n_cgroups ? snapshot__cgroup(delta, id) : NULL;

	if (!row)
		return NULL;
	return opts->label ? opts->label(opts->arg, row) : row->name;
}
