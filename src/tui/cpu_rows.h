/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The CPUs that the CPU panel shows, and in which order. */
#ifndef TUI_CPU_ROWS_H
#define TUI_CPU_ROWS_H

#include "tui/scene.h"
#include "tui/table.h"
#include "view/row.h"

/*
 * cpu_rows__gather - the rows of @scene (which must have a delta) that select
 * and filter let through.  The filter is a list of CPUs ("0-3,8"), else a piece
 * of what the row is called ("off", "node 1").
 * @n: gets their number.
 * Returns them node by node and by id; an array to free with room for one more,
 * or NULL when memory is short.
 */
struct row *cpu_rows__gather(const struct scene *scene, size_t *n);

/*
 * cpu_rows__sort - puts them in order of a figure, those offline last.
 * @value: figure of a row for that @sort; 0 is its number.
 */
void cpu_rows__sort(struct row *rows, size_t n, double (*value)(const struct row *row, size_t sort),
		    size_t sort, bool ascending);

/* Is the node of any CPU known? */
bool cpu_rows__has_nodes(const struct snapshot *delta);

#endif
