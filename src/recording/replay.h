/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording as a source of snapshots: what is asked for at a time is answered
 * as the recorded host would have.  Its clock is the recorded one.
 *
 * At once: wait() moves the clock to the first snapshot not before the deadline
 * and never sleeps; read() gives it with the maxima of all since the read before,
 * and -ENODATA once the last was read.
 *
 * Paced: the clock runs by itself, as fast as the speed says, and stands at the
 * end; wait() sleeps; read() gives the last snapshot that has come.
 *
 * What happened in a gap is in no snapshot: it is taken out of all that follow,
 * its time too, so that no rate has it.
 */
#ifndef RECORDING_REPLAY_H
#define RECORDING_REPLAY_H

#include "model/source.h"
#include "recording/reader.h"
#include "recording/recorded_run.h"

#define REPLAY_GAPS_KEPT 256u

/* replay__speed's reach */
#define REPLAY_SLOWEST (1.0 / 64)
#define REPLAY_FASTEST 4096.0

/*
 * replay__new - takes @reader; close through the source's ops.
 * @range: part of it, counted from the first snapshot; may be NULL.
 * Returns 0, -ENODATA when no snapshot lies there, or a negative errno; then
 * @reader is still the caller's.
 */
int replay__new(struct reader *reader, const struct time_range *range, bool paced,
		struct source **src);

bool replay__is_replay(const struct source *src);

/* The reader behind it: its info, end and damage. */
const struct reader *replay__reader(const struct source *src);

/* Where the clock is, and the end of the part shown: since the first snapshot of the recording. */
uint64_t replay__position(const struct source *src);
uint64_t replay__length(const struct source *src);
/* Monotonic time on the recorded host of position 0. */
uint64_t replay__start_ns(const struct source *src);

/*
 * replay__seek - moves the clock to the snapshot at or before position @ns.
 * What is read next is a new start, not comparable with what was read before.
 * Returns 0 or a negative errno.
 */
int replay__seek(struct source *src, uint64_t ns);

/* Of a paced one; 0 stands still, others are kept within reach. */
void replay__set_speed(struct source *src, double factor);
double replay__speed(const struct source *src);

/* Has the clock come to the end? */
bool replay__at_end(const struct source *src);

/* Gaps met so far: @n of them are kept, @all there were, and the time they took. */
const struct recording_gap *replay__gaps(const struct source *src, size_t *n, size_t *all,
					 uint64_t *ns);

/* Snapshots whose time has come, from the start or the last seek on. */
uint64_t replay__snapshots(const struct source *src);

/*
 * replay__host - what else went on between the first read and the last, gaps
 * left out; flags say what both ends had.
 */
struct host_context replay__host(const struct source *src);

#endif
