// SPDX-License-Identifier: GPL-2.0-or-later
/* The help: what keys do, and what the columns mean; side by side where it is wide. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tui/flow.h"
#include "tui/scroll.h"
#include "view/column_help.h"

#define SIDE_BY_SIDE 120 /* columns from which on there are two */
#define GAP	     3
#define KEYS_WIDTH   20 /* of the longest keys, and a blank */
#define TITLE_WIDTH  9	/* of the longest column title, and a blank */
#define MIN_WORDS    12

struct help {
	struct panel panel;
	struct scroll scroll;
};

/* Draws lines one after another; those outside the screen are counted only. */
struct writer {
	struct area area;
	unsigned int top, line;
};

static const char *const scope_titles[] = {
	[KEYS_ANYWHERE] = "Keys",
	[KEYS_TABLES] = "In tables",
	[KEYS_TREE] = "In the cgroups (a folded row includes those below it)",
	[KEYS_CPUS] = "In the CPUs",
	[KEYS_HISTOGRAM] = "In the histogram",
	[KEYS_REPLAY] = "In a recording (report --screen)",
};

#define NR_SCOPES (sizeof(scope_titles) / sizeof(scope_titles[0]))

static bool is_visible(const struct writer *w, unsigned int line)
{
	return line >= w->top && line - w->top < w->area.h;
}

static void write_title(struct writer *w, const char *title)
{
	if (w->line)
		w->line++;
	if (is_visible(w, w->line))
		area__put(&w->area, w->line - w->top, 0, STYLE_TITLE, title);
	w->line++;
}

/* An entry: @what, and right of it what it means, in as many lines as it takes. */
static void write_entry(struct writer *w, unsigned int indent, enum style style, const char *what,
			const char *means)
{
	unsigned int width = w->area.w > indent + MIN_WORDS ? w->area.w - indent : MIN_WORDS;
	char *line = malloc(strlen(means) + 1);

	if (is_visible(w, w->line))
		area__put(&w->area, w->line - w->top, 0, style, what);
	while (line && flow__next_line(&means, width, line)) {
		if (is_visible(w, w->line))
			area__put(&w->area, w->line - w->top, indent, STYLE_TEXT, line);
		w->line++;
	}
	free(line);
}

static void write_keys(struct writer *w)
{
	for (size_t s = 0; s < NR_SCOPES; s++) {
		bool titled = false;

		for (size_t i = 0; i < key_table_size; i++) {
			const struct key_help *k = &key_table[i];

			if (k->scope != s)
				continue;
			if (!titled)
				write_title(w, scope_titles[s]);
			titled = true;
			write_entry(w, KEYS_WIDTH, STYLE_KEY, k->keys, k->does);
		}
	}
}

static void write_columns(struct writer *w, const struct scene *scene)
{
	write_title(w, "Columns (events, or events a second)");
	for (int id = 0; id < COLUMN_NR; id++) {
		const char *phrase = column_help__phrase((enum column_id)id);

		if (scene->delta && !column__applies((enum column_id)id, scene->delta->run))
			continue;
		write_entry(w, TITLE_WIDTH, STYLE_KEY, column__get((enum column_id)id)->title,
			    phrase);
	}
	write_entry(w, TITLE_WIDTH, STYLE_KEY, FORMAT_NA, "this kernel cannot show it");
	write_entry(w, TITLE_WIDTH, STYLE_KEY, "-", "nothing was measured in the window");
	write_entry(w, TITLE_WIDTH, STYLE_KEY, "name*", "the cgroup has been removed");
}

/* Writes all of it into @area from line @top of the text on.  Returns the lines of the text. */
static unsigned int write_all(const struct scene *scene, const struct area *area, unsigned int top)
{
	struct writer keys = {.area = *area, .top = top}, columns = keys;
	unsigned int half;

	if (area->w < SIDE_BY_SIDE) {
		write_keys(&keys);
		write_columns(&keys, scene);
		return keys.line;
	}
	half = area->w / 2;
	keys.area = area__part(area, 0, 0, area->h, half - GAP);
	columns.area = area__part(area, 0, half, area->h, area->w - half);
	write_keys(&keys);
	write_columns(&columns, scene);
	return keys.line > columns.line ? keys.line : columns.line;
}

static void draw(struct panel *panel, const struct scene *scene, const struct area *area)
{
	struct scroll *scroll = &((struct help *)panel)->scroll;
	struct area page = area__part(area, 0, 0, area->h ? area->h - 1 : 0, area->w);
	/* Nothing is drawn that far down. */
	unsigned int lines = write_all(scene, &page, UINT_MAX);

	scroll__set(scroll, lines, page.h);
	write_all(scene, &page, scroll->top);
	if (scroll->lines > scroll->page)
		area__printf(area, page.h, 0, STYLE_DIM, "lines %u-%u of %u%s", scroll->top + 1,
			     scroll->top + page.h, lines,
			     scroll->top + page.h < lines ? "; Down PgDn: more" : "");
}

static struct panel_reply key(struct panel *panel, const struct scene *scene, int k)
{
	(void)scene;
	return (struct panel_reply){.taken = scroll__key(&((struct help *)panel)->scroll, k)};
}

static struct panel_reply mouse(struct panel *panel, const struct scene *scene,
				const struct mouse *event)
{
	(void)scene;
	return (struct panel_reply){.taken = scroll__mouse(&((struct help *)panel)->scroll, event)};
}

/* As last drawn; all of it at the width of an export. */
static unsigned int count_lines(struct panel *panel, const struct scene *scene)
{
	struct area wide = {.w = SIDE_BY_SIDE};

	(void)panel;
	return 1 + write_all(scene, &wide, UINT_MAX);
}

static void free_panel(struct panel *panel)
{
	free(panel);
}

struct panel *panel_help__new(void)
{
	static const struct panel_ops ops = {
		.name = "Help",
		.scope = KEYS_ANYWHERE,
		.draw = draw,
		.key = key,
		.mouse = mouse,
		.lines = count_lines,
		.free = free_panel,
	};
	struct help *help = calloc(1, sizeof(*help));

	if (!help)
		return NULL;
	help->panel.ops = &ops;
	return &help->panel;
}
