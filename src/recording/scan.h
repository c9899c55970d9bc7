/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the whole frames of a file, whatever else is in it: after damage the
 * next magic with a sound header behind it is looked for.
 */
#ifndef RECORDING_SCAN_H
#define RECORDING_SCAN_H

#include <sys/types.h>

#include "recording/frame.h"

/* Zeroed but for fd is a valid start.  Frees what it holds with scan__clear. */
struct scan {
	int fd; /* of a regular file; not owned */
	off_t at;
	struct bytes stored, payload;
	struct bytes window;
	uint64_t wasted; /* bytes of payloads read in vain since the last sound one */
};

struct scanned {
	struct frame_header header;
	off_t at;	  /* of its header */
	uint64_t skipped; /* bytes before it that are no frame */
};

/*
 * scan__next - the next whole frame from scan->at on, which moves behind it.
 * Its inflated payload is scan->payload, until the next call.
 * Returns 0; -ENODATA: there is none, and found->skipped says how much was
 * there instead; -ENOMEM; or a negative errno of read.
 */
int scan__next(struct scan *scan, struct scanned *found);

/* scan__next_header - the same, but the payload is neither read nor checked. */
int scan__next_header(struct scan *scan, struct scanned *found);

void scan__clear(struct scan *scan);

#endif
