/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Strict reading of numbers a person typed: the whole text must be the number.
 * No sign, no exponent, no hex, no "inf", no "nan", no blanks, whatever the
 * locale is.  Exact: decimal digits, no floating point.
 */
#ifndef UTIL_NUMBER_H
#define UTIL_NUMBER_H

#include <stdint.h>

/*
 * number__parse_count - whole number.
 * Returns 0; -EINVAL when @text is no such number; -ERANGE when it is one but
 * lies outside @min..@max.  *@value is set only on success.
 */
int number__parse_count(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/*
 * number__parse_seconds - seconds, fractions with '.', into nanoseconds.
 * Digits beyond the ninth are cut.  Returns as number__parse_count; @min_ns and
 * @max_ns are in nanoseconds.
 */
int number__parse_seconds(const char *text, uint64_t min_ns, uint64_t max_ns, uint64_t *ns);

#endif
