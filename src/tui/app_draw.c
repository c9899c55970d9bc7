// SPDX-License-Identifier: GPL-2.0-or-later
/* The live screen put together: on a terminal, or in a file. */
#include <errno.h>
#include <string.h>

#include "tui/app_state.h"
#include "tui/header.h"
#include "view/json.h"

#define EXPORT_COLUMNS 200 /* of the header, and of views that need no more */
/* Of an export: the header takes as many lines as it likes. */
#define HEADER_LINES 30
/* A table of all cgroups has room, a mistake has not. */
#define EXPORT_MAX_LINES 200000

static void draw_too_small(struct canvas *canvas)
{
	struct area all = canvas__area(canvas);

	area__printf(&all, 0, 0, STYLE_TEXT, "memcgtop needs %dx%d, this is %ux%u",
		     SCREEN_MIN_WIDTH, SCREEN_MIN_HEIGHT, canvas->width, canvas->height);
}

/* "1 Cgroups  2 CPUs ..."; the names shrink to their numbers where room is short. */
static void draw_tabs(struct app *app, const struct area *area)
{
	unsigned int x = 0, wanted = 0;
	const char *filter = app->filter[app->view];

	for (int v = 0; v < VIEW_NR; v++)
		wanted += (unsigned int)strlen(app->panel[v]->ops->name) + 4;
	for (int v = 0; v < VIEW_NR; v++) {
		enum style style = v == (int)app->view && !app->in_help ? STYLE_SORTED : STYLE_TITLE;

		app->tab_x[v] = x;
		if (wanted <= area->w || v == (int)app->view)
			x += area__printf(area, 0, x, style, " %d %s ", v + 1,
					  app->panel[v]->ops->name);
		else
			x += area__printf(area, 0, x, style, " %d ", v + 1);
	}
	app->tab_x[VIEW_NR] = x;
	if (filter && *filter && !app->in_help) {
		x += area__put(area, 0, x, STYLE_NOTICE, "  filter: ");
		area__put(area, 0, x, STYLE_NOTICE, filter);
	}
}

/* A key that does nothing in the open view is not offered. */
static bool is_offered(const struct key_help *k, enum key_scope scope)
{
	bool is_table = scope == KEYS_TABLES || scope == KEYS_TREE || scope == KEYS_CPUS;

	return k->brief && (k->scope == KEYS_ANYWHERE || k->scope == scope ||
			    (k->scope == KEYS_TABLES && is_table));
}

static void draw_keys(enum key_scope scope, const struct area *area)
{
	unsigned int x = 0;

	for (size_t i = 0; i < key_table_size; i++) {
		const struct key_help *k = &key_table[i];
		unsigned int key_columns;

		if (!is_offered(k, scope))
			continue;
		key_columns = (unsigned int)strcspn(k->keys, " ");
		if (x + key_columns + 2 + strlen(k->brief) > area->w)
			return;
		area__printf(area, 0, x, STYLE_KEY, "%.*s", (int)key_columns, k->keys);
		x += key_columns;
		x += area__printf(area, 0, x, STYLE_DIM, " %s", k->brief) + 2;
	}
}

void app__draw(struct app *app, const struct feed *feed, struct canvas *canvas, int *cursor_y,
	       int *cursor_x)
{
	struct scene scene = app__scene(app, feed);
	struct panel *panel = app__open_panel(app);
	struct area all = canvas__area(canvas), bottom, part;
	unsigned int y;

	*cursor_y = *cursor_x = -1;
	canvas__clear(canvas);
	app->panel_area = (struct area){.canvas = canvas};
	if (canvas->width < SCREEN_MIN_WIDTH || canvas->height < SCREEN_MIN_HEIGHT) {
		draw_too_small(canvas);
		return;
	}
	part = area__part(&all, 0, 0, all.h - 2, all.w);
	y = header__draw(&scene, &part);
	app->tabs_y = y;
	part = area__part(&all, y++, 0, 1, all.w);
	draw_tabs(app, &part);
	app->panel_area = area__part(&all, y, 0, all.h - y - 1, all.w);
	panel->ops->draw(panel, &scene, &app->panel_area);
	bottom = area__part(&all, all.h - 1, 0, 1, all.w);
	if (!app->prompt_use) {
		draw_keys(panel->ops->scope, &bottom);
		return;
	}
	*cursor_y = (int)all.h - 1;
	*cursor_x = (int)prompt__draw(&app->prompt, &bottom);
}

static bool ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && !strcmp(text + n - m, end);
}

static int export_text(struct app *app, const struct scene *scene, FILE *f)
{
	struct panel *panel = app->panel[app->view];
	unsigned int lines = panel->ops->lines(panel, scene), used;
	unsigned int columns = panel->ops->export_columns ?: EXPORT_COLUMNS;
	struct canvas *canvas;
	struct area all, part;

	if (lines > EXPORT_MAX_LINES)
		lines = EXPORT_MAX_LINES;
	canvas = canvas__new(lines + HEADER_LINES + 1, columns, false);
	if (!canvas)
		return -ENOMEM;
	all = canvas__area(canvas);
	part = area__part(&all, 0, 0, HEADER_LINES, EXPORT_COLUMNS);
	used = header__draw(scene, &part) + 1;
	part = area__part(&all, used, 0, lines, all.w);
	panel->ops->draw(panel, scene, &part);
	canvas__print(canvas, used + lines, f);
	canvas__free(canvas);
	return 0;
}

int app__export(struct app *app, const struct feed *feed, FILE *f)
{
	struct panel *panel = app->panel[app->view];
	struct scene scene = app__scene(app, feed);
	struct view_opts opts = {.select = app->select};

	scene.message = NULL;
	if (!scene.delta)
		return -ENODATA;
	if (!ends_in(app->export_path, ".json"))
		return export_text(app, &scene, f);
	if (panel->ops->json)
		return panel->ops->json(panel, &scene, f);
	return json__print(f, scene.delta, &opts,
			   app->window == WINDOW_INTERVAL ? JSON_INTERVAL : JSON_TOTAL);
}
