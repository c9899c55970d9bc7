// SPDX-License-Identifier: GPL-2.0-or-later
/* Damaged recordings: what is whole is read, what is not shows as a gap, nothing is made up. */
#include "test_recording_common.h"

#include <jansson.h>
#include <signal.h>
#include <sys/resource.h>

#include "recording/frame.h"
#include "recording/info_json.h"
#include "recording/snapshot_code.h"

#define SMALL "cpus=1,cgroups=2,losses=1"

/* Refills of the host by second: enough to tell snapshots apart. */
static uint64_t *true_refills(const char *spec, unsigned int seconds)
{
	struct source *src = synthetic_host(spec);
	uint64_t *refills = calloc(seconds + 1, sizeof(*refills));

	assert_non_null(refills);
	for (unsigned int i = 0; i <= seconds; i++) {
		struct snapshot *snap;

		src->ops->wait(src, SYNTHETIC_START_NS + i * SEC, -1);
		assert_int_equal(src->ops->read(src, &snap), 0);
		refills[i] = snap->total.refills;
		snapshot__free(snap);
	}
	src->ops->close(src);
	return refills;
}

struct outcome {
	int open_err;
	unsigned int snapshots, gaps;
	uint64_t last_gap_from, last_gap_to;
	struct recording_damage damage;
	bool ended;
};

/* Reads all; whatever snapshot comes is a true one, and they come in order. */
static struct outcome read_all(const uint8_t *at, size_t n, const uint64_t *truth,
			       unsigned int seconds)
{
	int fd = file_of(at, n);
	struct outcome o = {0};
	struct recording_gap gap;
	struct snapshot *snap;
	struct reader *reader;
	uint64_t last = 0;

	o.open_err = reader__on(fd, &reader, NULL);
	if (o.open_err) {
		close(fd);
		return o;
	}
	while (!reader__next(reader, &snap, NULL, &gap)) {
		uint64_t second = (snap->taken_ns - SYNTHETIC_START_NS) / SEC;

		assert_true(second <= seconds && snap->total.refills == truth[second]);
		assert_true(!o.snapshots || snap->taken_ns > last);
		if (gap.to_ns) {
			o.gaps++;
			o.last_gap_from = gap.from_ns;
			o.last_gap_to = gap.to_ns;
			assert_true(gap.to_ns == snap->taken_ns && gap.from_ns < gap.to_ns);
		}
		last = snap->taken_ns;
		o.snapshots++;
		snapshot__free(snap);
	}
	o.damage = reader__damage(reader);
	o.ended = reader__end(reader).known;
	reader__close(reader);
	close(fd);
	return o;
}

/* Frame @want of the file, from 0: where it begins; its header. */
static size_t frame_at(const uint8_t *file, size_t n, unsigned int want,
		       struct frame_header *header)
{
	size_t at = 0;

	for (unsigned int i = 0; at < n; i++) {
		assert_true(frame__read_header(file + at, header));
		if (i == want)
			return at;
		at += FRAME_HEADER_BYTES + header->stored_bytes;
	}
	fail_msg("no frame %u", want);
	return 0;
}

static unsigned int whole_snapshots(const uint8_t *file, size_t n)
{
	struct frame_header header;
	unsigned int whole = 0;
	size_t at = 0;

	while (at + FRAME_HEADER_BYTES <= n && frame__read_header(file + at, &header)) {
		at += FRAME_HEADER_BYTES + header.stored_bytes;
		whole += at <= n && header.type == FRAME_SNAPSHOT;
	}
	return whole;
}

