/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ncurses, wide characters included, without macros named move, erase or timeout. */
#ifndef TERM_CURSES_H
#define TERM_CURSES_H

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1

#include <curses.h>

#endif
