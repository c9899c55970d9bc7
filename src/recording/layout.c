// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/layout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

json_t *layouts__to_json(void)
{
	json_t *rows = json_object();

	for (int i = 0; i < TABLE_NR; i++) {
		const struct table *t = &field_tables[i];
		json_t *fields = json_array();

		for (size_t j = 0; j < t->n_fields; j++)
			json_array_append_new(fields, json_pack("[s, i, s]", t->fields[j].name,
								(int)t->fields[j].count,
								field__kind_name(&t->fields[j])));
		json_object_set_new(rows, t->name, fields);
	}
	return rows;
}

/* A field of another size or kind than ours is as good as unknown. */
static const struct field *known_field(enum row_table table, const char *name, unsigned int count,
				       const char *kind)
{
	const struct field *field = field__find(table, name);

	if (!field || field->count != count || strcmp(field__kind_name(field), kind))
		return NULL;
	return field;
}

static int read_field(struct layout_field *to, enum row_table table, json_t *item)
{
	const char *name, *kind;
	int count;

	if (json_unpack(item, "[s, i, s]", &name, &count, &kind) || count < 1 ||
	    count > (int)LAYOUT_MAX_WORDS)
		return -EBADMSG;
	to->field = known_field(table, name, (unsigned int)count, kind);
	to->count = (unsigned int)count;
	return 0;
}

static int read_layout(struct layout *layout, enum row_table table, const json_t *fields)
{
	size_t n = json_array_size(fields), words = 0;

	if (!n || n > LAYOUT_MAX_FIELDS)
		return -EBADMSG;
	layout->fields = calloc(n, sizeof(*layout->fields));
	if (!layout->fields)
		return -ENOMEM;
	layout->n = n;
	for (size_t i = 0; i < n; i++) {
		int err = read_field(&layout->fields[i], table, json_array_get(fields, i));

		if (err)
			return err;
		words += layout->fields[i].count;
	}
	return words > LAYOUT_MAX_WORDS ? -EBADMSG : 0;
}

static bool has(const struct layout *layout, enum row_table table, const char *name)
{
	const struct field *field = field__find(table, name);

	for (size_t i = 0; i < layout->n; i++) {
		if (layout->fields[i].field == field)
			return true;
	}
	return false;
}

int layouts__from_json(struct layouts *layouts, const json_t *rows)
{
	*layouts = (struct layouts){0};
	for (int i = 0; i < TABLE_NR; i++) {
		int err = read_layout(&layouts->of[i], (enum row_table)i,
				      json_object_get(rows, field_tables[i].name));

		if (err)
			return err;
	}
	if (!has(&layouts->of[TABLE_SNAPSHOT], TABLE_SNAPSHOT, "taken_ns") ||
	    !has(&layouts->of[TABLE_SNAPSHOT], TABLE_SNAPSHOT, "active_ns") ||
	    !has(&layouts->of[TABLE_CPU], TABLE_CPU, "cpu"))
		return -EBADMSG;
	return 0;
}

void layouts__clear(struct layouts *layouts)
{
	for (int i = 0; i < TABLE_NR; i++)
		free(layouts->of[i].fields);
	*layouts = (struct layouts){0};
}