static void cut_at_every_byte(void **state)
{
	uint64_t *truth = true_refills(SMALL, 3);
	struct frame_header header;
	size_t n, info_end;
	uint8_t *file = recorded_bytes(SMALL, 3, &n);

	(void)state;
	frame_at(file, n, 0, &header);
	info_end = FRAME_HEADER_BYTES + header.stored_bytes;
	for (size_t cut = 0; cut <= n; cut++) {
		struct outcome o = read_all(file, cut, truth, 3);

		assert_int_equal(o.open_err, cut < info_end ? -EBADMSG : 0);
		if (o.open_err)
			continue;
		assert_int_equal(o.snapshots, whole_snapshots(file, cut));
		assert_int_equal(o.gaps, 0);
		assert_int_equal(o.ended, cut == n);
	}
	free(file);
	free(truth);
}

static void every_byte_flipped(void **state)
{
	uint64_t *truth = true_refills(SMALL, 3);
	size_t n;
	uint8_t *file = recorded_bytes(SMALL, 3, &n);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		struct outcome o;

		file[i] ^= (uint8_t)(1 << i % 8);
		o = read_all(file, n, truth, 3);
		file[i] ^= (uint8_t)(1 << i % 8);
		assert_true(o.open_err == 0 || o.open_err == -EBADMSG);
		if (!o.open_err)
			assert_true(o.damage.bytes > 0);
	}
	free(file);
	free(truth);
}

/* Over two keyframes: 0 .. 59 and 60 .. 119, each with its description before it. */
static void damage_ends_at_the_next_keyframe(void **state)
{
	uint64_t *truth = true_refills(SMALL, 130);
	struct frame_header header;
	struct outcome o;
	size_t n, at;
	uint8_t *file = recorded_bytes(SMALL, 130, &n);

	(void)state;
	/* frame 0 describes, frame 11 has second 10 */
	at = frame_at(file, n, 11, &header);
	file[at + FRAME_HEADER_BYTES + 3] ^= 0x40;
	o = read_all(file, n, truth, 130);
	assert_int_equal(o.open_err, 0);
	assert_int_equal(o.snapshots, 131 - 50);
	assert_int_equal(o.gaps, 1);
	assert_true(o.last_gap_from == SYNTHETIC_START_NS + 9 * SEC);
	assert_true(o.last_gap_to == SYNTHETIC_START_NS + 60 * SEC);
	assert_int_equal(o.damage.unreadable, 49);
	assert_int_equal(o.damage.bytes, FRAME_HEADER_BYTES + header.stored_bytes);
	assert_true(o.ended && !o.damage.cut);
	file[at + FRAME_HEADER_BYTES + 3] ^= 0x40;

	/* The description alone: a copy of it serves. */
	file[FRAME_HEADER_BYTES + 7] ^= 1;
	o = read_all(file, n, truth, 130);
	assert_int_equal(o.snapshots, 131);
	assert_int_equal(o.gaps, 0);
	file[FRAME_HEADER_BYTES + 7] ^= 1;

	/* A hole of zeros over many frames. */
	memset(file + frame_at(file, n, 30, &header), 0, 800);
	o = read_all(file, n, truth, 130);
	assert_int_equal(o.gaps, 1);
	assert_true(o.last_gap_to == SYNTHETIC_START_NS + 60 * SEC);
	free(file);
	free(truth);
}

static void other_bytes_around(void **state)
{
	uint64_t *truth = true_refills(SMALL, 5);
	size_t n, room;
	uint8_t *file = recorded_bytes(SMALL, 5, &n), *more;
	struct outcome o;

	(void)state;
	room = 3 * n + 200000;
	more = calloc(1, room);
	assert_non_null(more);
	/* Behind 100,000 bytes of something, with a magic that is none, over a window's end. */
	memset(more, 0x5a, 100000);
	memcpy(more + 65536 - 4, FRAME_MAGIC, FRAME_MAGIC_BYTES);
	memcpy(more + 100000, file, n);
	o = read_all(more, 100000 + n, truth, 5);
	assert_int_equal(o.snapshots, 6);
	assert_int_equal(o.damage.bytes, 100000);
	/* Twice the same: time only goes on, so the second is of no use. */
	memcpy(more, file, n);
	memcpy(more + n, file, n);
	o = read_all(more, 2 * n, truth, 5);
	assert_int_equal(o.snapshots, 6);
	assert_int_equal(o.damage.unreadable, 6);
	free(more);
	free(file);
	free(truth);
}

