/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a running exporter may still do.  After attaching it needs no privilege:
 * it reads maps it holds, answers on sockets it holds and, if told to, writes
 * in one folder.  Everything else is given up for good:
 *  - all capabilities, and no new ones by exec (no_new_privs);
 *  - a seccomp filter: of bpf(2) only lookup, next key, batch lookup, object
 *    info and test run; no perf_event_open, no exec, no fork, no socket, bind, connect, no open
 *    for writing unless there is a folder to write in, no ptrace, mount, module, ...;
 *    refused calls fail with EPERM, they do not kill;
 *  - Landlock, where the kernel has it: writing only below that folder.
 */
#ifndef SERVE_SANDBOX_H
#define SERVE_SANDBOX_H

#include <stdbool.h>

struct sandbox_wishes {
	const char *write_folder; /* NULL: writes no file */
};

struct sandbox_state {
	bool no_caps, seccomp, landlock;
	const char *landlock_why_not; /* static; NULL when in force */
};

/*
 * sandbox__enter - for good.  Returns 0 and what is in force, or a negative errno after one
 * line: caps and seccomp are a must, Landlock is not.
 */
int sandbox__enter(const struct sandbox_wishes *wishes, struct sandbox_state *state);

/* "libseccomp 2.5.4". */
const char *sandbox__library(void);

#endif
