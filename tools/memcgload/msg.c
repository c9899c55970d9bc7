// SPDX-License-Identifier: GPL-2.0-or-later
#include "base.h"

#include <stdarg.h>
#include <stdio.h>

/* The whole line goes out in one write, so lines of processes do not mix. */
static void say(const char *prefix, const char *fmt, va_list args)
{
	char text[1024];

	vsnprintf(text, sizeof(text), fmt, args);
	fprintf(stderr, "memcgload: %s%s\n", prefix, text);
}

void msg_error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say("", fmt, args);
	va_end(args);
}

void msg_note(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say("note: ", fmt, args);
	va_end(args);
}
