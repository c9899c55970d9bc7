// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/log.h"

#include <stdarg.h>
#include <stdio.h>

static bool verbose_on;

void log__set_verbose(bool verbose)
{
	verbose_on = verbose;
}

bool log__is_verbose(void)
{
	return verbose_on;
}

/* One buffer, one write: lines of several processes do not mix. */
static void log__line(const char *kind, const char *fmt, va_list ap)
{
	char text[1024];

	vsnprintf(text, sizeof(text), fmt, ap);
	fprintf(stderr, "memcgtop: %s%s\n", kind, text);
}

void log__error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	log__line("", fmt, ap);
	va_end(ap);
}

void log__warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	log__line("warning: ", fmt, ap);
	va_end(ap);
}

void log__verbose(const char *fmt, ...)
{
	va_list ap;

	if (!verbose_on)
		return;
	va_start(ap, fmt);
	log__line("", fmt, ap);
	va_end(ap);
}
