// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/live_playback.h"

#include <stdio.h>

#include "recording/replay.h"

#define SEEK_INTERVALS 10

void playback__init(struct playback *p, struct source *src)
{
	*p = (struct playback){.speed = 1};
	if (replay__is_replay(src))
		p->src = src;
}

static int seek(struct playback *p, const struct app *app, bool back)
{
	uint64_t interval = app__interval_ns(app), step = SEEK_INTERVALS * interval;
	uint64_t at = replay__position(p->src), end = replay__length(p->src);

	/* The last place with something still to come. */
	end = end > interval ? end - interval : 0;
	if (at > end)
		at = end;
	if (back)
		at = at > step ? at - step : 0;
	else
		at = end - at > step ? at + step : end;
	return replay__seek(p->src, at);
}

static void change_speed(struct playback *p, double factor)
{
	double speed = p->speed * factor;

	if (speed >= REPLAY_SLOWEST && speed <= REPLAY_FASTEST)
		p->speed = speed;
}

int playback__fulfil(struct playback *p, struct app *app, unsigned int wishes, bool *moved)
{
	int err = 0;

	*moved = false;
	if (!(wishes & (WISH_BACK | WISH_FORWARD | WISH_SLOWER | WISH_FASTER)))
		return 0;
	if (!p->src) {
		app__say(app, "this is now: only a recording has another place or speed");
		return 0;
	}
	if (wishes & (WISH_BACK | WISH_FORWARD)) {
		err = seek(p, app, wishes & WISH_BACK);
		*moved = !err;
	}
	if (wishes & WISH_SLOWER)
		change_speed(p, 0.5);
	if (wishes & WISH_FASTER)
		change_speed(p, 2);
	return err;
}

void playback__follow(struct playback *p, struct app *app)
{
	char text[64];

	if (!p->src)
		return;
	replay__set_speed(p->src, app__is_paused(app) ? 0 : p->speed);
	snprintf(text, sizeof(text), "%.1f of %.1f s, x%.4g%s",
		 (double)replay__position(p->src) / 1e9, (double)replay__length(p->src) / 1e9,
		 p->speed, replay__at_end(p->src) ? ", at its end" : "");
	app__set_playback(app, text);
}
