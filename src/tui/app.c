// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/app_state.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct panel *(*const makers[VIEW_NR])(void) = {
	[VIEW_CGROUPS] = panel_cgroups__new,
	[VIEW_CPUS] = panel_cpus__new,
	[VIEW_HISTOGRAM] = panel_histogram__new,
	[VIEW_STOCKS] = panel_stocks__new,
	[VIEW_LONGEST] = panel_longest__new,
};

static void load(struct app *app, const struct settings *settings)
{
	const char *name = settings__get(settings, "view");

	for (int v = 0; v < VIEW_NR; v++) {
		if (app->panel[v]->ops->load)
			app->panel[v]->ops->load(app->panel[v], settings);
		if (name && !strcmp(name, app->panel[v]->ops->name))
			app->view = (enum view)v;
	}
}

struct app *app__new(const struct settings *settings, uint64_t interval_ns,
		     const struct select *select)
{
	struct app *app = calloc(1, sizeof(*app));
	bool whole = app != NULL;

	if (!app)
		return NULL;
	app->interval_ns = interval_ns;
	app->select = select;
	for (int v = 0; v < VIEW_NR; v++) {
		app->panel[v] = makers[v]();
		whole = whole && app->panel[v];
	}
	app->help = panel_help__new();
	if (!whole || !app->help) {
		app__free(app);
		return NULL;
	}
	load(app, settings);
	return app;
}

void app__free(struct app *app)
{
	if (!app)
		return;
	for (int v = 0; v < VIEW_NR; v++) {
		if (app->panel[v])
			app->panel[v]->ops->free(app->panel[v]);
		free(app->filter[v]);
	}
	if (app->help)
		app->help->ops->free(app->help);
	stocks__free(app->stocks);
	free(app->subject.path);
	free(app->filter_before);
	free(app->export_path);
	free(app);
}

void app__save(const struct app *app, struct settings *settings)
{
	settings__set(settings, "view", app->panel[app->view]->ops->name);
	for (int v = 0; v < VIEW_NR; v++) {
		if (app->panel[v]->ops->save)
			app->panel[v]->ops->save(app->panel[v], settings);
	}
}

uint64_t app__interval_ns(const struct app *app)
{
	return app->interval_ns;
}

bool app__is_paused(const struct app *app)
{
	return app->paused;
}

bool app__wants_stocks(const struct app *app)
{
	return app->view == VIEW_STOCKS && !app->in_help;
}

void app__set_stocks(struct app *app, struct stocks *stocks, const char *why)
{
	stocks__free(app->stocks);
	app->stocks = stocks;
	app->stocks_na = stocks ? NULL : why ?: "they could not be read";
}

void app__set_playback(struct app *app, const char *text)
{
	snprintf(app->playback, sizeof(app->playback), "%s", text);
}

void app__say(struct app *app, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(app->message, sizeof(app->message), fmt, args);
	va_end(args);
}

const char *app__export_path(const struct app *app)
{
	return app->export_path;
}

struct panel *app__open_panel(const struct app *app)
{
	return app->in_help ? app->help : app->panel[app->view];
}

struct scene app__scene(const struct app *app, const struct feed *feed)
{
	return (struct scene){
		.delta = feed__window(feed, app->window),
		.base = feed__base(feed),
		.window = app->window,
		.rates = app->window == WINDOW_INTERVAL,
		.paused = app->paused,
		.interval_ns = app->interval_ns,
		.filter = app->filter[app->view],
		.select = app->select,
		.stocks = app->stocks,
		.stocks_na = app->stocks_na,
		.longest = feed__longest(feed),
		.subject = &app->subject,
		.playback = app->playback[0] ? app->playback : NULL,
		.message = app->message[0] ? app->message : NULL,
	};
}
