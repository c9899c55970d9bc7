// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * libFuzzer: any bytes as a recording, through the reader, the replay and every
 * view of it.  Built with RECORDING_IGNORE_CRC, or nothing behind a checksum
 * would ever be reached.
 *
 * Most changes to a file end in zlib, and most changes to a description in the
 * JSON parser.  So the first byte chooses: 'R': the rest is a file as it is;
 * 'P': it is a list of payloads that are put into frames here; 'S': the same
 * behind a sound description, so that they are snapshots.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/synthetic.h"
#include "recording/frame.h"
#include "recording/info_json.h"
#include "recording/recorded_run.h"
#include "recording/replay.h"
#include "view/json.h"
#include "view/recording_text.h"
#include "view/report_text.h"
#include "view/table_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

/* Snapshots are large: with all freed ones kept aside most of the time is page faults. */
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=8:thread_local_quarantine_size_kb=64:malloc_context_size=6:"
	       "max_malloc_fill_size=0";
}

/* A hostile file may ask for much; the same few limits hold for all. */
#define FRAMES_MOST 64
#define READS_MOST  200

static const struct view_opts view = {.width = 80, .rows = 20};
static FILE *nowhere;

static uint16_t u16(const uint8_t *at)
{
	return (uint16_t)(at[0] | at[1] << 8);
}

/* A description of a host with all that ours has. */
static void describe(struct bytes *file)
{
	struct synthetic_spec spec;
	struct source *src = NULL;
	struct frame_header header = {.type = FRAME_INFO, .seq = 1};
	struct recording_info info = {.command = (char *)"fuzz"};
	struct bytes payload = {0};
	char *text;

	if (!synthetic_spec__parse("cpus=2,cgroups=2", &spec, NULL))
		src = synthetic__new(&spec);
	if (!src)
		abort();
	info.run = *src->run;
	text = info_json__write(&info);
	bytes__put(&payload, text, strlen(text));
	frame__append(file, &header, &payload);
	bytes__free(&payload);
	free(text);
	src->ops->close(src);
}

/* Type, flags, two bytes of length, two of time in seconds, payload; again and again. */
static void make_frames(struct bytes *file, uint32_t seq, const uint8_t *data, size_t size)
{
	for (; size >= 6 && seq <= FRAMES_MOST; seq++) {
		struct frame_header header = {
			.type = data[0],
			.flags = data[1],
			.seq = seq,
			.time_ns = u16(data + 4) * 1000000000ull,
		};
		size_t n = u16(data + 2);
		struct bytes payload = {0};

		data += 6;
		size -= 6;
		n = n < size ? n : size;
		bytes__put(&payload, data, n);
		frame__append(file, &header, &payload);
		bytes__free(&payload);
		data += n;
		size -= n;
	}
}

static void show(struct source *src, const struct snapshot *delta)
{
	const struct reader *reader = replay__reader(src);
	struct recording_facts facts = {
		.path = "fuzz",
		.info = reader__info(reader),
		.end = reader__end(reader),
		.damage = reader__damage(reader),
		.host = replay__host(src),
		.start_ns = replay__start_ns(src),
	};

	facts.gaps = replay__gaps(src, &facts.n_gaps, &facts.all_gaps, &facts.gap_ns);
	recording_text__print(nowhere, &facts, &view);
	recording_json__print(nowhere, &facts);
	report_text__print(nowhere, delta, &view);
	table_text__print(nowhere, delta, &view);
	json__print(nowhere, delta, &view, JSON_TOTAL);
}

static void play(struct source *src, bool shown)
{
	struct snapshot *last = NULL, *now;

	for (int i = 0; i < READS_MOST && !src->ops->read(src, &now); i++) {
		struct snapshot *delta = delta__new(last, now);

		if (delta && shown && i < 3)
			show(src, delta);
		snapshot__free(delta);
		snapshot__free(last);
		last = now;
		src->ops->wait(src, src->ops->now_ns(src) + 1, -1);
	}
	snapshot__free(last);
	replay__seek(src, replay__length(src) / 2);
	if (!src->ops->read(src, &now))
		snapshot__free(now);
}

static void play_file(int fd)
{
	struct time_range range = {1000000000, 100000000000};
	struct reader *reader;
	struct source *src;
	char *why;

	for (int part = 0; part < 2; part++) {
		if (reader__on(fd, &reader, &why)) {
			free(why);
			return;
		}
		if (replay__new(reader, part ? &range : NULL, false, &src)) {
			reader__close(reader);
			return;
		}
		play(src, !part);
		src->ops->close(src);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct bytes description;
	static int fd = -1;
	struct bytes file = {0};

	if (fd < 0) {
		fd = memfd_create("fuzz", MFD_CLOEXEC);
		nowhere = fopen("/dev/null", "w");
		describe(&description);
	}
	if (!size)
		return 0;
	if (data[0] == 'S')
		bytes__put(&file, description.at, description.n);
	if (data[0] == 'R')
		bytes__put(&file, data + 1, size - 1);
	else
		make_frames(&file, data[0] == 'S' ? 2 : 1, data + 1, size - 1);
	if (ftruncate(fd, 0) || pwrite(fd, file.at ?: (const void *)"", file.n, 0) < 0)
		abort();
	bytes__free(&file);
	play_file(fd);
	return 0;
}
