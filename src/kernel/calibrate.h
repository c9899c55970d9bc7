/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calibration in place.  A second entry program is attached to the refilled
 * function for a short phase; from the end of the first to the start of the
 * second is exactly "out of one program, into the next", measured where it
 * matters.  The result, the floor, is what every measured interval contains
 * besides the kernel's own work.  Holds are not timed until the first floor
 * is known; calls are counted all the while.
 *
 * Sealed, nothing can be attached after the start.  The second entry program
 * then stays until it has given two floors, the other a second later when
 * caches have warmed up, however long that takes; from then on the floor is
 * followed (follow.h).
 */
#ifndef KERNEL_CALIBRATE_H
#define KERNEL_CALIBRATE_H

#include "kernel/follow.h"
#include "kernel/session.h"
#include "kernel/structure.h"
#include "model/snapshot.h"
#include "util/log.h"

struct calibration {
	bool sealed;	/* set before the first start */
	bool running;
	unsigned int floors_due;	/* of this phase */
	uint64_t not_before_ns;		/* the next one */
	struct bpf_link *link;
	uint64_t *seen;			 /* samples of each CPU when the phase began */
	uint64_t body_ns[MCT_NR_BODIES]; /* mean of each program's body; 0: not seen */
	struct structure structure;
	struct floor_info floor;
	double in_place_ns, in_place_error_ns; /* floor.base_ns as it was measured */
	struct follow follow;		/* sealed only */
	bool stale;			/* sealed, not followed, and statistics were switched since */
	bool warned;			/* of that */
	uint64_t timing_since_ns;	/* when holds began to be timed; 0: they are not */
};

/*
 * Starts a phase.  @anew: the floor in force is wrong or there is none; holds
 * are not timed until the new one is known, and the trampolines' structure is
 * measured again.  Else the floor in force stays until a fresher one is there.
 * Returns 0 or a negative errno (then uncorrected).
 */
int calibrate__start(struct calibration *cal, struct session *session, bool anew);

/*
 * calibrate__poll - ends the phase once @enough samples are there: sets the
 * floor, starts a new epoch, lets holds be timed.  Returns true when the phase
 * is over or none was running.
 */
bool calibrate__poll(struct calibration *cal, struct session *session, unsigned int enough);

/*
 * calibrate__follow - sealed: looks, cheaply, whether the kernel's BPF statistics
 * were switched, and takes the floor along.  @due: looks at the floor whatever they say.
 */
void calibrate__follow(struct calibration *cal, struct session *session, bool due);

/*
 * calibrate__stats_switched - told from elsewhere that they were.  Unsealed: measures anew.
 * Sealed and without a way to follow: the floor is stale until they are switched back.
 */
void calibrate__stats_switched(struct calibration *cal, struct session *session);

/* Without a method for this mode: times uncorrected, and says why. */
void calibrate__give_up(struct calibration *cal, struct session *session, const char *why);

/* Page faults of our own, so that an idle host gives samples (not in the root cgroup). */
void calibrate__provoke(void);

void calibrate__stop(struct calibration *cal, struct session *session);

#endif
