/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The columns tables are made of: what each shows for a row, how wide it is,
 * and of which metric it speaks, so that "n/a" is the same everywhere.
 */
#ifndef VIEW_COLUMNS_H
#define VIEW_COLUMNS_H

#include "view/format.h"
#include "view/row.h"

enum column_id {
	COLUMN_REFILLS,
	COLUMN_MEAN,
	COLUMN_P50,
	COLUMN_P99,
	COLUMN_MAX,
	COLUMN_HELD,
	COLUMN_UNDER,
	COLUMN_IN_REFILL,
	COLUMN_AFTER,
	COLUMN_DIRECT,
	COLUMN_CHARGE_FALLBACKS,
	COLUMN_UNCHARGE_FALLBACKS,
	COLUMN_EVICTIONS,
	COLUMN_EVICT_CAUSED,
	COLUMN_EVICT_SUFFERED,
	COLUMN_OVERFLOWS,
	COLUMN_PREEMPTED,
	COLUMN_NR,
};

struct column {
	const char *title;
	unsigned int width; /* the title fits */
	bool counts;	    /* events, shown per second where rates are asked for */
	double (*value)(const struct row *row);	       /* NAN: nothing was measured */
	const char *(*na)(const struct run_info *run); /* reason, or NULL: it is seen */
};

const struct column *column__get(enum column_id id);

/* Text of a cell, at most the column's width: a value, "-" or "n/a". */
struct text column__cell(const struct column *column, const struct row *row, bool rates);

/*
 * column__value - the figure behind a cell, to sort by: events (never per
 * second), microseconds or percent; NAN where the cell is "-" or "n/a".
 */
double column__value(const struct column *column, const struct row *row);

/*
 * Is the column of use on this kernel?  Uncharges are told apart either by the
 * lock's state (UNDER, AFTER) or not at all (INREF): the others are left out.
 */
bool column__applies(enum column_id id, const struct run_info *run);

#endif
