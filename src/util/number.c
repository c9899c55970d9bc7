// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/number.h"

#include <errno.h>
#include <stdbool.h>

#define NS_PER_SEC 1000000000ull

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * Reads digits into *@value, which sticks at UINT64_MAX instead of wrapping.
 * Returns the first character that is no digit.
 */
static const char *read_digits(const char *text, uint64_t *value)
{
	*value = 0;
	for (; is_digit(*text); text++) {
		if (__builtin_mul_overflow(*value, 10, value) ||
		    __builtin_add_overflow(*value, (uint64_t)(*text - '0'), value)) {
			while (is_digit(*text))
				text++;
			*value = UINT64_MAX;
			break;
		}
	}
	return text;
}

int number__parse_count(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t v;

	if (!is_digit(*text) || *read_digits(text, &v))
		return -EINVAL;
	if (v < min || v > max)
		return -ERANGE;
	*value = v;
	return 0;
}

int number__parse_seconds(const char *text, uint64_t min_ns, uint64_t max_ns, uint64_t *ns)
{
	uint64_t whole, fraction = 0, unit = NS_PER_SEC, v;
	const char *p = read_digits(text, &whole);
	bool digits = p != text;

	if (*p == '.') {
		for (p++; is_digit(*p); p++) {
			unit /= 10;
			fraction += (uint64_t)(*p - '0') * unit;
			digits = true;
		}
	}
	if (!digits || *p)
		return -EINVAL;
	if (__builtin_mul_overflow(whole, NS_PER_SEC, &v) ||
	    __builtin_add_overflow(v, fraction, &v) || v < min_ns || v > max_ns)
		return -ERANGE;
	*ns = v;
	return 0;
}
