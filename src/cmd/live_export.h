/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CMD_LIVE_EXPORT_H
#define CMD_LIVE_EXPORT_H

#include <stddef.h>

/*
 * live_export__write - puts @bytes of @text into a new file, whole or not at
 * all: a temporary file beside it, then linked to its name.  What exists is
 * never overwritten.  Returns 0 or a negative errno (-EEXIST: choose another
 * name).
 */
int live_export__write(const char *path, const char *text, size_t bytes);

#endif
