/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes a recording out of a file, snapshot by snapshot.  What is damaged is
 * left out and shows as a gap before the next snapshot; any bytes at all are
 * survived.  Holds one snapshot at a time, not the file.
 */
#ifndef RECORDING_READER_H
#define RECORDING_READER_H

#include "recording/recording.h"

struct reader;

/* Time of which nothing is known, for frames are missing. */
struct recording_gap {
	uint64_t from_ns, to_ns; /* monotonic: the snapshots on both sides; to_ns 0: no gap */
};

/* What was not as it should be, so far. */
struct recording_damage {
	uint64_t bytes;	     /* that are no whole frame */
	uint64_t unreadable; /* frames that are whole, but of no use, or were never written */
	bool cut;	     /* the file ends within a frame */
};

/*
 * reader__open - of @path, "-": standard input.
 * @why: on failure, a phrase to free; may be NULL.
 * Returns 0, or a negative errno: -EBADMSG for no recording, -ENOTSUP for a
 * version that is not known.
 */
int reader__open(const char *path, struct reader **reader, char **why);

/* reader__on - of the regular file @fd, which stays the caller's. */
int reader__on(int fd, struct reader **reader, char **why);

/* Who measured what.  Lives as long as the reader, as all it hands out. */
const struct recording_info *reader__info(const struct reader *reader);

/*
 * reader__next - the next snapshot, cumulative, to free.
 * @host: what was recorded with it; may be NULL.
 * @gap: what is missing between it and the one before.
 * Returns 0, -ENODATA at the end, or a negative errno.
 */
int reader__next(struct reader *reader, struct snapshot **snap, struct host_context *host,
		 struct recording_gap *gap);

/* After reader__next came to the end.  result_json stays the reader's. */
struct recording_end reader__end(const struct reader *reader);
struct recording_damage reader__damage(const struct reader *reader);

/*
 * reader__span - times of the first and the last snapshot, from the frames'
 * headers; neither was decoded.  0, -ENODATA when there is none, or a negative
 * errno.
 */
int reader__span(struct reader *reader, uint64_t *first_ns, uint64_t *last_ns);

/*
 * reader__seek - goes on with the keyframe at or before @time_ns, else with the
 * first one.  What lies between is no gap.  Returns as reader__span.
 */
int reader__seek(struct reader *reader, uint64_t time_ns);

void reader__close(struct reader *reader);

#endif
