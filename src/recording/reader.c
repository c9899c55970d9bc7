// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording/frame_index.h"
#include "recording/info_json.h"
#include "recording/reader_file.h"
#include "recording/scan.h"
#include "recording/snapshot_code.h"

struct reader {
	int fd;
	bool owns_fd;
	struct scan scan;
	struct recording_info info;
	struct layouts layouts;
	struct text_pool *pool;
	struct recorded base; /* the last one decoded */
	struct recording_end end;
	struct recording_damage damage;
	struct frame_index index; /* made when first needed */
	uint64_t last_ns;	  /* of the last one handed out; 0: none */
	bool jumped;		  /* since then: what is between is no gap */
};

/* --- opening ------------------------------------------------------------------ */

static void say(char **why, const char *phrase)
{
	if (why)
		*why = strdup(phrase);
}

/*
 * The first frame that says what all is about.  A copy comes with each keyframe,
 * so damage to one costs no more than that one.
 */
static int find_info(struct reader *r, char **why)
{
	struct scanned found;
	bool frames = false;
	char *phrase = NULL;
	int err;

	while (!(err = scan__next(&r->scan, &found))) {
		frames = true;
		if (found.header.type != FRAME_INFO)
			continue;
		free(phrase);
		err = info_json__read((const char *)r->scan.payload.at, r->scan.payload.n, &r->info,
				      &r->layouts, &phrase);
		if (err != -EBADMSG)
			break;
	}
	if (err == -ENOTSUP && why) {
		*why = phrase;
		return err;
	}
	free(phrase);
	if (err != -ENODATA)
		return err;
	say(why,
	    frames ? "a recording, but what it is about is damaged" : "no recording of memcgtop");
	return -EBADMSG;
}

int reader__on(int fd, struct reader **reader, char **why)
{
	struct reader *r = calloc(1, sizeof(*r));
	int err;

	if (why)
		*why = NULL;
	if (!r)
		return -ENOMEM;
	r->fd = r->scan.fd = fd;
	r->pool = text_pool__new();
	err = r->pool ? find_info(r, why) : -ENOMEM;
	if (err) {
		reader__close(r);
		return err;
	}
	r->scan.at = 0;
	*reader = r;
	return 0;
}

int reader__open(const char *path, struct reader **reader, char **why)
{
	int fd = reader_file__open(path), err;

	if (why)
		*why = NULL;
	if (fd < 0)
		return fd;
	err = reader__on(fd, reader, why);
	if (err)
		close(fd);
	else
		(*reader)->owns_fd = true;
	return err;
}

const struct recording_info *reader__info(const struct reader *reader)
{
	return &reader->info;
}

/* --- reading ------------------------------------------------------------------ */

/*
 * A snapshot of a frame.  0: it is the base now; -EBADMSG: it is of no use.
 * Frames that are whole but out of place (two files run into each other) are
 * not taken: time only goes on, and a host keeps its possible CPUs.
 */
static int take_snapshot(struct reader *r, const struct frame_header *header, uint32_t *previous)
{
	struct recorded now;
	int err = snapshot_code__decode(r->scan.payload.at, r->scan.payload.n, &r->layouts,
					&r->base, &r->info.run, r->pool, previous, &now);

	if (err)
		return err == -ENOMEM ? err : -EBADMSG;
	if (now.snap->taken_ns != header->time_ns ||
	    (r->base.snap && (!snapshot_code__fits(&r->base, now.snap) ||
			      (!r->jumped && now.snap->taken_ns < r->base.snap->taken_ns)))) {
		snapshot__free(now.snap);
		return -EBADMSG;
	}
	snapshot__finish(now.snap);
	snapshot__free(r->base.snap);
	now.seq = header->seq;
	r->base = now;
	return 0;
}

static void note_gap(const struct reader *r, bool missing, struct recording_gap *gap)
{
	*gap = (struct recording_gap){0};
	if (!missing || r->jumped)
		return;
	gap->from_ns = r->last_ns ?: r->info.start_mono_ns;
	gap->to_ns = r->base.snap->taken_ns;
}

static int take_end(struct reader *r)
{
	struct recording_end end;
	int err = end_json__read((const char *)r->scan.payload.at, r->scan.payload.n, &end);

	if (err == -EBADMSG) {
		r->damage.unreadable++;
		return 0;
	}
	free(r->end.result_json);
	r->end = end;
	return err;
}

static int hand_out(struct reader *r, struct snapshot **snap, struct host_context *host)
{
	*snap = snapshot__copy(r->base.snap);
	if (!*snap)
		return -ENOMEM;
	if (host)
		*host = r->base.host;
	r->last_ns = r->base.snap->taken_ns;
	r->jumped = false;
	return 0;
}

int reader__next(struct reader *r, struct snapshot **snap, struct host_context *host,
		 struct recording_gap *gap)
{
	uint32_t last = r->base.seq, previous;
	struct scanned found;
	int err;

	while (!(err = scan__next(&r->scan, &found))) {
		r->damage.bytes += found.skipped;
		if (found.header.type == FRAME_END)
			err = take_end(r);
		if (err)
			return err;
		if (found.header.type != FRAME_SNAPSHOT)
			continue;
		err = take_snapshot(r, &found.header, &previous);
		if (!err) {
			note_gap(r, previous != last, gap);
			return hand_out(r, snap, host);
		}
		if (err != -EBADMSG)
			return err;
		r->damage.unreadable++;
	}
	if (err == -ENODATA && found.skipped) {
		r->damage.bytes += found.skipped;
		r->damage.cut = true;
	}
	return err;
}

struct recording_end reader__end(const struct reader *reader)
{
	return reader->end;
}

struct recording_damage reader__damage(const struct reader *reader)
{
	return reader->damage;
}

/* --- jumping ------------------------------------------------------------------ */

static int need_index(struct reader *r)
{
	int err = r->index.made ? 0 : frame_index__make(&r->index, r->fd);

	return err ?: r->index.snapshots ? 0 : -ENODATA;
}

int reader__span(struct reader *r, uint64_t *first_ns, uint64_t *last_ns)
{
	int err = need_index(r);

	if (!err) {
		*first_ns = r->index.first_ns;
		*last_ns = r->index.last_ns;
	}
	return err;
}

int reader__seek(struct reader *r, uint64_t time_ns)
{
	int err = need_index(r);

	if (err)
		return err;
	r->scan.at = frame_index__find(&r->index, time_ns);
	r->jumped = true;
	return 0;
}

void reader__close(struct reader *r)
{
	if (!r)
		return;
	snapshot__free(r->base.snap);
	free(r->end.result_json);
	frame_index__clear(&r->index);
	scan__clear(&r->scan);
	text_pool__free(r->pool);
	layouts__clear(&r->layouts);
	recording_info__clear(&r->info);
	if (r->owns_fd)
		close(r->fd);
	free(r);
}
