/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines of the cgroup table: the host, cgroups as a tree or as a flat list, and
 * the others, which have no rows of their own.  Gathered anew for each scene.
 */
#ifndef TUI_CGROUP_LINES_H
#define TUI_CGROUP_LINES_H

#include "model/cgroup_tree.h"
#include "tui/figures.h"
#include "tui/scene.h"

struct cgroup_line {
	struct row row;
	const struct cgroup_node *node; /* NULL: the host, or the others */
	bool blank;			/* an open directory without a row of its own: no figures */
	bool idle;
	uint64_t key;
};

/* The first line is the host; n is 0 when memory is short. */
struct cgroup_lines {
	struct cgroup_tree *tree; /* its owner's */
	bool as_tree;
	struct cgroup_line *line; /* free when done */
	size_t n;
};

/* Columns of the table, from left to right, and when they give way. */
#define CGROUP_FIGURES 16
extern const struct figure cgroup_figures[CGROUP_FIGURES];

/*
 * cgroup_lines__gather - sets line and n from the other members and from
 * @scene, which must have a delta and must outlive them.  In the order of
 * @table, idle ones last, those of one parent together.
 */
void cgroup_lines__gather(struct cgroup_lines *lines, const struct scene *scene,
			  const struct tui_table *table);

/* Name of a line in at most @width columns; caller frees.  NULL: memory is short. */
char *cgroup_lines__name(const struct cgroup_lines *lines, size_t i, unsigned int width,
			 bool blocks);

/* Column at which the mark of a folded or open node begins in a name of that width. */
unsigned int cgroup_lines__indent(const struct cgroup_node *node, unsigned int width);

#endif
