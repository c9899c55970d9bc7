/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When the floor is measured, looked at, measured anew: keeps a calibration
 * right for as long as a source runs.
 */
#ifndef KERNEL_FLOOR_KEEPER_H
#define KERNEL_FLOOR_KEEPER_H

#include "kernel/calibrate.h"

struct floor_keeper {
	struct calibration cal;
	uint64_t started_ns;
	uint64_t looked_ns; /* for switched statistics, last */
	uint64_t due_ns;    /* when the floor is next looked at, and how long until the */
	uint64_t every_ns;  /* time after that */
	uint64_t stats_ns;  /* kernel run-time statistics at the last read */
	bool stats_on, stats_known;
	bool stats_held; /* by us, with --cost: nobody can switch them */
};

/*
 * floor_keeper__start - a first floor before anything is timed, if refills come soon
 * enough; else it comes later.  @sealed: nothing can be attached after this.
 */
void floor_keeper__start(struct floor_keeper *keeper, struct session *session, bool sealed);

/*
 * floor_keeper__tick - to be called often while the source waits.  Returns how
 * long it may sleep, in ns, at most @most_ns.
 */
uint64_t floor_keeper__tick(struct floor_keeper *keeper, struct session *session, uint64_t most_ns);

/* Before a read: a floor that is known by now is in force. */
void floor_keeper__before_read(struct floor_keeper *keeper, struct session *session);

/*
 * floor_keeper__after_read - somebody switching the kernel's BPF statistics on or off
 * changes the way in and out of every program.
 * @stats_ns: what they say of our programs; @refills: since the last read.
 */
void floor_keeper__after_read(struct floor_keeper *keeper, struct session *session,
			      uint64_t stats_ns, uint64_t refills);

void floor_keeper__stop(struct floor_keeper *keeper, struct session *session);

#endif
