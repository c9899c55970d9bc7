// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/prompt.h"

#include <limits.h>
#include <stdlib.h>
#include <wctype.h>

#define CTRL(c) ((c) & 0x1f)

void prompt__open(struct prompt *prompt, const char *label, const char *text)
{
	size_t n = text ? mbstowcs(prompt->text, text, PROMPT_CHARS) : 0;

	prompt->label = label;
	prompt->length = n == (size_t)-1 ? 0 : (unsigned int)n;
	prompt->text[prompt->length] = L'\0';
}

static bool set_length(struct prompt *prompt, unsigned int length)
{
	bool changed = length != prompt->length;

	prompt->length = length;
	prompt->text[length] = L'\0';
	return changed;
}

static unsigned int without_last_word(const struct prompt *prompt)
{
	unsigned int n = prompt->length;

	while (n && iswspace((wint_t)prompt->text[n - 1]))
		n--;
	while (n && !iswspace((wint_t)prompt->text[n - 1]))
		n--;
	return n;
}

static bool insert(struct prompt *prompt, int key)
{
	char bytes[MB_LEN_MAX];
	mbstate_t state = {0};

	/* What the locale has no bytes for could not be looked for or named. */
	if (key < 0x20 || key >= K_UP || !iswprint((wint_t)key) ||
	    wcrtomb(bytes, (wchar_t)key, &state) == (size_t)-1)
		return false;
	if (prompt->length == PROMPT_CHARS)
		return false;
	prompt->text[prompt->length] = (wchar_t)key;
	return set_length(prompt, prompt->length + 1);
}

enum prompt_answer prompt__key(struct prompt *prompt, int key)
{
	bool changed;

	switch (key) {
	case K_ENTER:
	case '\r':
		return PROMPT_DONE;
	case K_ESC:
		return PROMPT_LEFT;
	case K_BACKSPACE:
	case K_DELETE:
	case CTRL('H'):
		changed = prompt->length && set_length(prompt, prompt->length - 1);
		break;
	case CTRL('U'):
		changed = set_length(prompt, 0);
		break;
	case CTRL('W'):
		changed = set_length(prompt, without_last_word(prompt));
		break;
	default:
		changed = insert(prompt, key);
	}
	return changed ? PROMPT_CHANGED : PROMPT_TYPING;
}

static char *text_from(const struct prompt *prompt, unsigned int start)
{
	size_t bytes = (size_t)(prompt->length - start) * MB_LEN_MAX + 1;
	char *text = malloc(bytes);

	if (text && wcstombs(text, prompt->text + start, bytes) == (size_t)-1) {
		free(text);
		text = NULL;
	}
	return text;
}

char *prompt__text(const struct prompt *prompt)
{
	return text_from(prompt, 0);
}

unsigned int prompt__draw(const struct prompt *prompt, const struct area *area)
{
	unsigned int label = text__columns(prompt->label), room, skip = 0, x = label;
	struct area line = area__part(area, 0, 0, 1, area->w);
	char *shown;

	area__put(&line, 0, 0, STYLE_KEY, prompt->label);
	if (line.w <= label)
		return line.w ? line.w - 1 : 0;
	room = line.w - label - 1; /* one for the cursor */
	while (wcswidth(prompt->text + skip, prompt->length - skip) > (int)room)
		skip++;
	shown = text_from(prompt, skip);
	if (shown)
		x += area__put(&line, 0, label, STYLE_TEXT, shown);
	free(shown);
	return x;
}
