// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_string.h"

#include <stdio.h>

/* Length of the well-formed UTF-8 sequence at @at, 0 if there is none. */
static int utf8_length(const unsigned char *at)
{
	unsigned int code, low;
	int length, i;

	if (at[0] < 0x80)
		return 1;
	if (at[0] >= 0xc2 && at[0] <= 0xdf)
		length = 2, low = 0x80, code = at[0] & 0x1f;
	else if ((at[0] & 0xf0) == 0xe0)
		length = 3, low = 0x800, code = at[0] & 0x0f;
	else if (at[0] >= 0xf0 && at[0] <= 0xf4)
		length = 4, low = 0x10000, code = at[0] & 0x07;
	else
		return 0;
	for (i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (at[i] & 0x3f);
	}
	if (code < low || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
		return 0;
	return length;
}

void json_string__print(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	int length;

	if (!text) {
		printf("null");
		return;
	}
	putchar('"');
	while (*at) {
		length = utf8_length(at);
		if (!length) {
			printf("\\ufffd");
			at++;
		} else if (*at == '"' || *at == '\\') {
			printf("\\%c", *at++);
		} else if (*at < 0x20 || *at == 0x7f) {
			printf("\\u%04x", *at++);
		} else {
			printf("%.*s", length, (const char *)at);
			at += length;
		}
	}
	putchar('"');
}
