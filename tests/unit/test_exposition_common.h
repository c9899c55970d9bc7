/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of the exposition share: a synthetic host behind a ledger, and its text. */
#ifndef TEST_EXPOSITION_COMMON_H
#define TEST_EXPOSITION_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/exposition.h"
#include "export/families.h"
#include "model/delta.h"
#include "model/synthetic.h"

struct exporter {
	struct source *src;
	struct ledger *ledger;
	const struct ledger_view *view;
};

/* The host of @spec after two reads 15 s apart, the first of them published. */
static inline struct exporter exporter_open(const char *text, size_t max_series)
{
	struct ledger_rules rules = {
		.max_series = max_series,
		.linger_ns = LEDGER_LINGER_NS,
		.max_window_ns = LEDGER_MAX_WINDOW_NS,
	};
	struct synthetic_spec spec;
	struct exporter e;

	assert_int_equal(synthetic_spec__parse(text, &spec, NULL), 0);
	e.src = synthetic__new(&spec);
	e.ledger = ledger__new(&rules);
	assert_non_null(e.src);
	assert_non_null(e.ledger);
	for (int i = 0; i < 2; i++) {
		struct snapshot *snap;

		e.src->ops->wait(e.src, e.src->ops->now_ns(e.src) + 15000000000ull, -1);
		assert_int_equal(e.src->ops->read(e.src, &snap), 0);
		assert_int_equal(ledger__update(e.ledger, snap), 0);
		ledger__published(e.ledger);
	}
	e.view = ledger__view(e.ledger);
	return e;
}

static inline void exporter_close(struct exporter *e)
{
	ledger__free(e->ledger);
	e->src->ops->close(e->src);
}

/* Everything that can be shown. */
static inline struct exposition_opts all_opts(enum exposition_format format)
{
	return (struct exposition_opts){
		.format = format,
		.per_cpu = true,
		.cgroup_histograms = true,
		.buckets = EXPOSITION_BUCKETS_DEFAULT,
		.libbpf = "v1.1",
		.stats = {.serves = true, .writes = true, .start_wall_ns = SYNTHETIC_WALL_NS},
	};
}

static inline char *render(const struct ledger_view *view, const struct exposition_opts *opts)
{
	size_t bytes;
	char *text = exposition__text(view, opts, &bytes);

	assert_non_null(text);
	assert_int_equal(strlen(text), bytes); /* no NUL inside */
	assert_true(bytes && text[bytes - 1] == '\n');
	return text;
}

static inline char *render_host(const char *spec, size_t max_series,
				const struct exposition_opts *opts)
{
	struct exporter e = exporter_open(spec, max_series);
	char *text = render(e.view, opts);

	exporter_close(&e);
	return text;
}

/* Is there a line that begins so? */
static inline const char *find_line(const char *text, const char *start)
{
	size_t n = strlen(start);

	while (text && strncmp(text, start, n)) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	return text;
}

/* The number of the series that is written exactly so, "name{a="x"}"; it must be there. */
static inline double number_of(const char *text, const char *series)
{
	char start[512];
	const char *line;

	snprintf(start, sizeof(start), "%s ", series);
	line = find_line(text, start);
	if (!line)
		fail_msg("no series %s", series);
	return strtod(line + strlen(start), NULL);
}

static inline size_t count_lines(const char *text, bool comments)
{
	size_t n = 0;

	for (; *text; text = strchr(text, '\n') + 1)
		n += (*text == '#') == comments;
	return n;
}

#endif
