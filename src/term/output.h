/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes on their way to the terminal.  ncurses waits for ever on a terminal
 * that takes nothing (^S, a dead ssh) and tells nobody of one that has gone, so
 * it composes into a file in memory, and they are sent from here.
 */
#ifndef TERM_OUTPUT_H
#define TERM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Returns 0 or a negative errno. */
int output__open(void);
void output__close(void);

/* The terminal, opened anew so that not to block on it is for us alone; to send and to poll. */
int output__tty(void);

/* output__capture - from here on what is written to @fd is ours to send.  0 or a negative errno. */
int output__capture(int fd);

/*
 * output__send - sends what was composed, and what was left over before, for at
 * most @wait_ms.  Returns 0 when all is out, 1 when some is left, -EIO when the
 * terminal has gone, -ENOMEM.
 */
int output__send(int wait_ms);

/* Something is left to send. */
bool output__is_behind(void);

/* Forgets what is left: the terminal has been given to somebody else meanwhile. */
void output__drop(void);

#endif
