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

/*
 * While set, lines of log__error and log__warn go to @sink instead, without
 * the newline: on the live screen standard error would write over it.  Lines of
 * log__verbose then go to standard error only if that is no terminal.  NULL
 * restores.  The line is good until @sink returns.
 */
void log__set_sink(void (*sink)(const char *line));

/* Something failed and the command cannot go on as asked. */
void log__error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Something to know; the command goes on. */
void log__warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Detail for -v. */
void log__verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
