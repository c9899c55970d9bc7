/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * textfile.h - the small text files of cgroupfs, sysfs and procfs.
 *
 * Each value is written in one write() and read whole. Nothing is printed;
 * failure is a negative errno.
 */
#ifndef MEMCGLOAD_TEXTFILE_H
#define MEMCGLOAD_TEXTFILE_H

#include "base.h"

#include <sys/types.h>

/* Bytes read; the text is cut at @size - 1 and always terminated. */
ssize_t textfile__read(const char *path, char *text, size_t size);
int textfile__read_u64(const char *path, uint64_t *value);
/* From the start of an open file. */
int textfile__reread_u64(int fd, uint64_t *value);
int textfile__write(const char *path, const char *text);

#endif
