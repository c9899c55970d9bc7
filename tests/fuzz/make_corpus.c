// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The seeds of fuzz_recording, by our own writer: each host as the bytes of its
 * file, as the payloads of its frames, and as those of its snapshots alone.
 * usage: make_corpus DIR
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/synthetic.h"
#include "recording/scan.h"
#include "recording/writer.h"

static const struct seed {
	const char *name, *spec;
	unsigned int seconds;
} seeds[] = {
	{"plain", "cpus=1,cgroups=1", 2},
	{"odd", "cpus=2,offline=1,cgroups=5,gone=1,unnamed=1,norow=1,names=odd,losses=1,nodes=2", 3},
	{"v61", "cpus=1,cgroups=2,kernel=6.1", 2},
	{"kprobe", "cpus=1,cgroups=2,kernel=kprobe,charges=1", 2},
	{"empty", "cpus=1,cgroups=0", 1},
};

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static int record(const struct seed *seed)
{
	int fd = memfd_create("seed", MFD_CLOEXEC);
	struct writer *w = writer__on(dup(fd), "seed");
	struct recording_end end = {true, 0, (char *)"{\"load\":{\"ops\":1}}"};
	struct recording_info info = {.command = (char *)"true", .interval_ns = 1000000000};
	struct synthetic_spec spec;
	struct source *src;

	if (!w || synthetic_spec__parse(seed->spec, &spec, NULL) || !(src = synthetic__new(&spec)))
		fail(seed->name);
	info.run = *src->run;
	info.start_mono_ns = SYNTHETIC_START_NS;
	writer__describe(w, &info);
	for (unsigned int i = 0; i <= seed->seconds; i++) {
		struct host_context host = {.has_switches = true, .switches = 1000ull * i};
		struct snapshot *snap;

		src->ops->wait(src, SYNTHETIC_START_NS + i * 1000000000ull, -1);
		if (src->ops->read(src, &snap))
			fail(seed->name);
		writer__snapshot(w, snap, &host);
		snapshot__free(snap);
	}
	writer__end(w, &end);
	if (writer__close(w))
		fail(seed->name);
	src->ops->close(src);
	return fd;
}

static FILE *create(const char *dir, const char *name, const char *kind)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s.%s", dir, name, kind);
	f = fopen(path, "w");
	if (!f)
		fail(path);
	return f;
}

static void write_file(int fd, FILE *f)
{
	char buffer[65536];
	ssize_t n;

	fputc('R', f);
	for (off_t at = 0; (n = pread(fd, buffer, sizeof(buffer), at)) > 0; at += n)
		fwrite(buffer, 1, (size_t)n, f);
	fclose(f);
}

/* @type 0: all frames; else those of the type. */
static void write_payloads(int fd, FILE *f, int mode, unsigned int type)
{
	struct scan scan = {.fd = fd};
	struct scanned found;

	fputc(mode, f);
	while (!scan__next(&scan, &found)) {
		unsigned int seconds = (unsigned int)(found.header.time_ns / 1000000000);

		if (type && found.header.type != type)
			continue;
		fputc(found.header.type, f);
		fputc(found.header.flags, f);
		fputc((int)(scan.payload.n & 0xff), f);
		fputc((int)(scan.payload.n >> 8 & 0xff), f);
		fputc((int)(seconds & 0xff), f);
		fputc((int)(seconds >> 8 & 0xff), f);
		fwrite(scan.payload.at, 1, scan.payload.n, f);
	}
	scan__clear(&scan);
	fclose(f);
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: make_corpus DIR\n");
		return 2;
	}
	for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
		int fd = record(&seeds[i]);

		write_file(fd, create(argv[1], seeds[i].name, "file"));
		write_payloads(fd, create(argv[1], seeds[i].name, "payloads"), 'P', 0);
		write_payloads(fd, create(argv[1], seeds[i].name, "snapshots"), 'S',
			       FRAME_SNAPSHOT);
		close(fd);
	}
	return 0;
}
