/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures of view/columns.h as columns of a table on the screen. */
#ifndef TUI_FIGURES_H
#define TUI_FIGURES_H

#include "tui/table.h"
#include "view/columns.h"

/* A figure and when it gives way; see tui_column.rank. */
struct figure {
	enum column_id id;
	unsigned int rank;
};

/* Fills in titles and widths. */
void figures__columns(const struct figure *figures, size_t n, struct tui_column *columns);

/* Bits of the figures that say nothing on this kernel; see tui_rows.absent. */
uint32_t figures__absent(const struct figure *figures, size_t n, const struct run_info *run);

/* Text and style of a cell; @style is the row's. */
void figures__cell(enum column_id id, const struct row *row, bool rates, char text[TUI_CELL_BYTES],
		   enum style *style);

#endif
