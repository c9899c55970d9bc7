// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A recording of a made-up host whose cgroups have the names nobody wants:
 * every byte value, names of 255 bytes, characters cut in the middle, systemd's
 * escapes, and names that come out alike.  For report --prometheus.
 * usage: hostile_recording FILE
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/synthetic.h"
#include "recording/writer.h"

#define BYTES_A_NAME 4
#define NAME_BYTES   255 /* NAME_MAX */

static const char *const names[] = {
	"/system.slice/dev-disk-by\\x2duuid-0\\x2d1.swap", /* systemd's own */
	"/system.slice/\\\\x2d", "/ends with \\", "/n\\n", "/\\\"", "/\"} 1\nmemcgtop_forged_total 1\n#",
	"/ space ", "/comma,le=\"+Inf\"", "/{}", "/#", "/caf\xc3\xa9", "/cafe\xcc\x81",
	"/\xe2\x80\xa8line", "/\xe2\x80\xaeright-to-left", "/\xef\xbb\xbf" "bom", "/\xf0\x9f\x90\xa7",
	/* Not UTF-8: overlong, a surrogate, beyond the last, cut short. */
	"/\xc0\xaf", "/\xed\xa0\x80", "/\xf4\x90\x80\x80", "/\xe6\xb1", "/\xf0\x9f\x90",
	/* Two that come out alike. */
	"/twin\x01", "/twin\\x01",
	"/other", "other", "/0123456789abcdef",
};

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void *must(void *p)
{
	if (!p)
		fail("hostile_recording");
	return p;
}

/* Some byte values each; a slash among them parts a folder from its child. */
static char *name_of_bytes(unsigned int first)
{
	char *name = must(calloc(1, 64));
	size_t n = 0;

	n += (size_t)sprintf(name, "/bytes-%02x", first);
	for (unsigned int b = first; b < first + BYTES_A_NAME && b < 256; b++) {
		name[n++] = (char)b;
		name[n++] = '-';
	}
	return name;
}

/* As long as a name may be, of @unit over and over; the last one is cut where it does not fit. */
static char *long_name(const char *unit, size_t components)
{
	char *name = must(calloc(components, NAME_BYTES + 2));
	size_t n = 0;

	for (size_t c = 0; c < components; c++) {
		name[n++] = '/';
		for (size_t i = 0; i < NAME_BYTES; i++)
			name[n++] = unit[i % strlen(unit)];
	}
	return name;
}

static char *name_at(size_t i)
{
	static const char *const units[] = {"x", "\xe6\xb1\x89", "\\", "\"", "\xff", "\n"};
	const size_t n_bytes = 256 / BYTES_A_NAME, n_names = sizeof(names) / sizeof(names[0]),
		     n_units = sizeof(units) / sizeof(units[0]);

	if (i < n_bytes)
		return name_of_bytes((unsigned int)(i ? i * BYTES_A_NAME : 1));
	i -= n_bytes;
	if (i < n_names)
		return must(strdup(names[i]));
	i -= n_names;
	if (i < n_units)
		return long_name(units[i], 1);
	i -= n_units;
	return i < n_units ? long_name(units[i], 3) : NULL;
}

static void rename_all(struct snapshot *snap)
{
	for (size_t i = 0; i < snap->n_cgroups; i++) {
		char *name = name_at(i);

		if (!name)
			return;
		free(snap->cgroups[i].name);
		snap->cgroups[i].name = name;
	}
}

static unsigned int count_names(void)
{
	unsigned int n = 0;

	for (char *name; (name = name_at(n)); n++)
		free(name);
	return n;
}

int main(int argc, char **argv)
{
	struct recording_end end = {true, 0, NULL};
	struct recording_info info = {.interval_ns = 1000000000};
	struct synthetic_spec spec;
	struct source *src;
	struct writer *w;
	int fd;

	if (argc != 2) {
		fputs("usage: hostile_recording FILE\n", stderr);
		return 2;
	}
	fd = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0)
		fail(argv[1]);
	w = must(writer__on(fd, argv[1]));
	if (synthetic_spec__parse("cpus=2,losses=1", &spec, NULL))
		fail("spec");
	spec.cgroups = count_names();
	src = must(synthetic__new(&spec));
	info.run = *src->run;
	info.start_mono_ns = SYNTHETIC_START_NS;
	writer__describe(w, &info);
	for (unsigned int i = 0; i <= 10; i++) {
		struct host_context host = {.has_switches = false};
		struct snapshot *snap;

		src->ops->wait(src, SYNTHETIC_START_NS + i * 1000000000ull, -1);
		if (src->ops->read(src, &snap))
			fail("read");
		rename_all(snap);
		writer__snapshot(w, snap, &host);
		snapshot__free(snap);
	}
	writer__end(w, &end);
	if (writer__close(w))
		fail(argv[1]);
	src->ops->close(src);
	printf("%u names\n", spec.cgroups);
	return 0;
}
