// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_labels.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/name_text.h"

struct label {
	char *text;
	size_t row;
	uint64_t id;
	bool marked; /* "#id" was added */
};

struct cgroup_labels {
	size_t n;
	struct label *labels; /* by row, once finished */
};

const char *cgroup_id__text(uint64_t id, char buf[CGROUP_ID_TEXT])
{
	snprintf(buf, CGROUP_ID_TEXT, "id:%" PRIu64, id);
	return buf;
}

static char *plain_label(const struct cgroup_row *row)
{
	char buf[CGROUP_ID_TEXT], *name, *text;

	if (!row->name)
		return strdup(cgroup_id__text(row->id, buf));
	name = name__printable(row->name);
	if (!name || !row->gone)
		return name;
	if (asprintf(&text, "%s (removed)", name) < 0)
		text = NULL;
	free(name);
	return text;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct label *)a)->text, ((const struct label *)b)->text);
}

static int by_row(const void *a, const void *b)
{
	size_t x = ((const struct label *)a)->row, y = ((const struct label *)b)->row;

	return x < y ? -1 : x > y;
}

static int mark(struct label *label)
{
	char *text;

	if (label->marked)
		return 0;
	if (asprintf(&text, "%s#%" PRIu64, label->text, label->id) < 0)
		return -1;
	free(label->text);
	label->text = text;
	label->marked = true;
	return 1;
}

/*
 * Marks the labels that are shared.  Returns how many, or -1.  A name may look
 * like a marked label, so this is repeated until there are none; marked labels
 * end in different ids and cannot meet each other, so it ends.
 */
static int mark_shared(struct cgroup_labels *l)
{
	int marked = 0;

	qsort(l->labels, l->n, sizeof(*l->labels), by_text);
	for (size_t i = 0; i < l->n;) {
		size_t end = i + 1;

		while (end < l->n && !strcmp(l->labels[i].text, l->labels[end].text))
			end++;
		for (size_t j = i; end - i > 1 && j < end; j++) {
			int n = mark(&l->labels[j]);

			if (n < 0)
				return -1;
			marked += n;
		}
		i = end;
	}
	return marked;
}

struct cgroup_labels *cgroup_labels__new(const struct snapshot *snap)
{
	struct cgroup_labels *l = calloc(1, sizeof(*l));
	int marked;

	if (!l)
		return NULL;
	l->labels = calloc(snap->n_cgroups + 1, sizeof(*l->labels));
	if (!l->labels)
		goto fail;
	for (l->n = 0; l->n < snap->n_cgroups; l->n++) {
		struct label *label = &l->labels[l->n];

		label->row = l->n;
		label->id = snap->cgroups[l->n].id;
		label->text = plain_label(&snap->cgroups[l->n]);
		if (!label->text)
			goto fail;
	}
	do {
		marked = mark_shared(l);
		if (marked < 0)
			goto fail;
	} while (marked);
	qsort(l->labels, l->n, sizeof(*l->labels), by_row);
	return l;

fail:
	cgroup_labels__free(l);
	return NULL;
}

void cgroup_labels__free(struct cgroup_labels *l)
{
	if (!l)
		return;
	for (size_t i = 0; l->labels && i < l->n; i++)
		free(l->labels[i].text);
	free(l->labels);
	free(l);
}

const char *cgroup_labels__get(const struct cgroup_labels *l, size_t row)
{
	return l->labels[row].text;
}
