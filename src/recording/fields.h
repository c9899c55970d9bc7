/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fields of each kind of row, by name.  A recording says in its first frame
 * which fields its rows have, in which order; a reader looks each up here by
 * name, so that files of other versions keep their meaning: what is not known
 * is skipped, what is not there stays zero.
 *
 * A field is one word, or as many as its count: those of a histogram.
 */
#ifndef RECORDING_FIELDS_H
#define RECORDING_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum row_table {
	TABLE_SNAPSHOT, /* struct snapshot: what is not a row and not a sum of rows */
	TABLE_HOST,	/* struct host_context */
	TABLE_CPU,	/* struct cpu_row */
	TABLE_CGROUP,	/* struct cgroup_row */
	TABLE_NR,
};

enum field_kind {
	FIELD_U64,
	FIELD_U32, /* differences are taken modulo 2^32 */
	FIELD_BOOL,
	FIELD_INT,
	FIELD_SIZE,
	FIELD_REAL, /* its 64 bits as IEEE 754 has them */
};

struct field {
	const char *name;
	enum field_kind kind;
	unsigned int count; /* words */
	size_t offset;
};

struct table {
	const char *name;
	const struct field *fields;
	size_t n_fields;
};

extern const struct table field_tables[TABLE_NR];

/* The field of that name, or NULL. */
const struct field *field__find(enum row_table table, const char *name);

/* How a kind is called in the file: "u64", "u32", "real".  Others are u64 there. */
const char *field__kind_name(const struct field *field);

/* Word @i of the field in @row. */
uint64_t field__get(const struct field *field, const void *row, unsigned int i);

/* From one value to the next, as a 64-bit number in two's complement. */
uint64_t field__difference(const struct field *field, uint64_t from, uint64_t to);

/*
 * field__move - adds @difference to word @i of the field in @row.
 * Returns false when what comes out is no value of the field: a real that is
 * not finite.
 */
bool field__move(const struct field *field, void *row, unsigned int i, uint64_t difference);

#endif
