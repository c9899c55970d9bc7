/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's own test functions, which BPF_PROG_TEST_RUN of a tracing program
 * calls one after the other, and nothing else does: programs on them cost
 * nothing else.  Running them needs no privilege, attaching does.
 */
#ifndef KERNEL_HOT_LOOP_H
#define KERNEL_HOT_LOOP_H

#include "kernel/session.h"

#define HOT_BIT(program) (1u << (program))

/* Before load: the programs, where the kernel has the test functions.  0 or -errno. */
int hot_loop__prepare(struct session *session, const struct facts *facts);

/*
 * hot_loop__attach - the given programs (a bit each) into @links[HOT_NR].
 * The kernel runs the last attached first: those of one function run in the order of
 * enum hot_program.  Returns 0 or -errno; then none is attached.
 */
int hot_loop__attach(struct session *session, unsigned int programs, struct bpf_link **links);
void hot_loop__detach(struct bpf_link **links);

/*
 * hot_loop__run - runs the functions @n times; @samples[i] is *@field, less *@minus (NULL: 0),
 * after each, in ns.  HOT_FIRST must be attached.  Returns 0, or -errno: -ENODATA, the programs did
 * not run.
 */
int hot_loop__run(struct session *session, const volatile __u64 *field, const volatile __u64 *minus,
		  uint32_t *samples, int n);

/*
 * hot_loop__stats_on - does the kernel keep run-time statistics of BPF programs
 * right now?  1, 0, or -errno.  Told by a run of HOT_FIRST, which must be attached.
 */
int hot_loop__stats_on(struct session *session);

#endif
