// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * libFuzzer: any bytes as a recording, through the reader, the replay and every
 * view of it.  Built with RECORDING_IGNORE_CRC, or nothing behind a checksum
 * would ever be reached.
 * fuzz_input.h says what the bytes are.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz_input.h"
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
#define READS_MOST 200

static const struct view_opts view = {.width = 80, .rows = 20};
static FILE *nowhere;

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
	if (!nowhere)
		nowhere = fopen("/dev/null", "w");
	if (size)
		play_file(fuzz_input__fd(data, size));
	return 0;
}
