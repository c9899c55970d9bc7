/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line typed at the bottom of the screen: a filter, an interval, a file. */
#ifndef TUI_PROMPT_H
#define TUI_PROMPT_H

#include <stdbool.h>

#include "tui/canvas.h"
#include "tui/key.h"

#define PROMPT_CHARS 255

struct prompt {
	const char *label; /* "Filter: "; static */
	wchar_t text[PROMPT_CHARS + 1];
	unsigned int length;
};

enum prompt_answer {
	PROMPT_TYPING,	/* the text is as it was */
	PROMPT_CHANGED, /* the text has changed */
	PROMPT_DONE,	/* Enter */
	PROMPT_LEFT,	/* Esc */
};

/* Starts with @text (may be NULL) in the locale's encoding. */
void prompt__open(struct prompt *prompt, const char *label, const char *text);

/* Backspace, Ctrl-U (all), Ctrl-W (a word); other control characters are refused. */
enum prompt_answer prompt__key(struct prompt *prompt, int key);

/* The text in the locale's encoding; the caller frees.  NULL when memory is short. */
char *prompt__text(const struct prompt *prompt);

/* Draws into the area's first line, the end of a long text in sight.  Returns the cursor's column. */
unsigned int prompt__draw(const struct prompt *prompt, const struct area *area);

#endif
