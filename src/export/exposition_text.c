// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/exposition_text.h"

#include <stdlib.h>
#include <string.h>

#include "model/name_text.h"

/* The digits of @n, at least @least of them, with zeros in front; NUL-terminated. */
static size_t digits_of(char *out, uint64_t n, size_t least)
{
	char reversed[20];
	size_t len = 0;

	do {
		reversed[len++] = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	while (len < least)
		reversed[len++] = '0';
	for (size_t i = 0; i < len; i++)
		out[i] = reversed[len - 1 - i];
	out[len] = '\0';
	return len;
}

size_t exposition_text__count(char *out, uint64_t n)
{
	return digits_of(out, n, 1);
}

/* @n units, of which 10^@places make one; no zeros at the end of the fraction. */
static size_t decimal(char *out, uint64_t n, size_t places)
{
	char digits[21];
	size_t len = digits_of(digits, n, places + 1), whole = len - places;

	while (len > whole && digits[len - 1] == '0')
		len--;
	memcpy(out, digits, whole);
	if (len > whole) {
		out[whole] = '.';
		memcpy(out + whole + 1, digits + whole, len - whole);
		len++;
	}
	out[len] = '\0';
	return len;
}

size_t exposition_text__seconds(char *out, uint64_t ns)
{
	return decimal(out, ns, 9);
}

size_t exposition_text__ps_seconds(char *out, int64_t ps)
{
	if (ps >= 0)
		return decimal(out, (uint64_t)ps, 12);
	*out = '-';
	return 1 + decimal(out + 1, -(uint64_t)ps, 12);
}

size_t exposition_text__le(char *out, uint64_t ns)
{
	char digits[21];
	size_t len = digits_of(digits, ns, 1), n = 0, below = 10 - len;

	/* from 0.0001 s on as a plain decimal; at most 10 digits, so none is lost */
	if (ns == 0 || len > 5)
		return exposition_text__seconds(out, ns);
	while (len > 1 && digits[len - 1] == '0')
		len--;
	out[n++] = digits[0];
	if (len > 1) {
		out[n++] = '.';
		memcpy(out + n, digits + 1, len - 1);
		n += len - 1;
	}
	memcpy(out + n, "e-0", 3);
	out[n + 3] = (char)('0' + below);
	out[n + 4] = '\0';
	return n + 4;
}

static const char *escape_of(char c, bool quotes)
{
	if (c == '\\')
		return "\\\\";
	if (c == '\n')
		return "\\n";
	return c == '"' && quotes ? "\\\"" : NULL;
}

char *exposition_text__value(const char *text)
{
	char *printable = name__printable(text ? text : ""), *out, *to;

	if (!printable)
		return NULL;
	out = to = malloc(2 * strlen(printable) + 1);
	for (const char *p = printable; out && *p; p++) {
		const char *escape = escape_of(*p, true);

		if (escape)
			*to++ = '\\';
		// cppcheck-suppress uninitdata; it is written, not read
		*to++ = escape ? escape[1] : *p;
	}
	if (out)
		*to = '\0';
	free(printable);
	return out;
}

void exposition_text__put_help(FILE *f, const char *text, bool quotes)
{
	for (; *text; text++) {
		const char *escape = escape_of(*text, quotes);

		if (escape)
			fputs(escape, f);
		else
			putc(*text, f);
	}
}
