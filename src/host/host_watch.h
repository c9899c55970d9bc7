/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the host context (model/host_context.h) at each snapshot.
 *
 * Context switches of CMD are those of the children that were waited for (and
 * those these had waited for), as the kernel adds them up, plus those of the
 * threads of CMD and its descendants that live.  While they run that is a lower
 * bound, for what a living process has taken over from its dead threads and
 * children shows only when it ends.  memcgtop is a subreaper then: what outlives
 * its parent becomes its child, and is waited for too.  The figure never falls.
 */
#ifndef HOST_HOST_WATCH_H
#define HOST_HOST_WATCH_H

#include <stddef.h>
#include <stdbool.h>
#include <sys/types.h>

#include "model/host_context.h"

struct host_watch {
	pid_t cmd;	    /* 0: there is none */
	bool sees_children; /* of a thread: /proc/PID/task/TID/children is there */
	pid_t *ksoftirqd;   /* one a CPU; none where they cannot be seen */
	size_t n_ksoftirqd;
	uint64_t base_involuntary, base_voluntary; /* of children before CMD */
	uint64_t involuntary, voluntary;	   /* the most seen */
};

/*
 * host_watch__start - @cmd: CMD, a child of ours, or 0.  All our children count,
 * but for those waited for before this; where the kernel keeps no lists of
 * children, of the living only CMD itself.
 */
void host_watch__start(struct host_watch *watch, pid_t cmd);
void host_watch__read(struct host_watch *watch, struct host_context *host);
void host_watch__stop(struct host_watch *watch);

#endif
