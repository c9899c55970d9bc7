// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/figures.h"

#include <stdio.h>
#include <string.h>

void figures__columns(const struct figure *figures, size_t n, struct tui_column *columns)
{
	for (size_t i = 0; i < n; i++) {
		const struct column *column = column__get(figures[i].id);

		columns[i] = (struct tui_column){
			.title = column->title,
			.width = column->width,
			.rank = figures[i].rank,
		};
	}
}

uint32_t figures__absent(const struct figure *figures, size_t n, const struct run_info *run)
{
	uint32_t absent = 0;

	for (size_t i = 0; i < n; i++)
		if (!column__applies(figures[i].id, run))
			absent |= 1u << i;
	return absent;
}

void figures__cell(enum column_id id, const struct row *row, bool rates, char text[TUI_CELL_BYTES],
		   enum style *style)
{
	struct text cell = column__cell(column__get(id), row, rates);

	snprintf(text, TUI_CELL_BYTES, "%s", cell.s);
	/* What was not seen is no figure. */
	if (!strcmp(cell.s, FORMAT_NA) || !strcmp(cell.s, "-"))
		*style = STYLE_DIM;
}
