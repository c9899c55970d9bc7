/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UTIL_WRITE_ALL_H
#define UTIL_WRITE_ALL_H

#include <stddef.h>

/*
 * write_all - @bytes of @text to a regular file, and to the disk (fsync).
 * Returns 0 or a negative errno; then part of it may have been written.
 */
int write_all(int fd, const char *text, size_t bytes);

#endif
