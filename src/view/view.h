/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every view takes: a delta (model/delta.h) and how to show it.  A view
 * is pure: it writes to the FILE it is given and keeps nothing.  None calls
 * another; what they share is in row, columns, table, totals, notes, format,
 * label, select and wrap.
 */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include <stddef.h>

struct select;

#define VIEW_MIN_WIDTH 80u

struct view_opts {
	unsigned int width;	     /* columns of the output; less than 80 counts as 80 */
	size_t rows;		     /* most rows of a table, 0: all */
	const struct select *select; /* rows to show, NULL: all; totals stay host-wide */
};

#endif
