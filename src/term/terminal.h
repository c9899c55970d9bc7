/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The terminal under the live screen: the only room that knows ncurses.  One
 * terminal a process, since it restores it from signal handlers.
 */
#ifndef TERM_TERMINAL_H
#define TERM_TERMINAL_H

#include <stdbool.h>

#include "tui/canvas.h"
#include "tui/key.h"

/*
 * terminal__can - can standard output and input show a screen?  False for no
 * terminal, and for a TERM that is unset, dumb, unknown or cannot move the
 * cursor; @why then says so in a phrase (static), NULL for "no terminal".
 */
bool terminal__can(const char **why);

/*
 * terminal__open - takes the terminal over.  From here on every way out
 * restores it: terminal__close, exit(), SIGSEGV and its like, INT, TERM and HUP
 * where nobody else handles them, and ^Z (which comes back through SIGCONT with
 * a K_RESIZE).
 * @colour: false, or NO_COLOR (not empty) in the environment: none.
 * Returns 0 or a negative errno after one line about it.
 */
int terminal__open(bool colour);
void terminal__close(void);

/*
 * terminal__rescue - gives the terminal back, from a signal handler that is
 * about to end the process.  Nothing to do, nothing done; as often as you like.
 */
void terminal__rescue(void);

/* Readable when terminal__key has something; never blocks there. */
int terminal__fd(void);

/* terminal__key - the next key, or K_NONE.  @mouse is set with K_MOUSE. */
int terminal__key(struct mouse *mouse);

/* Size right now. */
void terminal__size(unsigned int *height, unsigned int *width);
/* The locale is UTF-8, and it is not the Linux console, whose fonts have few blocks. */
bool terminal__has_blocks(void);

/*
 * terminal__show - brings @canvas to the terminal, sending what changed only.
 * @cursor_y, @cursor_x: where the cursor goes; negative: hidden.
 * A terminal that takes nothing (^S) is left behind after a moment: what is
 * left is sent when it takes it, and until then nothing newer.
 * Returns 0, -EIO when the terminal has gone, -ENOMEM.
 */
int terminal__show(const struct canvas *canvas, int cursor_y, int cursor_x);

/* All of it is sent again at the next show (^L). */
void terminal__redraw(void);

/* Name and version of the library underneath, for --version. */
const char *terminal__library(void);

#endif
