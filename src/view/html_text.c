// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/html_text.h"

#include <stdlib.h>

#include "model/name_text.h"

void html_text__escape(FILE *f, const char *text)
{
	char *printable = text ? name__printable(text) : NULL;

	for (const char *p = printable ?: ""; *p; p++) {
		switch (*p) {
		case '&':
			fputs("&amp;", f);
			break;
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		case '\'':
			fputs("&#39;", f);
			break;
		default:
			fputc(*p, f);
		}
	}
	free(printable);
}
