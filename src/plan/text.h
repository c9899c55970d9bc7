/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PLAN_TEXT_H
#define PLAN_TEXT_H

/* Replaces *@to by a formatted string of its own.  Returns 0 or -ENOMEM. */
int text__set(char **to, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
