/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the keyframes of a file are, told from the headers alone; inside reader.c only. */
#ifndef RECORDING_FRAME_INDEX_H
#define RECORDING_FRAME_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Keyframes remembered; beyond, every second one is forgotten, again and again. */
#define FRAME_INDEX_MOST 65536u

struct frame_index {
	struct frame_place {
		uint64_t time_ns;
		off_t at;
	} * keyframes;
	size_t n, room;
	size_t every, passed;	    /* one in so many is remembered */
	uint64_t first_ns, last_ns; /* of all snapshots */
	uint64_t snapshots;
	bool made;
};

/* Fills a zeroed @index.  0 or a negative errno.  Clear in either case. */
int frame_index__make(struct frame_index *index, int fd);

/* The last one not after @time_ns, else the first; 0 where there is none. */
off_t frame_index__find(const struct frame_index *index, uint64_t time_ns);

void frame_index__clear(struct frame_index *index);

#endif
