/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The JSON of a recording's first and last frames; docs/recording.md describes it. */
#ifndef RECORDING_INFO_JSON_H
#define RECORDING_INFO_JSON_H

#include <stddef.h>

#include "recording/layout.h"
#include "recording/recording.h"

/*
 * The format.  A reader refuses another major version, and takes any minor one:
 * that adds fields, members, frame types, and nothing else.
 */
#define RECORDING_MAJOR 1
#define RECORDING_MINOR 0
/* The oldest memcgtop that reads what this one writes. */
#define RECORDING_READER "0.1.0"

#define RECORDING_MAX_INFO (1u << 20) /* bytes of either JSON */

/* info_json__write - the text to free, or NULL when memory is short. */
char *info_json__write(const struct recording_info *info);

/*
 * info_json__read - @text, @bytes of it.
 * @why: on failure, a phrase to free.
 * Returns 0; -ENOTSUP for a version that is not known; -EBADMSG when it is no
 * such JSON; -ENOMEM.  On failure nothing is left to clear.
 */
int info_json__read(const char *text, size_t bytes, struct recording_info *info,
		    struct layouts *layouts, char **why);

/* The same for the end.  end->result_json is the caller's to free. */
char *end_json__write(const struct recording_end *end);
int end_json__read(const char *text, size_t bytes, struct recording_end *end);

#endif
