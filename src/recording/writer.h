/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Puts a recording into a file, frame by frame, each with one write.  When that
 * fails (disk full) it is said once, the file is cut back to its last whole
 * frame, and every later snapshot is tried again, as a keyframe: what is there
 * can always be read, and what is missing shows as a gap.
 */
#ifndef RECORDING_WRITER_H
#define RECORDING_WRITER_H

#include "recording/recording.h"

#define WRITER_KEYFRAME_EVERY 60u /* snapshots */

struct writer;

/*
 * writer__open - @path "-": standard output, else a new file.  A regular file
 * of that name becomes PATH.old, in place of an older one.
 * Returns NULL after one line that says why.
 */
struct writer *writer__open(const char *path);

/* writer__on - writes to @fd, which becomes the writer's; @name is for messages.  NULL: memory. */
struct writer *writer__on(int fd, const char *name);

/* What all is about; must stay until the end.  Comes first. */
void writer__describe(struct writer *w, const struct recording_info *info);

/*
 * writer__snapshot - one snapshot, cumulative.
 * Returns 0, or a negative errno when it is not in the file.
 */
int writer__snapshot(struct writer *w, const struct snapshot *snap,
		     const struct host_context *host);

int writer__end(struct writer *w, const struct recording_end *end);

/* Snapshots and bytes in the file, snapshots that are not. */
uint64_t writer__snapshots(const struct writer *w);
uint64_t writer__lost(const struct writer *w);
uint64_t writer__bytes(const struct writer *w);

/*
 * writer__close - frees it.
 * Returns 0 or the first error there was; one that close tells is said.
 */
int writer__close(struct writer *w);

/* writer__discard - as if it had never been: the old file is what it was. */
void writer__discard(struct writer *w);

#endif
