/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the rows of a file are laid out: which of our fields each word is. */
#ifndef RECORDING_LAYOUT_H
#define RECORDING_LAYOUT_H

#include <jansson.h>

#include "recording/fields.h"

/* Words of a row, and fields of one, a file may speak of. */
#define LAYOUT_MAX_WORDS  8192u
#define LAYOUT_MAX_FIELDS 512u

struct layout_field {
	const struct field *field; /* NULL: not known here, skipped */
	unsigned int count;	   /* words in the file */
};

struct layout {
	struct layout_field *fields;
	size_t n;
};

/* One a table. */
struct layouts {
	struct layout of[TABLE_NR];
};

/* layouts__to_json - {"cpu": [["refills", 1, "u64"], ...], ...}, or NULL. */
json_t *layouts__to_json(void);

/*
 * layouts__from_json - 0, -ENOMEM, or -EBADMSG: no such object, above the
 * limits, or without a field that nothing can be told without.
 * Clear @layouts in either case.
 */
int layouts__from_json(struct layouts *layouts, const json_t *rows);
void layouts__clear(struct layouts *layouts);

#endif
