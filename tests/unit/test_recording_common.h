/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of recordings share: a synthetic host recorded into memory. */
#ifndef TEST_RECORDING_COMMON_H
#define TEST_RECORDING_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/delta.h"
#include "model/synthetic.h"
#include "recording/reader.h"
#include "recording/writer.h"

#define SEC 1000000000ull

/* A host that is recorded, and what it was when. */
struct tape {
	struct source *src;
	struct recording_info info; /* shallow */
	struct writer *writer;
	int fd; /* of the file in memory */
};

static inline int memory_file(void)
{
	int fd = memfd_create("recording", MFD_CLOEXEC);

	assert_true(fd >= 0);
	return fd;
}

static inline struct source *synthetic_host(const char *spec_text)
{
	struct synthetic_spec spec;
	struct source *src;

	assert_int_equal(synthetic_spec__parse(spec_text, &spec, NULL), 0);
	src = synthetic__new(&spec);
	assert_non_null(src);
	return src;
}

static inline struct recording_info info_of(const struct source *src)
{
	return (struct recording_info){
		.run = *src->run,
		.memcgtop_version = (char *)"0.1.0",
		.kernel_build_id = (char *)"c0ffee",
		.kernel_version = (char *)"#1 SMP \x1b[31mred\xff",
		.cpu_model = (char *)"Model T",
		.accelerator = (char *)"tcg",
		.command = (char *)"memcgload anon",
		.emulated = true,
		.online_cpus = 2,
		.interval_ns = SEC,
		.start_wall_ns = SYNTHETIC_WALL_NS,
		.start_mono_ns = SYNTHETIC_START_NS,
	};
}

static inline struct tape tape_open(const char *spec_text)
{
	struct tape t = {.src = synthetic_host(spec_text), .fd = memory_file()};

	t.info = info_of(t.src);
	t.writer = writer__on(dup(t.fd), "tape");
	assert_non_null(t.writer);
	return t;
}

/* Host figures that change with the time. */
static inline struct host_context host_at(uint64_t second)
{
	struct host_context h = {
		.has_switches = true,
		.has_softirqs = true,
		.switches = 1000 * second,
		.softnet_dropped = second,
	};

	h.softirqs[3] = 7 * second;
	return h;
}

static inline struct snapshot *tape_read(struct tape *t)
{
	struct snapshot *snap;

	assert_int_equal(t->src->ops->read(t->src, &snap), 0);
	return snap;
}

/* @seconds + 1 snapshots, a second apart. */
static inline void tape_record(struct tape *t, unsigned int seconds)
{
	writer__describe(t->writer, &t->info);
	for (unsigned int i = 0; i <= seconds; i++) {
		struct snapshot *snap;
		struct host_context host = host_at(i);

		t->src->ops->wait(t->src, SYNTHETIC_START_NS + i * SEC, -1);
		snap = tape_read(t);
		assert_int_equal(writer__snapshot(t->writer, snap, &host), 0);
		snapshot__free(snap);
	}
}

static inline void tape_close(struct tape *t)
{
	assert_int_equal(writer__close(t->writer), 0);
	t->src->ops->close(t->src);
	close(t->fd);
}

/* The bytes of the file; the caller frees. */
static inline uint8_t *file_bytes(int fd, size_t *n)
{
	struct stat st;
	uint8_t *at;

	assert_int_equal(fstat(fd, &st), 0);
	*n = (size_t)st.st_size;
	at = malloc(*n + 1);
	assert_non_null(at);
	assert_int_equal(pread(fd, at, *n, 0), *n);
	return at;
}

static inline int file_of(const uint8_t *at, size_t n)
{
	int fd = memory_file();

	assert_int_equal(pwrite(fd, at, n, 0), n);
	return fd;
}

/* A recording of @spec of so many seconds, with an end, as bytes. */
static inline uint8_t *recorded_bytes(const char *spec, unsigned int seconds, size_t *n)
{
	struct tape t = tape_open(spec);
	struct recording_end end = {true, 3, (char *)"{\"load\":{\"ops\":1}}"};
	uint8_t *at;

	tape_record(&t, seconds);
	assert_int_equal(writer__end(t.writer, &end), 0);
	at = file_bytes(t.fd, n);
	tape_close(&t);
	return at;
}

#endif
