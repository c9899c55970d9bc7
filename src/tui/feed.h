/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The windows the live screen can show, made of the snapshots it reads: the
 * last interval, since the start, since the mark, and what was before the mark.
 * Pure.
 *
 * What is taken in is held back until feed__close, so that a paused screen
 * stands still while the counting goes on, and an interval may be made of
 * several readings.
 */
#ifndef TUI_FEED_H
#define TUI_FEED_H

#include <stdbool.h>

#include "tui/longest_log.h"
#include "tui/scene.h"

struct feed;

/* @first: the snapshot at which the run begins; the feed's from here on. */
struct feed *feed__new(struct snapshot *first);
void feed__free(struct feed *feed);

/*
 * feed__take - takes in a reading, the feed's from here on, also on failure.
 * Returns 0 or -ENOMEM.
 */
int feed__take(struct feed *feed, struct snapshot *now);

/*
 * feed__close - ends the interval: what was taken in since the last time goes
 * into the windows.  An interval of no length is not closed.  Returns 0 or -ENOMEM.
 */
int feed__close(struct feed *feed);

/*
 * feed__mark - sets the mark at the last reading that was closed.  What the
 * window since the mark (or since the start) held until now becomes the base
 * for comparisons; where that is empty, the base stays.  Returns 0 or -ENOMEM.
 */
int feed__mark(struct feed *feed);
bool feed__has_mark(const struct feed *feed);

/* The window, or NULL: nothing in it yet.  Valid until the next close or mark. */
const struct snapshot *feed__window(const struct feed *feed, enum window_kind kind);
/* The window that ended at the mark, or NULL. */
const struct snapshot *feed__base(const struct feed *feed);
const struct longest_log *feed__longest(const struct feed *feed);

#endif
