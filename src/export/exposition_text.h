/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers and strings as both text formats have them, whatever the locale.
 * Times are exact decimals: no floating point takes part.
 */
#ifndef EXPORT_EXPOSITION_TEXT_H
#define EXPORT_EXPOSITION_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define EXPOSITION_NUMBER 32 /* bytes that a number takes at most, its NUL included */

/* Each writes a number to @out, which has EXPOSITION_NUMBER bytes, and returns its length. */
size_t exposition_text__count(char *out, uint64_t n);
size_t exposition_text__seconds(char *out, uint64_t ns);   /* "0.000001234", "12" */
size_t exposition_text__ps_seconds(char *out, int64_t ps); /* of picoseconds */
/* As Go prints a float, which is what Prometheus makes of it: "6.3e-08", "0.000127". */
size_t exposition_text__le(char *out, uint64_t ns);

/*
 * exposition_text__value - a label's value from any bytes (NULL: none): what is not
 * printable UTF-8 becomes \xNN, then backslash, quote and newline are escaped.
 * Returns NULL when memory is short.  Caller frees.
 */
char *exposition_text__value(const char *text);

/* Text of HELP; a quote is escaped in OpenMetrics only. */
void exposition_text__put_help(FILE *f, const char *text, bool quotes);

#endif