static void no_recordings(void **state)
{
	static const char text[] = "#!/bin/sh\nexit 0\n";
	struct reader *reader;
	char *why = NULL;
	int fd = file_of((const uint8_t *)text, sizeof(text));

	(void)state;
	assert_int_equal(reader__on(fd, &reader, &why), -EBADMSG);
	assert_string_equal(why, "no recording of memcgtop");
	free(why);
	close(fd);
	fd = memory_file();
	assert_int_equal(reader__on(fd, &reader, &why), -EBADMSG);
	free(why);
	close(fd);
	assert_int_equal(reader__open("/nonexistent/file", &reader, &why), -ENOENT);
	assert_null(why);
	assert_int_equal(reader__open("/", &reader, &why), -EISDIR);
}

/* --- other versions ------------------------------------------------------------ */

static void append(struct bytes *to, enum frame_type type, unsigned int flags, uint32_t seq,
		   uint64_t time_ns, const void *payload, size_t n)
{
	struct frame_header header = {
		.type = (uint16_t)type, .flags = (uint16_t)flags, .seq = seq, .time_ns = time_ns};
	struct bytes p = {0};

	bytes__put(&p, payload, n);
	assert_int_equal(frame__append(to, &header, &p), 0);
	bytes__free(&p);
}

static void a_later_major_version_is_refused(void **state)
{
	static const char later[] =
		"{\"format\":{\"major\":2,\"minor\":0,\"reader\":\"3.1\\u001b[2J\"},\"new\":[]}";
	struct bytes file = {0};
	struct reader *reader;
	char *why = NULL;
	int fd;

	(void)state;
	append(&file, FRAME_INFO, 0, 1, 0, later, strlen(later));
	fd = file_of(file.at, file.n);
	assert_int_equal(reader__on(fd, &reader, &why), -ENOTSUP);
	assert_string_equal(why, "format version 2: needs memcgtop 3.1\\x1b[2J or newer");
	free(why);
	close(fd);
	bytes__free(&file);
}

/* Copies the words of a snapshot's payload, with three more at the head of its own row. */
static void put_novel(struct bytes *to, const struct bytes *payload, const struct snapshot *snap)
{
	struct cursor in = {.at = payload->at, .end = payload->at + payload->n};
	struct unpacker from = {.from = &in};
	struct packer words = {.to = to};
	size_t n = 0;

	for (int i = 0; i < 4; i++)
		bytes__varint(to, cursor__varint(&in));
	for (size_t i = 0; i < snap->n_cgroups; i++)
		bytes__varint(to, cursor__varint(&in));
	for (int t = 0; t < TABLE_NR; t++) {
		size_t row = 0;

		for (size_t i = 0; i < field_tables[t].n_fields; i++)
			row += field_tables[t].fields[i].count;
		n += t == TABLE_CPU	 ? row * snap->n_cpus
		     : t == TABLE_CGROUP ? row * snap->n_cgroups
					 : row;
	}
	for (uint64_t i = 0; i < 3; i++)
		packer__put(&words, 1000 + i);
	while (n--)
		packer__put(&words, unpacker__get(&from));
	packer__end(&words);
	assert_false(in.bad);
	bytes__put(to, in.at, (size_t)(in.end - in.at));
	/* and something a later minor version has to say */
	bytes__put(to, "more", 4);
}

static char *novel_info(const struct recording_info *info)
{
	char *text = info_json__write(info), *changed;
	json_t *root = json_loads(text, 0, NULL), *fields;

	assert_non_null(root);
	fields = json_object_get(json_object_get(root, "rows"), "snapshot");
	json_array_insert_new(fields, 0, json_pack("[s, i, s]", "novelty", 3, "u64"));
	/* one that we know is called something else there */
	json_array_set_new(json_array_get(fields, json_array_size(fields) - 1), 0,
			   json_string("cells_at_most"));
	json_object_set_new(json_object_get(root, "format"), "minor", json_integer(9));
	changed = json_dumps(root, 0);
	json_decref(root);
	free(text);
	return changed;
}

