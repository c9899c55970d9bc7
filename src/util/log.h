/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Messages to the person at the terminal: standard error, one line each, in
 * the form "memcgtop: what: why; what to do".  Measurements never go here.
 */
#ifndef UTIL_LOG_H
#define UTIL_LOG_H

#include <stdbool.h>

/* Lets log__verbose lines through (-v). */
void log__set_verbose(bool verbose);
bool log__is_verbose(void);

/* Something failed and the command cannot go on as asked. */
void log__error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Something to know; the command goes on. */
void log__warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Detail for -v. */
void log__verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
