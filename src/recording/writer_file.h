/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file a writer writes to: made, appended to frame by frame, cut back; inside writer.c only. */
#ifndef RECORDING_WRITER_FILE_H
#define RECORDING_WRITER_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct writer_file {
	int fd; /* with open */
	bool open;
	bool made;	/* by us: may be unlinked */
	char *name;	/* for messages */
	char *path;	/* NULL: not opened by a path */
	char *old_path; /* what was there is there now; NULL: nothing was */
	uint64_t bytes; /* of whole frames written */
	int64_t start;	/* where they begin in a regular file; -1: it cannot be cut */
};

/* Both fill a zeroed @f.  0, or a negative errno; open after one line about it. */
int writer_file__open(struct writer_file *f, const char *path);
int writer_file__take(struct writer_file *f, int fd, const char *name);

/*
 * writer_file__write - all of it, or nothing: what was written of it is cut off.
 * A pipe whose reader sleeps is waited for a second at most.
 * Returns 0 or a negative errno.
 */
int writer_file__write(struct writer_file *f, const void *at, size_t n);

/* @error: what has been said already, then close is not heard.  0 or a negative errno. */
int writer_file__close(struct writer_file *f, int error);

/* Takes the file away again, and puts the old one back. */
void writer_file__discard(struct writer_file *f);

#endif
