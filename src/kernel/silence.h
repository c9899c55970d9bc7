/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program that no longer runs looks like a host on which nothing happens.
 * After a minute without a single run we make the kernel charge and uncharge
 * pages of our own and look whether the program saw it.  Said only where it is
 * known that it should: it did at the start, and we are in the same cgroup still.
 */
#ifndef KERNEL_SILENCE_H
#define KERNEL_SILENCE_H

#include "kernel/session.h"

struct silence {
	uint64_t cgroup_id;   /* ours; 0: our pages are charged to nobody */
	bool proven[ROLE_NR]; /* runs when we provoke it */
	uint64_t runs[ROLE_NR];
	uint64_t since_ns[ROLE_NR]; /* no run since then */
};

/* Gate open.  Provokes once. */
void silence__start(struct silence *silence, const struct session *session);

/*
 * silence__check - @runs: of each role's programs so far (struct own_cost).
 * Returns ROLE_NR, or the role that is deaf.
 */
enum role silence__check(struct silence *silence, const struct session *session,
			 const uint64_t *runs, uint64_t now_ns);

#endif
