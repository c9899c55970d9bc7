// SPDX-License-Identifier: GPL-2.0-or-later
#include "number.h"

/* Reads digits up to the first other character, which it reports in @end. */
static enum number_error digits(const char *text, const char **end, uint64_t *value)
{
	uint64_t sum = 0;
	bool too_big = false;

	if (*text < '0' || *text > '9')
		return NUMBER_MALFORMED;
	for (; *text >= '0' && *text <= '9'; text++)
		too_big |= __builtin_mul_overflow(sum, 10ULL, &sum) ||
			   __builtin_add_overflow(sum, (uint64_t)(*text - '0'), &sum);
	*end = text;
	*value = sum;
	return too_big ? NUMBER_RANGE : NUMBER_OK;
}

enum number_error number__count(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t got = 0;
	enum number_error err = digits(text, &text, &got);

	if (err == NUMBER_MALFORMED || *text)
		return NUMBER_MALFORMED;
	if (err || got < min || got > max)
		return NUMBER_RANGE;
	*value = got;
	return NUMBER_OK;
}

enum number_error number__seconds(const char *text, uint64_t max_seconds, uint64_t *value_ns)
{
	uint64_t seconds = 0, fraction_ns = 0, unit_ns = NS_PER_SEC;
	enum number_error err = digits(text, &text, &seconds);

	if (err == NUMBER_MALFORMED)
		return err;
	if (*text == '.') {
		text++;
		if (*text < '0' || *text > '9')
			return NUMBER_MALFORMED;
		for (; *text >= '0' && *text <= '9'; text++) {
			unit_ns /= 10;
			fraction_ns += unit_ns * (uint64_t)(*text - '0');
		}
	}
	if (*text)
		return NUMBER_MALFORMED;
	if (err || seconds > max_seconds || (seconds == max_seconds && fraction_ns))
		return NUMBER_RANGE;
	*value_ns = seconds * NS_PER_SEC + fraction_ns;
	return NUMBER_OK;
}
