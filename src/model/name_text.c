// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/name_text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/*
 * Bytes of the UTF-8 sequence at @p, and its character; 0 if there is no valid
 * one (overlong, surrogate, above U+10FFFF, or cut short: the terminating NUL
 * is no continuation byte).
 */
static size_t decode(const unsigned char *p, uint32_t *ch)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t len;

	if (p[0] < 0x80) {
		*ch = p[0];
		return 1;
	}
	if (p[0] >= 0xc2 && p[0] <= 0xdf)
		len = 2;
	else if (p[0] >= 0xe0 && p[0] <= 0xef)
		len = 3;
	else if (p[0] >= 0xf0 && p[0] <= 0xf4)
		len = 4;
	else
		return 0;
	*ch = p[0] & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		*ch = *ch << 6 | (p[i] & 0x3f);
	}
	if (*ch < least[len] || (*ch >= 0xd800 && *ch <= 0xdfff) || *ch > 0x10ffff)
		return 0;
	return len;
}

bool name__is_harmful(uint32_t ch)
{
	return ch < 0x20 || (ch >= 0x7f && ch <= 0x9f) ||      /* controls */
	       ch == 0x061c || ch == 0x200e || ch == 0x200f || /* direction marks */
	       (ch >= 0x2028 && ch <= 0x202e) ||	       /* separators, embeddings */
	       (ch >= 0x2066 && ch <= 0x2069);		       /* isolates */
}

static char *put_hex(char *out, unsigned char byte)
{
	static const char digits[] = "0123456789abcdef";

	*out++ = '\\';
	*out++ = 'x';
	*out++ = digits[byte >> 4];
	*out++ = digits[byte & 15];
	return out;
}

char *name__printable(const char *name)
{
	const unsigned char *p = (const unsigned char *)name;
	char *text = malloc(4 * strlen(name) + 1), *out = text;

	if (!text)
		return NULL;
	while (*p) {
		uint32_t ch;
		size_t len = decode(p, &ch);

		if (len && !name__is_harmful(ch)) {
			memcpy(out, p, len);
			out += len;
		} else {
			len = len ? len : 1;
			for (size_t i = 0; i < len; i++)
				out = put_hex(out, p[i]);
		}
		p += len;
	}
	*out = '\0';
	return text;
}
