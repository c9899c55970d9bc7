/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command that memcgtop stat or record measures.  It is forked before the probes are
 * attached (and before privileges are dropped) but waits to be let go, so that
 * the measurement sees all of it and its start none of ours.
 */
#ifndef CMD_STAT_CHILD_H
#define CMD_STAT_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct stat_child {
	pid_t pid;
	int gate_fd;  /* a byte lets it go */
	int error_fd; /* the errno of a failed exec comes here */
	bool ended;
	int wait_status;
};

/*
 * stat_child__fork - @stdout_fd: what becomes its standard output, -1: ours.
 * Returns 0 or a negative errno.
 */
int stat_child__fork(struct stat_child *child, char **argv, int stdout_fd);

/*
 * stat_child__go - lets it start.
 * Returns 0 once it runs, or the exit status (126, 127) after one line about
 * why @argv could not be started.
 */
int stat_child__go(struct stat_child *child, char **argv);

/* Has it ended?  Does not wait. */
bool stat_child__ended(struct stat_child *child);

/*
 * stat_child__terminate - TERM, and up to two seconds of patience.
 * Returns whether it has ended.
 */
bool stat_child__terminate(struct stat_child *child);

/*
 * stat_child__end - its exit status once it has ended; it is asked to if the
 * measurement ended first.  1 after one line where it does not hear.
 */
int stat_child__end(struct stat_child *child, const char *name);

/* Exit status as the shell tells it: its own, or 128 plus the signal. */
int stat_child__exit_status(const struct stat_child *child);

/* Ends a child that was never let go; leaves any other alone. */
void stat_child__abandon(struct stat_child *child);

#endif
