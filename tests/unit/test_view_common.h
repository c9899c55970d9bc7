/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of views share: deltas of synthetic hosts, and golden files. */
#ifndef TEST_VIEW_COMMON_H
#define TEST_VIEW_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/delta.h"
#include "model/synthetic.h"
#include "view/view.h"

#define GOLDEN_DIR "tests/golden/"

struct host {
	struct source *src;
	struct snapshot *delta;
	struct run_info run; /* a shallow copy that a test may change */
};

/* A delta of @seconds on the host of @spec. */
static inline struct host host_open(const char *spec_text, unsigned int seconds)
{
	struct synthetic_spec spec;
	struct snapshot *from, *to;
	struct host h;

	assert_int_equal(synthetic_spec__parse(spec_text, &spec, NULL), 0);
	h.src = synthetic__new(&spec);
	assert_non_null(h.src);
	assert_int_equal(h.src->ops->read(h.src, &from), 0);
	h.src->ops->wait(h.src, h.src->ops->now_ns(h.src) + seconds * 1000000000ull, -1);
	assert_int_equal(h.src->ops->read(h.src, &to), 0);
	h.delta = delta__new(from, to);
	assert_non_null(h.delta);
	snapshot__free(from);
	snapshot__free(to);
	h.run = *h.src->run;
	return h;
}

/* From here on the delta's run is the copy. */
static inline void host_use_copy(struct host *h)
{
	h->delta->run = &h->run;
}

static inline void host_close(struct host *h)
{
	snapshot__free(h->delta);
	h->src->ops->close(h->src);
}

static inline char *read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t bytes = 0;

	if (!f)
		return NULL;
	if (getdelim(&text, &bytes, '\0', f) < 0) {
		free(text);
		text = strdup("");
	}
	fclose(f);
	return text;
}

/* Shows the first line that differs: whole files do not help a reader. */
static inline void assert_same_text(const char *name, const char *want, const char *got)
{
	unsigned int line = 1;

	while (*want && *want == *got) {
		line += *want == '\n';
		want++;
		got++;
	}
	if (*want || *got)
		fail_msg("%s line %u: wanted ...%.60s, got ...%.60s (UPDATE_GOLDEN=1 rewrites it)",
			 name, line, want, got);
}

/* Compares with tests/golden/@name, or writes it when UPDATE_GOLDEN is set. */
static inline void assert_golden(const char *name, const char *got)
{
	char path[256];
	char *want;
	FILE *f;

	snprintf(path, sizeof(path), GOLDEN_DIR "%s", name);
	if (getenv("UPDATE_GOLDEN")) {
		f = fopen(path, "w");
		assert_non_null(f);
		fputs(got, f);
		assert_int_equal(fclose(f), 0);
		return;
	}
	want = read_file(path);
	if (!want)
		fail_msg("cannot read %s: run from the top of the source", path);
	assert_same_text(path, want, got);
	free(want);
}

/* Group setup: a known locale with UTF-8, and no time zone. */
static inline int fixed_locale(void **state)
{
	(void)state;
	setenv("TZ", "UTC", 1);
	tzset();
	return setlocale(LC_ALL, "C.UTF-8") ? 0 : -1;
}

#endif
