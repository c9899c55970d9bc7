/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One line of plain words for a person who has no time to read figures: the
 * most important thing that is wrong.  Speaks only of what this kernel shows.
 */
#ifndef VIEW_ADVICE_H
#define VIEW_ADVICE_H

#include <stddef.h>

#include "model/delta.h"

#define ADVICE_BYTES 512 /* room for every line */

enum advice {
	ADVICE_NONE,   /* nothing is wrong; false */
	ADVICE_NOTICE, /* worth a look */
	ADVICE_ALARM,  /* figures cannot be believed, or the lock is what this host does */
};

/*
 * advice__line - the first that holds of: many events lost; the lock held much
 * of a CPU's time; uncharges under the lock; a cgroup that evicts others'
 * stock; fallbacks by a busy lock; tasks switched out at unlock; long holds;
 * the table full; holds not (yet) corrected.
 * @name_columns: most that the name of a cgroup may take, 6 or more.
 * @text: gets the line, "" for none; characters of the locale.
 */
enum advice advice__line(const struct snapshot *delta, unsigned int name_columns, char *text,
			 size_t bytes);

#endif
