/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The live screen as a whole: header, tabs, the open panel, the bottom line;
 * and what each key does to it.  Pure: it draws into a canvas and answers keys
 * with wishes, which somebody with a source and a terminal fulfils
 * (cmd/live_screen.c).
 */
#ifndef TUI_APP_H
#define TUI_APP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model/stocks.h"
#include "tui/canvas.h"
#include "tui/feed.h"
#include "tui/key.h"
#include "tui/settings.h"
#include "view/select.h"

#define SCREEN_MIN_WIDTH  40
#define SCREEN_MIN_HEIGHT 10

/* What the user wants and the app cannot do itself; bits. */
enum wish {
	WISH_QUIT = 1 << 0,
	WISH_READ = 1 << 1,   /* read now */
	WISH_MARK = 1 << 2,   /* read now, then set the mark */
	WISH_REDRAW = 1 << 3, /* send all of the screen again */
	WISH_EXPORT = 1 << 4, /* write the view to app__export_path */
	WISH_INTERVAL = 1 << 5, /* app__interval_ns is another now */
	/* Of a recording: another place, another speed. */
	WISH_BACK = 1 << 6,
	WISH_FORWARD = 1 << 7,
	WISH_SLOWER = 1 << 8,
	WISH_FASTER = 1 << 9,
};

struct app;

/*
 * app__new - @settings: as they were saved; read here, written by app__save.
 * @select: --cgroup and --cpu, or NULL; not owned.
 * Returns NULL when memory is short.
 */
struct app *app__new(const struct settings *settings, uint64_t interval_ns,
		     const struct select *select);
void app__free(struct app *app);
void app__save(const struct app *app, struct settings *settings);

/* Returns bits of enum wish.  @mouse goes with K_MOUSE. */
unsigned int app__key(struct app *app, const struct feed *feed, int key,
		      const struct mouse *mouse);

uint64_t app__interval_ns(const struct app *app);
bool app__is_paused(const struct app *app);
/* Where a recording is, in words ("at 12.0 s of 60.0 s, x2"); copied. */
void app__set_playback(struct app *app, const char *text);
/* Is the open view one that shows stocks? */
bool app__wants_stocks(const struct app *app);
/* The app's from here on; NULL: there are none, and @why (static or long-lived) says why. */
void app__set_stocks(struct app *app, struct stocks *stocks, const char *why);
/* Says something until the next key. */
void app__say(struct app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* app__draw - all of the canvas.  @cursor_y, @cursor_x: -1 where no text is typed. */
void app__draw(struct app *app, const struct feed *feed, struct canvas *canvas, int *cursor_y,
	       int *cursor_x);

/* With WISH_EXPORT: the file named by the user. */
const char *app__export_path(const struct app *app);
/*
 * app__export - the open view, all of it, as text or (path ending in .json)
 * JSON.  Returns 0; -ENODATA before the first interval is over; -ENOMEM.
 */
int app__export(struct app *app, const struct feed *feed, FILE *f);

#endif
