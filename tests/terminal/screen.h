/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A terminal in memory (libvterm): takes a program's output, and tells what a
 * person would see.  It also lists what no terminal should be sent.
 */
#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COLOUR_DEFAULT (-1)
#define COLOUR_RGB     0x1000000 /* with 0xrrggbb; else an index below 256 */

struct screen_cell {
	char text[32]; /* UTF-8; "" for the right half of a wide character */
	unsigned int width;
	bool bold, underline, reverse;
	int32_t fg, bg;
};

struct screen;

/*
 * @utf8: how its bytes are read.  @answer: gets what the terminal sends to the
 * program, keys and replies.
 */
struct screen *screen__new(unsigned int rows, unsigned int cols, bool utf8,
			   void (*answer)(const char *bytes, size_t len, void *arg), void *arg);
void screen__free(struct screen *screen);
void screen__feed(struct screen *screen, const char *bytes, size_t len);
void screen__resize(struct screen *screen, unsigned int rows, unsigned int cols);
unsigned int screen__rows(const struct screen *screen);
unsigned int screen__cols(const struct screen *screen);

/* Row without trailing blanks, or all rows, each with a newline.  Free the result. */
char *screen__row(const struct screen *screen, unsigned int y);
char *screen__text(const struct screen *screen);
struct screen_cell screen__cell(const struct screen *screen, unsigned int y, unsigned int x);

bool screen__is_alternate(const struct screen *screen);
bool screen__has_cursor(const struct screen *screen);
bool screen__has_mouse(const struct screen *screen);
void screen__cursor(const struct screen *screen, unsigned int *y, unsigned int *x);

/* Sequences so far that set a colour; bytes so far; of these, >= 0x80. */
unsigned int screen__colours(const struct screen *screen);
size_t screen__bytes(const struct screen *screen);
size_t screen__high_bytes(const struct screen *screen);
/* What was sent that is no text and no sequence the terminal knows; "" for none. */
const char *screen__strays(const struct screen *screen);

/*
 * screen__key - a key as the terminal would send it in its present mode: a
 * character, or Up, Down, Left, Right, Home, End, PageUp, PageDown, Delete,
 * Tab, BackTab, Enter, Esc, Backspace, Space, F1..F12, ^X.  False for no such key.
 */
bool screen__key(struct screen *screen, const char *name);
void screen__click(struct screen *screen, unsigned int y, unsigned int x);
/* Turns the wheel up or down by one. */
void screen__wheel(struct screen *screen, unsigned int y, unsigned int x, bool up);

#endif
