// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool verbose_on;
static void (*line_sink)(const char *line);

void log__set_verbose(bool verbose)
{
	verbose_on = verbose;
}

bool log__is_verbose(void)
{
	return verbose_on;
}

void log__set_sink(void (*sink)(const char *line))
{
	line_sink = sink;
}

/* One buffer, one write: lines of several processes do not mix. */
static void log__line(const char *kind, const char *fmt, va_list ap)
{
	char text[1024];

	vsnprintf(text, sizeof(text), fmt, ap);
	fprintf(stderr, "memcgtop: %s%s\n", kind, text);
}

/* A line the user has to see, wherever they look. */
static void log__notable(const char *kind, const char *fmt, va_list ap)
{
	char text[1024];

	if (!line_sink) {
		log__line(kind, fmt, ap);
		return;
	}
	snprintf(text, sizeof(text), "%s", kind);
	vsnprintf(text + strlen(kind), sizeof(text) - strlen(kind), fmt, ap);
	line_sink(text);
}

void log__error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	log__notable("", fmt, ap);
	va_end(ap);
}

void log__warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	log__notable("warning: ", fmt, ap);
	va_end(ap);
}

void log__verbose(const char *fmt, ...)
{
	va_list ap;

	/* Details would push what matters off the screen; a file may have them. */
	if (!verbose_on || (line_sink && isatty(STDERR_FILENO)))
		return;
	va_start(ap, fmt);
	log__line("", fmt, ap);
	va_end(ap);
}
