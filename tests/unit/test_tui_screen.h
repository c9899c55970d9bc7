/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A panel of the live screen, driven by keys and mouse and read as text. */
#ifndef TEST_TUI_SCREEN_H
#define TEST_TUI_SCREEN_H

#include "test_view_common.h"

#include "tui/panel.h"

/* A panel with a scene of a synthetic host and a canvas to draw into. */
struct screen {
	struct host host;
	struct panel *panel;
	struct scene scene;
	struct canvas *canvas;
	char *text; /* as drawn last */
};

static inline void draw(struct screen *s)
{
	struct area all = canvas__area(s->canvas);
	size_t bytes;
	FILE *f;

	free(s->text);
	canvas__clear(s->canvas);
	s->panel->ops->draw(s->panel, &s->scene, &all);
	f = open_memstream(&s->text, &bytes);
	canvas__print(s->canvas, s->canvas->height, f);
	fclose(f);
}

static inline struct screen screen_open(struct panel *panel, const char *spec, unsigned int height,
					unsigned int width)
{
	struct screen s = {.host = host_open(spec, 2), .panel = panel};

	assert_non_null(panel);
	s.canvas = canvas__new(height, width, false);
	assert_non_null(s.canvas);
	s.scene.delta = s.host.delta;
	s.scene.rates = true;
	draw(&s);
	return s;
}

static inline void screen_close(struct screen *s)
{
	s->panel->ops->free(s->panel);
	canvas__free(s->canvas);
	host_close(&s->host);
	free(s->text);
}

/* Presses keys; L, R, E and H are the arrows, End and Home. */
static inline void press(struct screen *s, const char *keys)
{
	for (; *keys; keys++) {
		int k = *keys == 'L'   ? K_LEFT
			: *keys == 'R' ? K_RIGHT
			: *keys == 'E' ? K_END
			: *keys == 'H' ? K_HOME
				       : *keys;

		assert_true(s->panel->ops->key(s->panel, &s->scene, k).taken);
	}
	draw(s);
}

static inline char *line_of(const struct screen *s, unsigned int y)
{
	const char *p = s->text;

	while (y-- && strchr(p, '\n'))
		p = strchr(p, '\n') + 1;
	return strndup(p, strcspn(p, "\n"));
}

static inline void assert_line(const struct screen *s, unsigned int y, const char *begin)
{
	char *line = line_of(s, y);

	if (strncmp(line, begin, strlen(begin)) != 0)
		fail_msg("line %u is '%s', not '%s'", y, line, begin);
	free(line);
}

/* Line that is drawn as selected, or -1. */
static inline int selected_line(const struct screen *s)
{
	for (unsigned int y = 0; y < s->canvas->height; y++)
		if (s->canvas->cells[y * s->canvas->width].style == STYLE_SELECTED)
			return (int)y;
	return -1;
}

static inline void assert_selected(const struct screen *s, const char *begin)
{
	assert_true(selected_line(s) >= 0);
	assert_line(s, (unsigned int)selected_line(s), begin);
}

static inline void click(struct screen *s, enum mouse_what what, unsigned int y, unsigned int x)
{
	struct mouse mouse = {what, y, x};
	struct panel_reply reply = s->panel->ops->mouse(s->panel, &s->scene, &mouse);

	free(reply.subject.path);
	draw(s);
}

static inline void sweep(struct panel *panel, const char *spec, const char *keys)
{
	struct screen s = screen_open(panel, spec, 10, 80);

	for (unsigned int h = 1; h <= 100; h += h < 12 ? 1 : 22) {
		for (unsigned int w = 1; w <= 300; w += w < 90 ? 1 : 35) {
			assert_int_equal(canvas__resize(s.canvas, h, w), 0);
			press(&s, keys);
		}
	}
	assert_int_equal(canvas__resize(s.canvas, 1, 1), 0);
	draw(&s);
	screen_close(&s);
}

#endif
