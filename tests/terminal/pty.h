/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program in the foreground of a pseudo-terminal, as a shell would start it:
 * a leader of the session stands between, so that ^Z stops the program.  No
 * sleeping: everything waits for an event with a deadline.
 *
 * That leader is a shell that does not pass a hangup on: the program has to
 * find it out itself.
 */
#ifndef TERMINAL_PTY_H
#define TERMINAL_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

struct pty {
	int master, slave; /* -1: closed */
	pid_t leader, pid; /* pid: the program */
	int status_fd;	   /* from the leader: int statuses of the program */
	int order_fd;	   /* to the leader */
	struct termios before;
	bool ended;
	int status; /* of waitpid, the last one heard of */
};

struct pty_spec {
	unsigned int rows, cols;
	char *const *argv, *const *env;
	/* NULL: the terminal; else a file to be opened in its place. */
	const char *stdin_path, *stdout_path, *stderr_path;
	const char *folder; /* to run in; NULL: this one */
};

/* Returns 0 or a negative errno.  pty__close in the former case. */
int pty__start(struct pty *pty, const struct pty_spec *spec);
/* Kills what still runs. */
void pty__close(struct pty *pty);

/*
 * pty__read - what has come, waiting at most @timeout_ms for a first byte.
 * Returns the number of bytes, 0 for none in time, -EIO for a closed terminal.
 */
ssize_t pty__read(struct pty *pty, char *bytes, size_t size, int timeout_ms);
void pty__write(struct pty *pty, const char *bytes, size_t len);
/* Tells the program's group by SIGWINCH, as the kernel does. */
void pty__resize(struct pty *pty, unsigned int rows, unsigned int cols);
void pty__signal(const struct pty *pty, int sig);

/*
 * pty__changed - has the program stopped or ended?  Then pty->status and
 * pty->ended say how.  Does not wait.
 */
bool pty__changed(struct pty *pty);
/* A stopped program goes on, in the foreground. */
void pty__foreground(struct pty *pty);
/* The terminal goes away. */
void pty__hangup(struct pty *pty);

/*
 * pty__is_idle - the program sleeps, no signal waits for it and it has read all
 * that was typed: nothing will come from it unless something happens.
 */
bool pty__is_idle(const struct pty *pty);
/* The settings of the terminal are those from before the program. */
bool pty__is_restored(const struct pty *pty);
/* CPU time of the program in clock ticks, or -1. */
long pty__cpu_ticks(const struct pty *pty);

#endif
