/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Following the floor where no program can be attached any more (export gives
 * up the privilege for it).  Two programs stay on a test function of the
 * kernel (hot_loop.h).  The way from the one to the next is not the floor, for
 * caches are warm there, but what changes the floor changes it by as much: the
 * kernel's BPF statistics above all, which lie between any two programs.
 */
#ifndef KERNEL_FOLLOW_H
#define KERNEL_FOLLOW_H

#include "kernel/session.h"
#include "stats/level.h"

struct follow {
	struct bpf_link *links[HOT_NR];
	bool able;	    /* readings can be taken */
	struct place noted; /* reading when the floor was measured in place */
	struct level level;
	bool stats_on; /* the kernel kept statistics of BPF programs at the last look */
};

/* Attaches for good, while that may be done.  able stays false where it cannot. */
void follow__attach(struct follow *follow, struct session *session);
void follow__detach(struct follow *follow);

/* follow__note - the floor has just been measured in place: changes count from now. */
void follow__note(struct follow *follow, struct session *session);

/* Have statistics been switched since the last look?  Cheap: three system calls. */
bool follow__stats_switched(struct follow *follow, struct session *session);

/*
 * follow__look - has the floor moved since the last look?  @floor_ns: its size, for what is worth
 * a new one.  @cause: statistics were switched, see level.h.
 * True: yes, it is now follow__moved_ns off what was measured in place.
 */
bool follow__look(struct follow *follow, struct session *session, double floor_ns, bool cause);
double follow__moved_ns(const struct follow *follow);
/* Standard error of that. */
double follow__error_ns(const struct follow *follow);

#endif
