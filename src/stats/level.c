// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/level.h"

#include <math.h>

#define ERRORS 4 /* one look in 16,000 would move a level that stands still */

void level__set(struct level *level, struct place reading)
{
	*level = (struct level){.at = reading};
}

static bool far_apart(struct place a, struct place b, double least)
{
	return fabs(a.mean - b.mean) > fmax(least, ERRORS * hypot(a.error, b.error));
}

bool level__look(struct level *level, struct place reading, double least, bool cause)
{
	bool odd = far_apart(level->at, reading, least);

	if (odd && (cause || (level->is_odd && !far_apart(level->odd, reading, least)))) {
		level__set(level, reading);
		return true;
	}
	level->is_odd = odd;
	level->odd = reading;
	return false;
}
