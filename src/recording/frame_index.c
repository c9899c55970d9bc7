// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/frame_index.h"

#include <errno.h>
#include <stdlib.h>

#include "recording/scan.h"

static int make_room(struct frame_index *index)
{
	size_t room = index->room ? 2 * index->room : 64;
	struct frame_place *places;

	if (index->n < index->room)
		return 0;
	places = realloc(index->keyframes, room * sizeof(*places));
	if (!places)
		return -ENOMEM;
	index->keyframes = places;
	index->room = room;
	return 0;
}

static void thin_out(struct frame_index *index)
{
	size_t n = 0;

	for (size_t i = 0; i < index->n; i += 2)
		index->keyframes[n++] = index->keyframes[i];
	index->n = n;
	index->every *= 2;
}

static int add(struct frame_index *index, uint64_t time_ns, off_t at)
{
	int err;

	if (index->passed++ % index->every)
		return 0;
	if (index->n == FRAME_INDEX_MOST)
		thin_out(index);
	err = make_room(index);
	if (!err)
		index->keyframes[index->n++] = (struct frame_place){time_ns, at};
	return err;
}

/* Times only go on; a header that says otherwise is of no use here. */
static int note(struct frame_index *index, const struct scanned *found)
{
	const struct frame_header *header = &found->header;

	if (header->type != FRAME_SNAPSHOT ||
	    (index->snapshots && header->time_ns < index->last_ns))
		return 0;
	if (!index->snapshots++)
		index->first_ns = header->time_ns;
	index->last_ns = header->time_ns;
	if (header->flags & FRAME_FLAG_KEYFRAME)
		return add(index, header->time_ns, found->at);
	return 0;
}

int frame_index__make(struct frame_index *index, int fd)
{
	struct scan scan = {.fd = fd};
	struct scanned found;
	int err;

	index->every = 1;
	do {
		err = scan__next_header(&scan, &found);
		if (!err)
			err = note(index, &found);
	} while (!err);
	scan__clear(&scan);
	if (err != -ENODATA)
		return err;
	index->made = true;
	return 0;
}

off_t frame_index__find(const struct frame_index *index, uint64_t time_ns)
{
	size_t low = 0, high = index->n;

	if (!index->n)
		return 0;
	/* keyframes[low] is not after it, but for the first; keyframes[high] is */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (index->keyframes[middle].time_ns <= time_ns)
			low = middle;
		else
			high = middle;
	}
	return index->keyframes[low].at;
}

void frame_index__clear(struct frame_index *index)
{
	free(index->keyframes);
	*index = (struct frame_index){0};
}
