/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the fuzzers of recordings make of any bytes.
 *
 * Most changes to a file end in zlib, and most changes to a description in the
 * JSON parser.  So the first byte chooses: 'R': the rest is a file as it is;
 * 'P': it is a list of payloads that are put into frames here; 'S': the same
 * behind a sound description, so that they are snapshots.
 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/synthetic.h"
#include "recording/frame.h"
#include "recording/info_json.h"
#include "recording/recording.h"

#define FRAMES_MOST 64

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

/* The bytes' file, from its start; the same descriptor each time.  @size is not 0. */
static int fuzz_input__fd(const uint8_t *data, size_t size)
{
	static struct bytes description;
	static int fd = -1;
	struct bytes file = {0};

	if (fd < 0) {
		fd = memfd_create("fuzz", MFD_CLOEXEC);
		describe(&description);
	}
	if (data[0] == 'S')
		bytes__put(&file, description.at, description.n);
	if (data[0] == 'R')
		bytes__put(&file, data + 1, size - 1);
	else
		make_frames(&file, data[0] == 'S' ? 2 : 1, data + 1, size - 1);
	if (ftruncate(fd, 0) || pwrite(fd, file.at ?: (const void *)"", file.n, 0) < 0)
		abort();
	bytes__free(&file);
	return fd;
}

#endif
