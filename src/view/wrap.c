// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/wrap.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define ITEM_GAP    3
#define LIST_INDENT 4
#define LIST_HANG   2

unsigned int wrap__columns(const char *text)
{
	size_t left = strlen(text);
	unsigned int columns = 0;
	mbstate_t state = {0};

	while (left) {
		wchar_t wc;
		size_t n = mbrtowc(&wc, text, left, &state);
		int w = 1;

		if (n == 0 || n > left) { /* no character of this locale: one byte */
			n = 1;
			memset(&state, 0, sizeof(state));
		} else {
			w = wcwidth(wc);
		}
		columns += w < 0 ? 1 : (unsigned int)w;
		text += n;
		left -= n;
	}
	return columns;
}

static void new_line(struct wrap *w)
{
	fprintf(w->f, "\n%*s", (int)w->indent, "");
	w->column = w->indent;
	w->fresh = true;
}

/* Puts @text, @gap blanks after what is there, or on a new line. */
static void put(struct wrap *w, const char *text, unsigned int gap)
{
	unsigned int columns = wrap__columns(text);

	if (!w->fresh && w->column + gap + columns > w->width)
		new_line(w);
	if (w->fresh)
		gap = 0;
	fprintf(w->f, "%*s%s", (int)gap, "", text);
	w->column += gap + columns;
	w->fresh = false;
}

void wrap__start(struct wrap *w, FILE *f, unsigned int width, unsigned int indent,
		 const char *label)
{
	*w = (struct wrap){
		.f = f, .width = width, .indent = indent, .column = indent, .fresh = true};
	fprintf(f, "%-*.*s", (int)indent, (int)indent, label);
}

void wrap__start_item(struct wrap *w, FILE *f, unsigned int width)
{
	wrap__start(w, f, width, LIST_INDENT, "");
	w->indent += LIST_HANG;
}

void wrap__item(struct wrap *w, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) >= 0) {
		put(w, text, ITEM_GAP);
		free(text);
	}
	va_end(ap);
}

void wrap__word(struct wrap *w, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) >= 0) {
		put(w, text, 1);
		free(text);
	}
	va_end(ap);
}

void wrap__head(struct wrap *w, const char *text)
{
	put(w, text, 0);
	w->fresh = true;
}

void wrap__words(struct wrap *w, const char *fmt, ...)
{
	char *text, *save, *word;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) >= 0) {
		for (word = strtok_r(text, " \n", &save); word; word = strtok_r(NULL, " \n", &save))
			put(w, word, 1);
		free(text);
	}
	va_end(ap);
}

void wrap__break(struct wrap *w)
{
	if (!w->fresh)
		new_line(w);
}

void wrap__end(struct wrap *w)
{
	fputc('\n', w->f);
}