static void a_later_minor_version_is_read(void **state)
{
	struct tape t = tape_open(SMALL);
	struct snapshot *snap = tape_read(&t), *got;
	struct host_context host = host_at(0);
	struct recorded none = {0};
	struct bytes payload = {0}, novel = {0}, file = {0};
	char *info = novel_info(&t.info);
	struct recording_gap gap;
	struct reader *reader;
	int fd;

	(void)state;
	t.src->ops->wait(t.src, SYNTHETIC_START_NS + SEC, -1);
	snapshot__free(snap);
	snap = tape_read(&t);
	snapshot_code__encode(&payload, &none, true, true, snap, &host);
	put_novel(&novel, &payload, snap);
	append(&file, FRAME_INFO, 0, 1, 0, info, strlen(info));
	append(&file, (enum frame_type)77, 0, 2, 0, "?", 1);
	append(&file, FRAME_SNAPSHOT, FRAME_FLAG_KEYFRAME, 3, snap->taken_ns, novel.at, novel.n);
	fd = file_of(file.at, file.n);
	assert_int_equal(reader__on(fd, &reader, NULL), 0);
	assert_int_equal(reader__next(reader, &got, NULL, &gap), 0);
	assert_memory_equal(&got->total, &snap->total, sizeof(got->total));
	assert_true(got->wall_ns == snap->wall_ns && got->cells_used == snap->cells_used);
	assert_int_equal(got->cells_max, 0);
	assert_string_equal(got->cgroups[1].name, snap->cgroups[1].name);
	snapshot__free(got);
	reader__close(reader);
	close(fd);
	snapshot__free(snap);
	free(info);
	bytes__free(&payload);
	bytes__free(&novel);
	bytes__free(&file);
	tape_close(&t);
}

/* --- hostile ------------------------------------------------------------------- */

/* A payload that is no snapshot between two that are costs itself only. */
static void assert_refused(const char *what, const void *payload, size_t n)
{
	struct tape t = tape_open(SMALL);
	struct recording_gap gap;
	struct bytes file = {0};
	struct snapshot *snap;
	struct reader *reader;
	uint8_t *head;
	size_t bytes;
	int fd;

	tape_record(&t, 0);
	head = file_bytes(t.fd, &bytes);
	bytes__put(&file, head, bytes);
	append(&file, FRAME_SNAPSHOT, 0, 3, SYNTHETIC_START_NS + SEC, payload, n);
	fd = file_of(file.at, file.n);
	assert_int_equal(reader__on(fd, &reader, NULL), 0);
	assert_int_equal(reader__next(reader, &snap, NULL, &gap), 0);
	snapshot__free(snap);
	if (reader__next(reader, &snap, NULL, &gap) != -ENODATA)
		fail_msg("taken: %s", what);
	assert_int_equal(reader__damage(reader).unreadable, 1);
	reader__close(reader);
	close(fd);
	free(head);
	bytes__free(&file);
	tape_close(&t);
}

