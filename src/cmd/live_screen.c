// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/live_screen.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "cmd/common_run.h"
#include "cmd/common_stop.h"
#include "cmd/live_export.h"
#include "cmd/live_playback.h"
#include "term/terminal.h"
#include "tui/app.h"
#include "tui/settings.h"
#include "util/log.h"
#include "util/number.h"

#define NS_PER_SEC	    1000000000ull
#define DEFAULT_INTERVAL_NS NS_PER_SEC
#define MIN_INTERVAL_NS	    (NS_PER_SEC / 10)
#define MAX_INTERVAL_NS	    (3600 * NS_PER_SEC)
/* As run__loop: 32-bit histogram slots wrap. */
#define READ_AT_LEAST_NS (10 * NS_PER_SEC)

struct live_screen {
	const struct options *opt;
	struct source *src;
	struct app *app;
	struct feed *feed;
	struct canvas *canvas;
	struct settings *settings;
	struct playback playback;
	uint64_t tick_ns, end_ns, read_ns;
	int wake_fd; /* keys and signals */
	bool dirty;  /* the canvas is not what should be seen */
	bool gone;   /* the terminal has */
};

/*
 * Messages of other rooms go to the screen while there is one.  The last is kept
 * for the end: it may be why there is no screen any more.
 */
static struct app *sink_app;
static char last_message[256];

static void to_screen(const char *line)
{
	snprintf(last_message, sizeof(last_message), "%s", line);
	if (sink_app)
		app__say(sink_app, "%s", line);
}

/* --- readings ------------------------------------------------------------------ */

static int no_memory(void)
{
	log__error("out of memory; a lower --max-cgroups needs less");
	return -ENOMEM;
}

static int read_now(struct live_screen *s)
{
	struct snapshot *now;
	int err = s->src->ops->read(s->src, &now);

	if (err) {
		log__error("cannot read the counters: %s", strerror(-err));
		return err;
	}
	s->read_ns = s->src->ops->now_ns(s->src);
	return feed__take(s->feed, now) ? no_memory() : 0;
}

static void read_stocks(struct live_screen *s)
{
	const char *why = "this source has none";
	struct stocks *stocks = NULL;

	if (s->src->ops->stocks && s->src->ops->stocks(s->src, &stocks, &why))
		stocks = NULL;
	app__set_stocks(s->app, stocks, why);
	s->dirty = true;
}

static int close_interval(struct live_screen *s)
{
	if (feed__close(s->feed))
		return no_memory();
	if (app__wants_stocks(s->app))
		read_stocks(s);
	s->dirty = true;
	return 0;
}

static int set_mark(struct live_screen *s)
{
	int err = read_now(s);

	if (!err)
		err = close_interval(s);
	if (!err && feed__mark(s->feed))
		err = no_memory();
	return err;
}

/* The next tick after @now; ticks that were missed are not made up for. */
static void next_tick(struct live_screen *s, uint64_t now)
{
	uint64_t interval = app__interval_ns(s->app);

	if (s->tick_ns <= now)
		s->tick_ns += interval * ((now - s->tick_ns) / interval + 1);
}

static int read_if_due(struct live_screen *s, bool wanted)
{
	uint64_t now = s->src->ops->now_ns(s->src);
	bool tick = now >= s->tick_ns;
	int err;

	if (!tick && !wanted && now < s->read_ns + READ_AT_LEAST_NS)
		return 0;
	err = read_now(s);
	if (err)
		return err;
	if ((tick || wanted) && !app__is_paused(s->app))
		err = close_interval(s);
	next_tick(s, now);
	return err;
}

/* --- keys ------------------------------------------------------------------------ */

