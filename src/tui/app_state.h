/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the app (app*.c) share, and nobody else. */
#ifndef TUI_APP_STATE_H
#define TUI_APP_STATE_H

#include "tui/app.h"
#include "tui/panel.h"
#include "tui/prompt.h"

#define NS_PER_SEC    1000000000ull
#define MESSAGE_BYTES 256
#define PLAYBACK_BYTES 64

enum view {
	VIEW_CGROUPS,
	VIEW_CPUS,
	VIEW_HISTOGRAM,
	VIEW_STOCKS,
	VIEW_LONGEST,
	VIEW_NR,
};

enum prompt_use { PROMPT_NONE, PROMPT_FILTER, PROMPT_INTERVAL, PROMPT_EXPORT };

struct app {
	struct panel *panel[VIEW_NR];
	struct panel *help;
	char *filter[VIEW_NR];
	enum view view;
	bool in_help;
	bool paused;
	enum window_kind window;
	uint64_t interval_ns;
	const struct select *select;
	struct stocks *stocks;
	const char *stocks_na;
	struct subject subject;
	struct prompt prompt;
	enum prompt_use prompt_use;
	char *filter_before; /* the filter as it was when its prompt was opened */
	char *export_path;
	char message[MESSAGE_BYTES];
	char playback[PLAYBACK_BYTES];
	struct area panel_area; /* where the panel was drawn last */
	unsigned int tabs_y;
	unsigned int tab_x[VIEW_NR + 1];
};

/* The panel that is drawn and gets the keys. */
struct panel *app__open_panel(const struct app *app);
/* What the panels draw from right now. */
struct scene app__scene(const struct app *app, const struct feed *feed);

#endif
