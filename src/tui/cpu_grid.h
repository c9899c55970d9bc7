/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPUs as a grid of heat: a cell a CPU, the nodes on lines of their own, the
 * number of its first CPU before each line.  Knows places, not figures.
 */
#ifndef TUI_CPU_GRID_H
#define TUI_CPU_GRID_H

#include "tui/canvas.h"
#include "view/row.h"

struct cpu_grid {
	unsigned int per_line; /* cells, as drawn last */
	size_t top;	       /* first line visible */
};

/*
 * cpu_grid__draw - draws @rows, which come node by node, into all of @area.
 * @selected: index of the row marked; its line is brought into view.
 */
void cpu_grid__draw(struct cpu_grid *grid, const struct row *rows, size_t n, size_t selected,
		    const struct area *area);

/* Lines it takes at that width. */
size_t cpu_grid__lines(const struct row *rows, size_t n, unsigned int width);

/* The row @lines below (or above) @from, in the same place of its line or in its last one. */
size_t cpu_grid__beside(const struct cpu_grid *grid, const struct row *rows, size_t n, size_t from,
			int lines);

/* The row at a place of the area drawn last, or SIZE_MAX. */
size_t cpu_grid__at(const struct cpu_grid *grid, const struct row *rows, size_t n, unsigned int y,
		    unsigned int x);

#endif
