/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The end of a run from outside: INT, TERM, HUP, and the end of a child.  Signals
 * are noted from stop__install on; whoever waits is woken through a pipe, so
 * that none is missed between a look and a sleep.
 *
 * The first INT, TERM or HUP asks for an orderly end; another one kills memcgtop at
 * once, unless a child runs: then they belong to the child (stat_child.h).
 */
#ifndef CMD_COMMON_STOP_H
#define CMD_COMMON_STOP_H

#include <stdbool.h>
#include <sys/types.h>

/* Call first thing in main.  Returns 0 or a negative errno. */
int stop__install(void);

/* stop__requested - the INT, TERM or HUP that asked for the end, or 0. */
int stop__requested(void);

/*
 * stop__reload_on_hup - from now on HUP asks for a reload, not for the end;
 * stop__take_reload says, once, whether it did.
 */
void stop__reload_on_hup(void);
bool stop__take_reload(void);

/* Descriptor that becomes readable with every signal noted. */
int stop__wake_fd(void);

/* Empties the pipe; call before looking at what happened. */
void stop__drain(void);

/*
 * stop__pass_to - from now on signals sent to memcgtop go to this child as
 * well, unless the terminal has sent them to both; 0: to none.
 */
void stop__pass_to(pid_t child);

/* Restores dispositions and mask for a program about to be executed. */
void stop__reset_for_exec(void);

/* Ends the process as a signal would have (for the shell's $?). */
void stop__die_of(int sig) __attribute__((noreturn));

#endif