static void export_view(struct live_screen *s)
{
	const char *path = app__export_path(s->app);
	char *text = NULL;
	size_t bytes = 0;
	FILE *f = open_memstream(&text, &bytes);
	int err = f ? app__export(s->app, s->feed, f) : -ENOMEM;

	if (f && fclose(f) && !err)
		err = -ENOMEM;
	if (!err)
		err = live_export__write(path, text, bytes);
	free(text);
	if (!err)
		app__say(s->app, "written: %s", path);
	else if (err == -ENODATA)
		app__say(s->app, "nothing to export yet: the first interval is not over");
	else if (err == -EEXIST)
		app__say(s->app, "%s exists and is left as it is: give another name", path);
	else
		app__say(s->app, "cannot write %s: %s", path, strerror(-err));
}

/* Another place of a recording is a new start: windows and mark do not go over it. */
static int start_anew(struct live_screen *s)
{
	struct snapshot *first;
	struct feed *feed;

	if (run__start(s->src, &first))
		return -EIO;
	feed = feed__new(first);
	if (!feed)
		return no_memory();
	feed__free(s->feed);
	s->feed = feed;
	s->read_ns = s->src->ops->now_ns(s->src);
	s->tick_ns = s->read_ns + app__interval_ns(s->app);
	return 0;
}

static int fulfil(struct live_screen *s, unsigned int wishes)
{
	bool moved;
	int err = playback__fulfil(&s->playback, s->app, wishes, &moved);

	if (err)
		app__say(s->app, "cannot go there: %s", strerror(-err));
	err = moved ? start_anew(s) : 0;

	if (wishes & WISH_REDRAW)
		terminal__redraw();
	if (wishes & WISH_INTERVAL)
		s->tick_ns = s->src->ops->now_ns(s->src) + app__interval_ns(s->app);
	if (wishes & WISH_EXPORT)
		export_view(s);
	if (wishes & WISH_MARK)
		err = set_mark(s);
	if (!err && wishes & WISH_READ) {
		if (s->src->ops->step)
			s->src->ops->step(s->src, app__interval_ns(s->app));
		err = read_if_due(s, true);
	}
	return err;
}

/*
 * The keys that have come, up to one that has read anew: a held key must not keep what it
 * read, or a signal, from being seen.  @quit: the user wants to leave.
 */
static int take_keys(struct live_screen *s, bool *quit)
{
	struct mouse mouse;
	int key, err = 0;

	while (!err && !*quit && (key = terminal__key(&mouse)) != K_NONE) {
		bool had_stocks = app__wants_stocks(s->app);
		unsigned int wishes = app__key(s->app, s->feed, key, &mouse);

		s->dirty = true;
		s->gone = s->gone || key == K_GONE;
		*quit = wishes & WISH_QUIT;
		err = fulfil(s, wishes);
		if (!err && !had_stocks && app__wants_stocks(s->app))
			read_stocks(s);
		if (wishes & (WISH_READ | WISH_MARK))
			break;
	}
	return err;
}

/* --- the loop ---------------------------------------------------------------------- */

static int show(struct live_screen *s)
{
	unsigned int height, width;
	int y, x;

	terminal__size(&height, &width);
	if ((height != s->canvas->height || width != s->canvas->width) &&
	    canvas__resize(s->canvas, height, width))
		return no_memory();
	playback__follow(&s->playback, s->app);
	app__draw(s->app, s->feed, s->canvas, &y, &x);
	s->dirty = false;
	if (terminal__show(s->canvas, y, x))
		s->gone = true;
	return 0;
}

