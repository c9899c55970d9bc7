/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * number.h - numbers as users write them, strictly.
 *
 * No sign, no blanks, nothing after the number, no wrap-around. Pure; the
 * result is written only on success.
 */
#ifndef MEMCGLOAD_NUMBER_H
#define MEMCGLOAD_NUMBER_H

#include "base.h"

enum number_error { NUMBER_OK, NUMBER_MALFORMED, NUMBER_RANGE };

/* A whole number within [min, max]. */
enum number_error number__count(const char *text, uint64_t min, uint64_t max, uint64_t *value);
/* Seconds, with up to nine decimals, as nanoseconds; at most @max_seconds. */
enum number_error number__seconds(const char *text, uint64_t max_seconds, uint64_t *value_ns);

#endif