static void hostile_payloads(void **state)
{
	struct bytes b = {0};

	(void)state;
	assert_refused("nothing", "", 0);
	assert_refused("endless varint", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 11);
	/* keyframe, ids, texts; more CPUs than there can be */
	bytes__varint(&b, 7);
	bytes__varint(&b, 2);
	bytes__varint(&b, SNAPSHOT_MAX_CPUS + 1);
	bytes__varint(&b, 0);
	assert_refused("CPUs", b.at, b.n);
	b.n = 0;
	bytes__varint(&b, 7);
	bytes__varint(&b, 2);
	bytes__varint(&b, 1);
	bytes__varint(&b, 1ull << 40);
	assert_refused("cgroups", b.at, b.n);
	b.n = 0;
	bytes__varint(&b, 7);
	bytes__varint(&b, 2);
	bytes__varint(&b, 1);
	bytes__varint(&b, 0);
	bytes__varint(&b, 0);
	bytes__varint(&b, UINT64_MAX);
	assert_refused("a run of zeros without end", b.at, b.n);
	/* Another number of CPUs than before. */
	b.n = 0;
	bytes__varint(&b, 0);
	bytes__varint(&b, 2);
	bytes__varint(&b, 2);
	bytes__varint(&b, 2);
	assert_refused("a CPU more", b.at, b.n);
	bytes__free(&b);
}

/* A header that promises more than the limit is no header. */
static void sizes_have_limits(void **state)
{
	struct frame_header header = {.type = FRAME_SNAPSHOT, .seq = 1};
	struct bytes file = {0}, payload = {0};
	uint8_t *zeros = calloc(1, FRAME_MAX_PAYLOAD + 1);

	(void)state;
	assert_non_null(zeros);
	bytes__put(&payload, zeros, FRAME_MAX_PAYLOAD + 1);
	assert_int_equal(frame__append(&file, &header, &payload), -E2BIG);
	payload.n--;
	assert_int_equal(frame__append(&file, &header, &payload), 0);
	assert_true(frame__read_header(file.at, &header));
	free(zeros);
	bytes__free(&payload);
	bytes__free(&file);
}

/* --- the disk is full -------------------------------------------------------------- */

static void limit_files(rlim_t bytes)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = bytes;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_is_a_gap(void **state)
{
	struct tape t = tape_open(SMALL);
	uint64_t *truth = true_refills(SMALL, 20);
	struct outcome o;
	uint8_t *file;
	size_t n;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	writer__describe(t.writer, &t.info);
	for (unsigned int i = 0; i <= 20; i++) {
		struct host_context host = host_at(i);
		struct snapshot *snap;
		int err;

		t.src->ops->wait(t.src, SYNTHETIC_START_NS + i * SEC, -1);
		snap = tape_read(&t);
		/* Room for a part of a frame only. */
		limit_files(i >= 5 && i < 10 ? writer__bytes(t.writer) + 50 : RLIM_INFINITY);
		err = writer__snapshot(t.writer, snap, &host);
		assert_int_equal(err != 0, i >= 5 && i < 10);
		snapshot__free(snap);
	}
	limit_files(RLIM_INFINITY);
	assert_int_equal(writer__snapshots(t.writer), 16);
	assert_int_equal(writer__lost(t.writer), 5);
	assert_int_not_equal(writer__close(t.writer), 0);
	file = file_bytes(t.fd, &n);
	o = read_all(file, n, truth, 20);
	assert_int_equal(o.snapshots, 16);
	assert_int_equal(o.gaps, 1);
	assert_true(o.last_gap_from == SYNTHETIC_START_NS + 4 * SEC);
	assert_true(o.last_gap_to == SYNTHETIC_START_NS + 10 * SEC);
	/* No part of a frame was left. */
	assert_int_equal(o.damage.bytes, 0);
	assert_int_equal(o.damage.unreadable, 0);
	free(file);
	free(truth);
	t.src->ops->close(t.src);
	close(t.fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cut_at_every_byte),
		cmocka_unit_test(every_byte_flipped),
		cmocka_unit_test(damage_ends_at_the_next_keyframe),
		cmocka_unit_test(other_bytes_around),
		cmocka_unit_test(no_recordings),
		cmocka_unit_test(a_later_major_version_is_refused),
		cmocka_unit_test(a_later_minor_version_is_read),
		cmocka_unit_test(hostile_payloads),
		cmocka_unit_test(sizes_have_limits),
		cmocka_unit_test(a_full_disk_is_a_gap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
