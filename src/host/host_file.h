/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HOST_HOST_FILE_H
#define HOST_HOST_FILE_H

#include <stddef.h>

/*
 * A file of /proc or /sys, whole, with a NUL behind it; NULL: it cannot be read.
 * @bytes: its length; may be NULL.  Caller frees.
 */
char *host_file__read(const char *path, size_t *bytes);

#endif
