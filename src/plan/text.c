// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int text__set(char **to, const char *format, ...)
{
	char *text;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vasprintf(&text, format, ap);
	va_end(ap);
	if (n < 0)
		return -ENOMEM;
	free(*to);
	*to = text;
	return 0;
}
