/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Gives the terminal back as it was, whatever ends or stops the process, and
 * takes it again after ^Z.  Everything that takes place in a signal handler is
 * here, and none of it calls ncurses.
 */
#ifndef TERM_RESCUE_H
#define TERM_RESCUE_H

#include <stdbool.h>

#include "term/capabilities.h"

/*
 * rescue__arm - handlers for what ends, stops and resizes.  @tty: the terminal;
 * @wake_fd: an eventfd told of stops and sizes.  @caps must stay.
 * Returns 0 or a negative errno.
 */
int rescue__arm(const struct capabilities *caps, int tty, int wake_fd);
/* The terminal's modes are those of the screen now. */
void rescue__modes_set(void);
/* Bytes are about to be sent: from the first on there is a screen to leave. */
void rescue__screen_used(void);
/* The screen was left (^Z) and is not back: nothing may be sent. */
bool rescue__is_away(void);
/* Gives the terminal back; handlers as they were. */
void rescue__disarm(void);

/* True once: there may be another size. */
bool rescue__take_resized(void);

enum rescue_return {
	NOT_STOPPED,
	BACK, /* from a stop: all has to be drawn again */
	LOST, /* in the background for good */
};

/* Each stop is told of once.  Stops the process when it is in the background. */
enum rescue_return rescue__take_resumed(void);

#endif