static uint64_t earliest(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static int loop(struct live_screen *s)
{
	const struct source_ops *ops = s->src->ops;
	bool quit = false;
	int err = show(s);

	while (!err && !quit && !s->gone) {
		uint64_t deadline =
			earliest(s->read_ns + READ_AT_LEAST_NS, earliest(s->end_ns, s->tick_ns));

		err = ops->wait(s->src, deadline, s->wake_fd);
		if (err < 0 && err != -EINTR) {
			log__error("cannot wait: %s", strerror(-err));
			return err;
		}
		stop__drain();
		if (stop__requested() || ops->now_ns(s->src) >= s->end_ns)
			return 0;
		err = take_keys(s, &quit);
		if (!err && !quit)
			err = read_if_due(s, false);
		if (!err && !quit && s->dirty)
			err = show(s);
	}
	return s->gone && !err ? -EIO : err;
}

/* --- life ---------------------------------------------------------------------------- */

/* Keys and signals behind one descriptor, which is what a source can wait for. */
static int open_wake_fd(void)
{
	struct epoll_event event = {.events = EPOLLIN};
	int fd = epoll_create1(EPOLL_CLOEXEC);

	if (fd < 0 || epoll_ctl(fd, EPOLL_CTL_ADD, stop__wake_fd(), &event) ||
	    epoll_ctl(fd, EPOLL_CTL_ADD, terminal__fd(), &event)) {
		int err = -errno;

		if (fd >= 0)
			close(fd);
		return err;
	}
	return fd;
}

static uint64_t wanted_interval(const struct live_screen *s)
{
	const char *saved = settings__get(s->settings, "interval");
	uint64_t ns;

	if (s->opt->interval_ns)
		return s->opt->interval_ns;
	if (saved && !number__parse_seconds(saved, MIN_INTERVAL_NS, MAX_INTERVAL_NS, &ns))
		return ns;
	return DEFAULT_INTERVAL_NS;
}

static void save_settings(struct live_screen *s)
{
	uint64_t interval = app__interval_ns(s->app);
	char text[32];
	int err;

	if (s->opt->no_config)
		return;
	app__save(s->app, s->settings);
	/* One given by -i was for this run. */
	if (interval != s->opt->interval_ns) {
		snprintf(text, sizeof(text), "%.10g", (double)interval / NS_PER_SEC);
		settings__set(s->settings, "interval", text);
	}
	err = settings__save(s->settings);
	if (err)
		log__verbose("settings are not kept: %s", strerror(-err));
}

static int run_on_terminal(struct live_screen *s)
{
	int err = terminal__open(true);

	if (err)
		return err;
	sink_app = s->app;
	log__set_sink(to_screen);
	s->wake_fd = open_wake_fd();
	err = s->wake_fd < 0 ? s->wake_fd : loop(s);
	log__set_sink(NULL);
	sink_app = NULL;
	terminal__close();
	if (s->wake_fd >= 0)
		close(s->wake_fd);
	else
		log__error("cannot wait for keys: %s", strerror(-err));
	if (err && s->wake_fd >= 0 && !s->gone)
		fprintf(stderr, "%s\n", last_message);
	return err;
}

static int prepare(struct live_screen *s, const struct select *select)
{
	struct snapshot *first;
	int err = run__start(s->src, &first);

	if (err)
		return err;
	playback__init(&s->playback, s->src);
	s->feed = feed__new(first);
	s->app = app__new(s->settings, wanted_interval(s), select);
	s->canvas = canvas__new(0, 0, terminal__has_blocks());
	if (!s->feed || !s->app || !s->canvas)
		return no_memory();
	s->read_ns = s->src->ops->now_ns(s->src);
	s->tick_ns = s->read_ns + app__interval_ns(s->app);
	s->end_ns = s->opt->duration_ns ? s->read_ns + s->opt->duration_ns : UINT64_MAX;
	return 0;
}

int live_screen__run(const struct options *opt, struct source *src, const struct select *select)
{
	struct live_screen s = {.opt = opt, .src = src, .settings = settings__new()};
	int err = s.settings ? 0 : no_memory();

	if (!err && !opt->no_config)
		settings__load(s.settings);
	if (!err)
		err = prepare(&s, select);
	if (!err)
		err = run_on_terminal(&s);
	if (!err)
		save_settings(&s);
	app__free(s.app);
	feed__free(s.feed);
	canvas__free(s.canvas);
	settings__free(s.settings);
	return err;
}
