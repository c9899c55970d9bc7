/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_OBJECT_H
#define KERNEL_OBJECT_H

#include <stddef.h>

/* Bytes of the embedded BPF object of that name (plan__object, or "stocks"), or NULL. */
const void *object__find(const char *name, size_t *bytes);

#endif
