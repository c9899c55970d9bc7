/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_READ_FILE_H
#define KERNEL_READ_FILE_H

#include <stddef.h>

/*
 * A whole small file (procfs, sysfs) as a NUL-terminated string; *@len, if not
 * NULL, its length.  NULL with errno set when it cannot be read.  Caller frees.
 */
char *read_file(const char *path, size_t *len);

#endif
