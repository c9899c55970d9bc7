/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A delta as one JSON object on one line; docs/json.md describes every field.
 * Each n/a is null, and its key stands in "unavailable" with the reason.
 */
#ifndef VIEW_JSON_H
#define VIEW_JSON_H

#include <stdio.h>

#include "model/delta.h"
#include "view/view.h"

#define JSON_SCHEMA_VERSION 1

enum json_window {
	JSON_INTERVAL, /* one interval of a stream */
	JSON_TOTAL,    /* the whole run */
};

/*
 * json__print - writes the object and a newline.  opts->rows and opts->width do
 * not matter: all selected rows are written, idle ones too.
 * Returns 0 or -ENOMEM; write errors are the caller's to ask the stream for.
 */
int json__print(FILE *f, const struct snapshot *delta, const struct view_opts *opts,
		enum json_window window);

#endif
