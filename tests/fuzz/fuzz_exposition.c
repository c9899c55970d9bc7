// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * libFuzzer: any bytes as a recording, through the reader, the replay and the
 * ledger, to the text in both formats, which must be the least that a scraper
 * asks for.  Inputs have the form of fuzz_recording's (fuzz_input.h); the corpus
 * is the same.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/exposition.h"
#include "fuzz_input.h"
#include "model/name_text.h"
#include "recording/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

/* As in fuzz_recording: snapshots are large. */
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=8:thread_local_quarantine_size_kb=64:malloc_context_size=6:"
	       "max_malloc_fill_size=0";
}

#define READS_MOST  40
#define SERIES_MOST 20

#define MUST(what)                                                                                 \
	do {                                                                                       \
		if (!(what)) {                                                                     \
			fprintf(stderr, "not so: %s\n", #what);                                    \
			abort();                                                                   \
		}                                                                                  \
	} while (0)

static uint64_t value_of(const char *line)
{
	const char *end = strchr(line, '\n');

	while (*end != ' ')
		end--;
	return strtoull(end + 1, NULL, 10);
}

/* Buckets of a histogram follow each other, +Inf last, then _sum and _count. */
static void check_histograms(const char *text)
{
	uint64_t last = 0;
	bool open = false;

	for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
		size_t name = strcspn(line, "{ \n");

		if (name > 7 && !strncmp(line + name - 7, "_bucket", 7)) {
			MUST(!open || value_of(line) >= last);
			last = value_of(line);
			open = true;
		} else if (open && name > 6 && !strncmp(line + name - 6, "_count", 6)) {
			MUST(value_of(line) == last);
			open = false;
		}
	}
	MUST(!open);
}

/* Returns the number of series. */
static size_t check_text(const char *text, size_t bytes)
{
	char *printable = name__printable(text);
	size_t lines = 0, comments = 0;

	MUST(bytes && text[bytes - 1] == '\n');
	MUST(strlen(text) == bytes);
	for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
		MUST(*line != '\n');
		comments += *line == '#';
		lines++;
	}
	/* a newline comes out as four bytes, all else that is UTF-8 and no control as it is */
	MUST(!printable || strlen(printable) == bytes + 3 * lines);
	free(printable);
	check_histograms(text);
	return lines - comments;
}

static void render(struct ledger *ledger, bool rich)
{
	size_t series[EXPOSITION_NR];

	for (int format = 0; format < EXPOSITION_NR; format++) {
		struct exposition_opts opts = {
			.format = (enum exposition_format)format,
			.per_cpu = rich,
			.cgroup_histograms = rich,
			.buckets = rich ? 16 : 2,
		};
		size_t bytes;
		char *text = exposition__text(ledger__view(ledger), &opts, &bytes);

		if (!text)
			return;
		series[format] = check_text(text, bytes);
		MUST(series[format] == series[0]);
		MUST(series[format] == exposition__series(ledger__view(ledger), &opts));
		free(text);
	}
}

static void play(struct source *src, const struct ledger_rules *rules)
{
	struct ledger *ledger = ledger__new(rules);
	struct snapshot *now;

	for (int i = 0; ledger && i < READS_MOST && !src->ops->read(src, &now); i++) {
		if (ledger__update(ledger, now))
			break;
		if (i < 3)
			render(ledger, i == 1);
		ledger__published(ledger);
		src->ops->wait(src, src->ops->now_ns(src) + 1, -1);
	}
	if (ledger && ledger__view(ledger))
		render(ledger, true);
	ledger__free(ledger);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ledger_rules rules = {
		.max_series = SERIES_MOST,
		.label.depth = size & 1 ? 2 : 0,
		.linger_ns = 2000000000,
		.max_window_ns = 3000000000,
		.one_shot = size & 2,
	};
	struct reader *reader;
	struct source *src;
	char *why;

	if (!size)
		return 0;
	if (reader__on(fuzz_input__fd(data, size), &reader, &why)) {
		free(why);
		return 0;
	}
	if (replay__new(reader, NULL, false, &src)) {
		reader__close(reader);
		return 0;
	}
	play(src, &rules);
	src->ops->close(src);
	return 0;
}
