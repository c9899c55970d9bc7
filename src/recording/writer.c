// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "recording/frame.h"
#include "recording/info_json.h"
#include "recording/snapshot_code.h"
#include "recording/writer_file.h"
#include "util/log.h"

struct writer {
	struct writer_file file;
	const struct recording_info *info;
	struct recorded base; /* the last one tried */
	struct bytes payload, frames;
	uint32_t seq;		/* of the last frame */
	unsigned int since_key; /* snapshots since the last keyframe */
	bool trouble;		/* the last write failed */
	int error;		/* the first there was */
	uint64_t snapshots, lost;
};

struct writer *writer__open(const char *path)
{
	struct writer *w = calloc(1, sizeof(*w));

	if (!w) {
		log__error("out of memory");
		return NULL;
	}
	if (writer_file__open(&w->file, path)) {
		writer__close(w);
		return NULL;
	}
	return w;
}

struct writer *writer__on(int fd, const char *name)
{
	struct writer *w = calloc(1, sizeof(*w));

	if (w && writer_file__take(&w->file, fd, name)) {
		writer__close(w);
		return NULL;
	}
	return w;
}

void writer__describe(struct writer *w, const struct recording_info *info)
{
	w->info = info;
}

static int add_frame(struct writer *w, enum frame_type type, unsigned int flags, uint64_t time_ns)
{
	struct frame_header header = {
		.type = (uint16_t)type,
		.flags = (uint16_t)flags,
		.seq = ++w->seq,
		.time_ns = time_ns,
	};

	return frame__append(&w->frames, &header, &w->payload);
}

static int add_json(struct writer *w, enum frame_type type, char *text, uint64_t time_ns)
{
	if (!text)
		return -ENOMEM;
	w->payload.n = 0;
	bytes__put(&w->payload, text, strlen(text));
	free(text);
	return add_frame(w, type, 0, time_ns);
}

/* Writes what has been put together, or says once why not. */
static int flush(struct writer *w, int err)
{
	if (!err && w->frames.failed)
		err = -ENOMEM;
	if (!err)
		err = writer_file__write(&w->file, w->frames.at, w->frames.n);
	if (err && !w->error)
		log__error("cannot write %s: %s; measuring goes on, and later snapshots are tried",
			   w->file.name, strerror(-err));
	else if (!err && w->trouble)
		log__warn("%s takes snapshots again; %llu are not in it", w->file.name,
			  (unsigned long long)w->lost);
	if (err && !w->error)
		w->error = err;
	w->trouble = err;
	w->frames.n = 0;
	if (w->frames.failed || w->payload.failed) {
		bytes__free(&w->frames);
		bytes__free(&w->payload);
	}
	return err;
}

static bool is_keyframe_due(const struct writer *w, const struct snapshot *snap)
{
	return w->trouble || w->since_key + 1 >= WRITER_KEYFRAME_EVERY ||
	       !snapshot_code__fits(&w->base, snap);
}

/* The next one is a difference to this.  Without memory for that, a keyframe. */
static void remember(struct writer *w, const struct snapshot *snap, const struct host_context *host)
{
	snapshot__free(w->base.snap);
	w->base.snap = snapshot__copy(snap);
	w->base.host = *host;
	w->base.seq = w->seq;
}

int writer__snapshot(struct writer *w, const struct snapshot *snap, const struct host_context *host)
{
	bool keyframe = is_keyframe_due(w, snap);
	int err = 0;

	/* Before each keyframe: what follows can be read even if all before is lost. */
	if (keyframe)
		err = add_json(w, FRAME_INFO, info_json__write(w->info), w->info->start_mono_ns);
	w->payload.n = 0;
	snapshot_code__encode(&w->payload, &w->base, keyframe, !w->info->anonymous, snap, host);
	if (!err)
		err = add_frame(w, FRAME_SNAPSHOT, keyframe ? FRAME_FLAG_KEYFRAME : 0,
				snap->taken_ns);
	err = flush(w, err);
	if (err) {
		w->lost++;
	} else {
		w->snapshots++;
		w->since_key = keyframe ? 0 : w->since_key + 1;
	}
	remember(w, snap, host);
	return err;
}

int writer__end(struct writer *w, const struct recording_end *end)
{
	int err = add_json(w, FRAME_END, end_json__write(end),
			   w->base.snap ? w->base.snap->taken_ns : 0);

	return flush(w, err);
}

uint64_t writer__snapshots(const struct writer *w)
{
	return w->snapshots;
}

uint64_t writer__lost(const struct writer *w)
{
	return w->lost;
}

uint64_t writer__bytes(const struct writer *w)
{
	return w->file.bytes;
}

int writer__close(struct writer *w)
{
	int err;

	if (!w)
		return 0;
	err = writer_file__close(&w->file, w->error);
	if (w->error)
		err = w->error;
	snapshot__free(w->base.snap);
	bytes__free(&w->payload);
	bytes__free(&w->frames);
	free(w);
	return err;
}

void writer__discard(struct writer *w)
{
	if (!w)
		return;
	writer_file__discard(&w->file);
	w->error = 0;
	writer__close(w);
}
