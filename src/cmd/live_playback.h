/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recording under the live screen: its place and its speed. */
#ifndef CMD_LIVE_PLAYBACK_H
#define CMD_LIVE_PLAYBACK_H

#include <stdbool.h>

#include "model/source.h"
#include "tui/app.h"

struct playback {
	struct source *src; /* NULL: the source is no recording */
	double speed;	    /* while it runs */
};

void playback__init(struct playback *p, struct source *src);

/*
 * playback__fulfil - moves or changes speed as the app wishes.
 * @moved: set when what is read next is a new start.
 * Says in @app where that means nothing.  Returns 0 or a negative errno.
 */
int playback__fulfil(struct playback *p, struct app *app, unsigned int wishes, bool *moved);

/* playback__follow - a paused screen stops the recording; tells @app where it is. */
void playback__follow(struct playback *p, struct app *app);

#endif
