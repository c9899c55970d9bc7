// SPDX-License-Identifier: GPL-2.0-or-later
/* What each key does to the live screen. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tui/app_state.h"
#include "util/number.h"

#define MIN_INTERVAL (NS_PER_SEC / 10)
#define MAX_INTERVAL (3600 * NS_PER_SEC)
#define CTRL(c)	     ((c) & 0x1f)

static void open_view(struct app *app, enum view view)
{
	app->view = view;
	app->in_help = false;
}

static void next_window(struct app *app, const struct feed *feed)
{
	switch (app->window) {
	case WINDOW_INTERVAL:
		app->window = WINDOW_START;
		break;
	case WINDOW_START:
		app->window = feed__has_mark(feed) ? WINDOW_MARK : WINDOW_INTERVAL;
		break;
	case WINDOW_MARK:
		app->window = WINDOW_INTERVAL;
		break;
	}
}

static void set_filter(struct app *app, char *text)
{
	free(app->filter[app->view]);
	app->filter[app->view] = text;
}

static void ask(struct app *app, enum prompt_use use, const char *label, const char *text)
{
	prompt__open(&app->prompt, label, text);
	app->prompt_use = use;
}

static void ask_filter(struct app *app)
{
	const char *filter = app->filter[app->view];

	if (app->view == VIEW_HISTOGRAM) {
		app__say(app, "the histogram has no rows to filter: open it for a row with Enter");
		return;
	}
	free(app->filter_before);
	app->filter_before = filter ? strdup(filter) : NULL;
	ask(app, PROMPT_FILTER, "Filter: ", filter);
}

static void ask_interval(struct app *app)
{
	char text[32];

	snprintf(text, sizeof(text), "%.10g", (double)app->interval_ns / NS_PER_SEC);
	ask(app, PROMPT_INTERVAL, "Interval in seconds: ", text);
}

/* View and time in the name keep one export from meeting another. */
static void ask_export(struct app *app, const struct feed *feed)
{
	const struct snapshot *delta = feed__window(feed, app->window);
	time_t now = delta ? (time_t)(delta->wall_ns / NS_PER_SEC) : time(NULL);
	char text[64], when[32] = "";
	struct tm tm;

	if (localtime_r(&now, &tm))
		strftime(when, sizeof(when), "-%Y%m%d-%H%M%S", &tm);
	snprintf(text, sizeof(text), "memcgtop-%s%s.txt", app->panel[app->view]->ops->name, when);
	for (char *p = text; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	ask(app, PROMPT_EXPORT, "Export to file: ", text);
}

static unsigned int interval_typed(struct app *app, const char *text)
{
	uint64_t ns;

	if (number__parse_seconds(text, MIN_INTERVAL, MAX_INTERVAL, &ns)) {
		app__say(app, "'%.20s' is no interval: give seconds from 0.1 to 3600", text);
		return 0;
	}
	app->interval_ns = ns;
	return WISH_INTERVAL;
}

static unsigned int prompt_done(struct app *app)
{
	enum prompt_use use = app->prompt_use;
	char *text = prompt__text(&app->prompt);
	unsigned int wishes = 0;

	app->prompt_use = PROMPT_NONE;
	if (!text)
		return 0;
	if (use == PROMPT_INTERVAL) {
		wishes = interval_typed(app, text);
	} else if (use == PROMPT_EXPORT && *text) {
		free(app->export_path);
		app->export_path = text;
		return WISH_EXPORT;
	}
	free(text);
	return wishes;
}

static unsigned int prompt_key(struct app *app, int key)
{
	switch (prompt__key(&app->prompt, key)) {
	case PROMPT_CHANGED:
		if (app->prompt_use == PROMPT_FILTER)
			set_filter(app, prompt__text(&app->prompt));
		return 0;
	case PROMPT_LEFT:
		if (app->prompt_use == PROMPT_FILTER) {
			set_filter(app, app->filter_before);
			app->filter_before = NULL;
		}
		app->prompt_use = PROMPT_NONE;
		return 0;
	case PROMPT_DONE:
		return prompt_done(app);
	case PROMPT_TYPING:
		break;
	}
	return 0;
}

static void take_reply(struct app *app, struct panel_reply *reply)
{
	if (reply->message)
		app__say(app, "%s", reply->message);
	if (!reply->open_histogram)
		return;
	free(app->subject.path);
	app->subject = reply->subject;
	open_view(app, VIEW_HISTOGRAM);
}

static void panel_key(struct app *app, const struct feed *feed, int key)
{
	struct panel *panel = app__open_panel(app);
	struct scene scene = app__scene(app, feed);
	struct panel_reply reply = {0};

	if (panel->ops->key)
		reply = panel->ops->key(panel, &scene, key);
	take_reply(app, &reply);
}

static void mouse_key(struct app *app, const struct feed *feed, const struct mouse *mouse)
{
	struct panel *panel = app__open_panel(app);
	const struct area *area = &app->panel_area;
	struct scene scene = app__scene(app, feed);
	struct mouse within = *mouse;
	struct panel_reply reply;

	if (mouse->y == app->tabs_y && mouse->what <= MOUSE_DOUBLE) {
		for (int v = 0; v < VIEW_NR; v++) {
			if (mouse->x >= app->tab_x[v] && mouse->x < app->tab_x[v + 1])
				open_view(app, (enum view)v);
		}
		return;
	}
	if (!panel->ops->mouse || mouse->y < area->y || mouse->y >= area->y + area->h ||
	    mouse->x < area->x || mouse->x >= area->x + area->w)
		return;
	within.y -= area->y;
	within.x -= area->x;
	reply = panel->ops->mouse(panel, &scene, &within);
	take_reply(app, &reply);
}

/* Esc takes back one thing at a time. */
static void escape(struct app *app)
{
	if (app->filter[app->view])
		set_filter(app, NULL);
}

/* Keys that move in the help; any other leaves it. */
static bool moves(int key)
{
	switch (key) {
	case K_UP:
	case K_DOWN:
	case K_PAGE_UP:
	case K_PAGE_DOWN:
	case K_HOME:
	case K_END:
	case 'j':
	case 'k':
	case ' ':
	case 'b':
	case 'g':
	case 'G':
	case K_MOUSE:
		return true;
	default:
		return false;
	}
}

/* What the app does itself, wherever it is.  Returns false for other keys. */
static bool own_key(struct app *app, const struct feed *feed, int key, unsigned int *wishes)
{
	switch (key) {
	case 'q':
	case K_F10:
		*wishes = WISH_QUIT;
		return true;
	case K_GONE:
		*wishes = WISH_QUIT;
		return true;
	case CTRL('L'):
	case K_RESIZE:
		*wishes = WISH_REDRAW;
		return true;
	case 'h':
	case '?':
	case K_F1:
		app->in_help = true;
		return true;
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
		open_view(app, (enum view)(key - '1'));
		return true;
	case K_TAB:
		open_view(app, (app->view + 1) % VIEW_NR);
		return true;
	case K_BACKTAB:
		open_view(app, (app->view + VIEW_NR - 1) % VIEW_NR);
		return true;
	case 'c':
		next_window(app, feed);
		return true;
	case 'm':
		app->paused = false;
		app->window = WINDOW_MARK;
		*wishes = WISH_MARK;
		return true;
	case 'p':
	case 'z':
	case 'Z':
		app->paused = !app->paused;
		return true;
	case 'u':
		app->paused = false;
		*wishes = WISH_READ;
		return true;
	case 'i':
		ask_interval(app);
		return true;
	case '/':
	case K_F4:
		ask_filter(app);
		return true;
	case 'e':
		ask_export(app, feed);
		return true;
	case K_ESC:
		escape(app);
		return true;
	case '[':
		*wishes = WISH_BACK;
		return true;
	case ']':
		*wishes = WISH_FORWARD;
		return true;
	case '{':
		*wishes = WISH_SLOWER;
		return true;
	case '}':
		*wishes = WISH_FASTER;
		return true;
	default:
		return false;
	}
}

unsigned int app__key(struct app *app, const struct feed *feed, int key, const struct mouse *mouse)
{
	unsigned int wishes = 0;

	if (key != K_RESIZE)
		app->message[0] = '\0';
	/* A click leaves what is typed: the view it opens is not the one that was asked about. */
	if (app->prompt_use && key == K_MOUSE && mouse->what <= MOUSE_DOUBLE)
		app->prompt_use = PROMPT_NONE;
	if (app->prompt_use && key != K_RESIZE && key != K_GONE && key != K_MOUSE)
		return prompt_key(app, key);
	if (app->in_help && !moves(key) && key != K_RESIZE && key != K_GONE && key != 'q' &&
	    key != K_F10) {
		app->in_help = false;
		return 0;
	}
	if (key == K_MOUSE)
		mouse_key(app, feed, mouse);
	else if (!own_key(app, feed, key, &wishes))
		panel_key(app, feed, key);
	return wishes;
}
