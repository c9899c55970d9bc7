/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of unknown bytes made fit for terminals, JSON and labels.  Pure. */
#ifndef MODEL_NAME_TEXT_H
#define MODEL_NAME_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* A character (Unicode) that a terminal or a reader would be misled by: see below. */
bool name__is_harmful(uint32_t ch);

/*
 * name__printable - a copy of @name that is valid UTF-8 and has no control
 * characters: what is not UTF-8, C0 and C1 controls, DEL, line and paragraph
 * separators and the marks that turn the direction of text appear as \xNN for
 * each byte.  A backslash of the name stays as it is (systemd names have many),
 * so two names can come out alike: cgroup_labels tells such rows apart.
 * Returns NULL when memory is short.  Caller frees.
 */
char *name__printable(const char *name);

#endif
