/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Has a level that is looked at now and then moved?  Noise must not move it,
 * nor may one odd reading: a level that flaps is worse than one a little off.
 * Pure.
 */
#ifndef STATS_LEVEL_H
#define STATS_LEVEL_H

#include <stdbool.h>

#include "stats/robust.h"

struct level {
	struct place at;  /* in force */
	struct place odd; /* the last reading, if it was far from that */
	bool is_odd;
};

void level__set(struct level *level, struct place reading);

/*
 * level__look - takes in a reading.  It is far from the level when it differs by
 * more than @least and by more than four standard errors of the difference.
 * @cause: something is known to have happened that can move it: a far reading
 * is then believed at once, else only when the one before it was far too and not
 * far from this one.
 * Returns true when the level has moved; it is then at @reading.
 */
bool level__look(struct level *level, struct place reading, double least, bool cause);

#endif
