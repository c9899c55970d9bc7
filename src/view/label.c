// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/label.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "model/name_text.h"
#include "view/wrap.h"

#define ESCAPE_LENGTH 4 /* \xNN */
#define MARK_REMOVED  "*"

/* Length in bytes of the character at @text if the locale can show it, else 0. */
static size_t shown_character(const char *text, size_t left)
{
	mbstate_t state = {0};
	wchar_t wc;
	size_t n = mbrtowc(&wc, text, left, &state);

	return n == 0 || n > left || wcwidth(wc) < 0 ? 0 : n;
}

/* Printable, and in characters of this locale. */
static char *make_safe(const char *name)
{
	char *printable = name__printable(name), *safe = NULL;
	size_t left = printable ? strlen(printable) : 0, n = 0;
	const char *p = printable;

	if (printable)
		safe = malloc(left * ESCAPE_LENGTH + 1);
	while (safe && left) {
		size_t bytes = shown_character(p, left);

		if (bytes) {
			memcpy(safe + n, p, bytes);
			n += bytes;
		} else {
			n += (size_t)sprintf(safe + n, "\\x%02x", (unsigned char)*p);
			bytes = 1;
		}
		p += bytes;
		left -= bytes;
	}
	if (safe)
		safe[n] = '\0';
	free(printable);
	return safe;
}

/* Columns of the character at @text, whose length is put into *@bytes. */
static unsigned int first_columns(const char *text, size_t left, size_t *bytes)
{
	mbstate_t state = {0};
	wchar_t wc;
	int w = 1;

	*bytes = mbrtowc(&wc, text, left, &state);
	if (*bytes == 0 || *bytes > left)
		*bytes = 1;
	else
		w = wcwidth(wc);
	return w < 0 ? 1 : (unsigned int)w;
}

/* Start of the longest end of @safe that takes at most @columns. */
static const char *tail(const char *safe, unsigned int columns)
{
	unsigned int width = wrap__columns(safe);
	size_t left = strlen(safe);

	while (width > columns) {
		size_t bytes;

		width -= first_columns(safe, left, &bytes);
		safe += bytes;
		left -= bytes;
	}
	return safe;
}

static char *fit(const char *name, const char *mark, unsigned int width)
{
	char *safe = make_safe(name), *label = NULL;
	unsigned int room = width - (unsigned int)strlen(mark);

	if (!safe)
		return NULL;
	if (wrap__columns(safe) <= room) {
		if (asprintf(&label, "%s%s", safe, mark) < 0)
			label = NULL;
	} else if (asprintf(&label, "..%s%s", tail(safe, room - 2), mark) < 0) {
		label = NULL;
	}
	free(safe);
	return label;
}

static char *cgroup_label(const struct cgroup_row *row, unsigned int width)
{
	char id[32];

	if (row->name)
		return fit(row->name, row->gone ? MARK_REMOVED : "", width);
	snprintf(id, sizeof(id), "id %llu", (unsigned long long)row->id);
	return fit(id, row->gone ? MARK_REMOVED : "", width);
}

char *label__row(const struct row *row, unsigned int width)
{
	char text[32];

	switch (row->kind) {
	case ROW_TOTAL:
		return fit("all", "", width);
	case ROW_OTHERS:
		return fit("(others)", "", width);
	case ROW_CGROUP:
		return cgroup_label(row->cgroup, width);
	case ROW_CPU:
		snprintf(text, sizeof(text), "%u%s", row->cpu->cpu, row->cpu->online ? "" : " off");
		return fit(text, "", width);
	}
	return NULL;
}

static int compare_id(const void *key, const void *element)
{
	uint64_t id = *(const uint64_t *)key, other = ((const struct cgroup_row *)element)->id;

	return id < other ? -1 : id > other;
}

char *label__cgroup(const struct snapshot *delta, uint64_t id, unsigned int width)
{
	struct cgroup_row unnamed = {.id = id};
	const struct cgroup_row *row = NULL;

	if (delta->n_cgroups)
		row = bsearch(&id, delta->cgroups, delta->n_cgroups, sizeof(*row), compare_id);
	return cgroup_label(row ?: &unnamed, width);
}

const char *label__context(enum mct_ctx ctx)
{
	static const char *const names[MCT_NR_CTX] = {
		[MCT_CTX_TASK] = "task",       [MCT_CTX_SOFTIRQ] = "softirq",
		[MCT_CTX_HARDIRQ] = "hardirq", [MCT_CTX_NMI] = "nmi",
		[MCT_CTX_UNKNOWN] = "unknown",
	};

	return (unsigned int)ctx < MCT_NR_CTX ? names[ctx] : names[MCT_CTX_UNKNOWN];
}
