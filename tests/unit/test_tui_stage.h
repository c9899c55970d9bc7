/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of the screen's parts share: a host on stage, and drawing it as text. */
#ifndef TEST_TUI_STAGE_H
#define TEST_TUI_STAGE_H

#include "test_view_common.h"

#include <jansson.h>

#include "tui/header.h"
#include "tui/panel.h"
#include "view/format.h"

#define NS 1000000000ull

/* A host with two windows: that before the mark, and that since. */
struct stage {
	struct source *src;
	struct snapshot *base, *delta;
	struct run_info run;
	struct longest_log *log;
	struct stocks *stocks;
	struct subject subject;
	struct scene scene;
};

static inline struct snapshot *window(struct source *src, struct snapshot **last,
				      unsigned int seconds)
{
	struct snapshot *next, *delta;

	src->ops->wait(src, src->ops->now_ns(src) + seconds * NS, -1);
	assert_int_equal(src->ops->read(src, &next), 0);
	delta = delta__new(*last, next);
	assert_non_null(delta);
	snapshot__free(*last);
	*last = next;
	return delta;
}

static inline void stage_open(struct stage *s, const char *spec_text)
{
	struct synthetic_spec spec;
	struct snapshot *last;

	memset(s, 0, sizeof(*s));
	assert_int_equal(synthetic_spec__parse(spec_text, &spec, NULL), 0);
	s->src = synthetic__new(&spec);
	assert_non_null(s->src);
	assert_int_equal(s->src->ops->read(s->src, &last), 0);
	s->base = window(s->src, &last, 2);
	s->delta = window(s->src, &last, 3);
	snapshot__free(last);
	s->run = *s->src->run;
	s->delta->run = &s->run;
	s->log = longest_log__new();
	longest_log__add(s->log, s->base);
	longest_log__add(s->log, s->delta);
	s->scene = (struct scene){
		.delta = s->delta,
		.window = WINDOW_INTERVAL,
		.rates = true,
		.interval_ns = NS,
		.longest = s->log,
		.subject = &s->subject,
	};
	if (s->src->ops->stocks(s->src, &s->stocks, &s->scene.stocks_na))
		s->stocks = NULL;
	s->scene.stocks = s->stocks;
}

static inline void stage_close(struct stage *s)
{
	stocks__free(s->stocks);
	longest_log__free(s->log);
	snapshot__free(s->base);
	snapshot__free(s->delta);
	s->src->ops->close(s->src);
}

/* What was drawn, which must keep to its size. */
static inline char *printed(const struct canvas *canvas)
{
	char *text, line[4096];
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	canvas__print(canvas, canvas->height, f);
	fclose(f);
	for (const char *p = text; *p; p = strchr(p, '\n') + 1) {
		snprintf(line, sizeof(line), "%.*s", (int)strcspn(p, "\n"), p);
		assert_in_range(text__columns(line), 0, canvas->width);
		for (const char *c = line; *c; c++)
			assert_true((unsigned char)*c >= ' ' && *c != 0x7f);
	}
	return text;
}

/* The header in @height lines; @used gets how many it took. */
static inline char *header_text(const struct stage *s, unsigned int height, unsigned int width,
				unsigned int *used)
{
	struct canvas *canvas = canvas__new(height, width, true);
	struct area all = canvas__area(canvas);
	unsigned int lines = header__draw(&s->scene, &all);
	char *text;

	if (used)
		*used = lines;
	assert_in_range(lines, 0, height);
	text = printed(canvas);
	canvas__free(canvas);
	return text;
}

static inline char *panel_text(struct panel *panel, const struct stage *s, unsigned int height,
			       unsigned int width)
{
	struct canvas *canvas = canvas__new(height, width, false);
	struct area all = canvas__area(canvas);
	char *text;

	panel->ops->draw(panel, &s->scene, &all);
	text = printed(canvas);
	canvas__free(canvas);
	return text;
}

static inline void assert_has(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("\"%s\" is missing in\n%s", what, text);
}

static inline void assert_has_not(const char *text, const char *what)
{
	if (strstr(text, what))
		fail_msg("\"%s\" is in\n%s", what, text);
}

static inline void assert_header(const struct stage *s, unsigned int height, unsigned int width,
				 const char *what)
{
	char *text = header_text(s, height, width, NULL);

	assert_has(text, what);
	free(text);
}

static inline struct panel_reply press(struct panel *panel, const struct stage *s, int key)
{
	return panel->ops->key(panel, &s->scene, key);
}

static inline json_t *panel_json(struct panel *panel, const struct stage *s)
{
	json_error_t error;
	json_t *root;
	char *text;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	assert_int_equal(panel->ops->json(panel, &s->scene, f), 0);
	fclose(f);
	assert_int_equal(text[bytes - 1], '\n');
	root = json_loads(text, 0, &error);
	if (!root)
		fail_msg("%s in %s", error.text, text);
	free(text);
	return root;
}

#endif
