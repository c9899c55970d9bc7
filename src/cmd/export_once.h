/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One text and the end: export --once, report --prometheus, export --estimate. */
#ifndef CMD_EXPORT_ONCE_H
#define CMD_EXPORT_ONCE_H

#include "cmd/export_setup.h"
#include "model/source.h"
#include "util/out.h"

/*
 * export_once__run - the text of all that @src has to say: a recording to its
 * end, else an interval.  Returns 0 or a negative errno after one line.
 */
int export_once__run(struct export_setup *setup, struct source *src, struct out *out);

/* export_once__estimate - series, bytes and memory.  Returns an exit status. */
int export_once__estimate(struct export_setup *setup, struct out *out);

#endif
