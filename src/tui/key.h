/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keys as the screen's code knows them: characters are themselves (Unicode code
 * points), the rest is here.  The one table of what keys do: the help panel,
 * the bottom line and the man page's check read it.
 */
#ifndef TUI_KEY_H
#define TUI_KEY_H

#include <stddef.h>

enum key {
	K_NONE = 0,
	K_TAB = 9,
	K_ENTER = 10,
	K_ESC = 27,
	K_BACKSPACE = 127,
	/* Beyond Unicode. */
	K_UP = 0x110000,
	K_DOWN,
	K_LEFT,
	K_RIGHT,
	K_PAGE_UP,
	K_PAGE_DOWN,
	K_HOME,
	K_END,
	K_DELETE,
	K_BACKTAB,
	K_F1,
	K_F2,
	K_F3,
	K_F4,
	K_F5,
	K_F6,
	K_F7,
	K_F8,
	K_F9,
	K_F10,
	K_MOUSE,  /* see struct mouse */
	K_RESIZE, /* the terminal has another size */
	K_GONE,	  /* the terminal has gone away */
};

enum mouse_what { MOUSE_CLICK, MOUSE_DOUBLE, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct mouse {
	enum mouse_what what;
	unsigned int y, x;
};

/* Where a key means something. */
enum key_scope { KEYS_ANYWHERE, KEYS_TABLES, KEYS_TREE, KEYS_CPUS, KEYS_HISTOGRAM, KEYS_REPLAY };

struct key_help {
	enum key_scope scope;
	const char *keys; /* as shown: "Up k", "F5 t" */
	const char *does; /* "sort by the column on the left" */
	const char *brief; /* for the bottom line: "Tree"; NULL: not there */
};

extern const struct key_help key_table[];
extern const size_t key_table_size;

#endif
