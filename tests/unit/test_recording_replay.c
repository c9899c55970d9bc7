// SPDX-License-Identifier: GPL-2.0-or-later
/* A recording as a source: the same report as the host gave, gaps left out, ranges, jumps, pace. */
#include "test_recording_common.h"

#include <locale.h>
#include <time.h>

#include "recording/frame.h"
#include "recording/recorded_run.h"
#include "recording/replay.h"
#include "view/recording_text.h"
#include "view/report_text.h"
#include "view/table_text.h"

static const struct view_opts view = {.width = 80, .rows = 20};

/* What `stat` adds up: reads every @step seconds until the source ends or @seconds have passed. */
static struct snapshot *total_of(struct source *src, unsigned int step, unsigned int seconds)
{
	struct snapshot *last, *now, *total = NULL;
	uint64_t start = src->ops->now_ns(src);
	int err = 0;

	assert_int_equal(src->ops->read(src, &last), 0);
	for (unsigned int at = step; at <= seconds && !err; at += step) {
		src->ops->wait(src, start + at * SEC, -1);
		err = src->ops->read(src, &now);
		if (!err) {
			struct snapshot *delta = delta__new(last, now);

			assert_int_equal(delta__accumulate(&total, delta), 0);
			snapshot__free(delta);
			snapshot__free(last);
			last = now;
		}
	}
	assert_true(!err || err == -ENODATA);
	snapshot__free(last);
	return total;
}

static char *report_of(const struct snapshot *total)
{
	char *text = NULL;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	assert_int_equal(report_text__print(f, total, &view), 0);
	assert_int_equal(table_text__print(f, total, &view), 0);
	fclose(f);
	return text;
}

/* Shows the first line that differs. */
static void assert_same_report(const char *got, const char *want)
{
	const char *line = got;

	for (; *got && *got == *want; got++, want++)
		line = *got == '\n' ? got + 1 : line;
	if (*got || *want)
		fail_msg("got '%.78s', which should go on '%.40s'", line, want);
}

static struct source *replay_bytes(const uint8_t *at, size_t n, const struct time_range *range,
				   bool paced)
{
	static int fd = -1;
	struct reader *reader;
	struct source *src;

	if (fd >= 0)
		close(fd);
	fd = file_of(at, n);
	assert_int_equal(reader__on(fd, &reader, NULL), 0);
	assert_int_equal(replay__new(reader, range, paced, &src), 0);
	assert_true(replay__is_replay(src));
	return src;
}

static void check_report(const char *spec, unsigned int step, unsigned int seconds)
{
	struct source *live = synthetic_host(spec), *replay;
	struct snapshot *want, *got;
	char *want_text, *got_text;
	size_t n;
	uint8_t *file = recorded_bytes(spec, seconds, &n);

	replay = replay_bytes(file, n, NULL, false);
	want = total_of(live, 1, seconds);
	got = total_of(replay, step, seconds + 60);
	/* Of CPUs that have held equally long, which is named depends on the intervals. */
	assert_true(got->max.ns == want->max.ns && got->drain_max.ns == want->drain_max.ns);
	if (step > 1) {
		got->max = want->max;
		got->drain_max = want->drain_max;
	}
	want_text = report_of(want);
	got_text = report_of(got);
	assert_same_report(got_text, want_text);
	assert_int_equal(replay__snapshots(replay), seconds + 1);
	free(want_text);
	free(got_text);
	snapshot__free(want);
	snapshot__free(got);
	live->ops->close(live);
	replay->ops->close(replay);
	free(file);
}

static void gives_the_report_of_the_host(void **state)
{
	static const char *const hosts[] = {
		"cpus=2,cgroups=5",
		"cpus=3,offline=2,cgroups=9,gone=2,unnamed=1,norow=2,names=odd,losses=1,nodes=2",
		"cpus=2,cgroups=4,kernel=patched,charges=1,cost=1",
		"cpus=2,cgroups=4,kernel=rt",
		"cpus=2,cgroups=4,kernel=6.1",
		"cpus=2,cgroups=4,kernel=6.12-rt",
		"cpus=2,cgroups=4,kernel=kprobe",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++)
		check_report(hosts[i], 1, 12);
	check_report(hosts[1], 1, 70);
}

/* Read less often than was recorded: nothing is lost, the longest hold least of all. */
static void gives_longer_intervals(void **state)
{
	(void)state;
	check_report("cpus=2,cgroups=5,losses=1", 5, 20);
	check_report("cpus=2,cgroups=5,kernel=6.1", 10, 30);
}

/* Byte inside the payload of the frame that has second @second (of less than 60). */
static void damage_second(uint8_t *file, size_t n, unsigned int second)
{
	struct frame_header header;
	size_t at = 0;

	for (unsigned int frame = 0; frame <= second; frame++) {
		assert_true(frame__read_header(file + at, &header));
		at += FRAME_HEADER_BYTES + header.stored_bytes;
	}
	assert_true(at + FRAME_HEADER_BYTES < n);
	file[at + FRAME_HEADER_BYTES + 5] ^= 0x10;
}

static void gaps_are_in_no_figure(void **state)
{
	const char *spec = "cpus=2,cgroups=5,seed=3";
	struct source *live = synthetic_host(spec), *replay;
	struct snapshot *at[3], *before, *after, *got;
	const struct recording_gap *gaps;
	size_t n, kept, all;
	uint64_t gap_ns;
	uint8_t *file = recorded_bytes(spec, 80, &n);
	static const unsigned int seconds[] = {19, 60, 80};

	(void)state;
	damage_second(file, n, 20);
	replay = replay_bytes(file, n, NULL, false);
	got = total_of(replay, 1, 100);
	for (unsigned int i = 0; i < 3; i++) {
		live->ops->wait(live, SYNTHETIC_START_NS + seconds[i] * SEC, -1);
		assert_int_equal(live->ops->read(live, &at[i]), 0);
	}
	/* 0 to 19 s, and 60 to 80 s */
	before = at[0];
	after = delta__new(at[1], at[2]);
	assert_true(got->active_ns == 39 * SEC && got->timed_ns == 39 * SEC);
	assert_int_equal(got->total.refills, before->total.refills + after->total.refills);
	assert_int_equal(got->cgroups[2].c.hold.raw_ns,
			 before->cgroups[2].c.hold.raw_ns + after->cgroups[2].c.hold.raw_ns);
	assert_int_equal(got->cost.bpf_ns, before->cost.bpf_ns + after->cost.bpf_ns);
	gaps = replay__gaps(replay, &kept, &all, &gap_ns);
	assert_true(kept == 1 && all == 1 && gap_ns == 41 * SEC);
	assert_true(gaps[0].from_ns == SYNTHETIC_START_NS + 19 * SEC);
	assert_true(gaps[0].to_ns == SYNTHETIC_START_NS + 60 * SEC);
	/* 1000 switches a second in host_at() */
	assert_int_equal(replay__host(replay).switches, 39 * 1000);
	snapshot__free(got);
	snapshot__free(after);
	for (int i = 0; i < 3; i++)
		snapshot__free(at[i]);
	live->ops->close(live);
	replay->ops->close(replay);
	free(file);
}

static void parts_can_be_chosen(void **state)
{
	const char *spec = "cpus=2,cgroups=3";
	struct time_range range = {70 * SEC, 75 * SEC + SEC / 2}, none = {500 * SEC, 0};
	struct source *replay;
	struct snapshot *total;
	struct reader *reader;
	size_t n;
	uint8_t *file = recorded_bytes(spec, 130, &n);
	int fd = file_of(file, n);

	(void)state;
	replay = replay_bytes(file, n, &range, false);
	total = total_of(replay, 1, 100);
	assert_true(total->active_ns == 5 * SEC);
	assert_true(total->taken_ns == SYNTHETIC_START_NS + 75 * SEC);
	assert_int_equal(replay__snapshots(replay), 6);
	assert_int_equal(replay__host(replay).switches, 5000);
	assert_true(replay__length(replay) == 75 * SEC + SEC / 2);
	snapshot__free(total);
	replay->ops->close(replay);

	assert_int_equal(reader__on(fd, &reader, NULL), 0);
	assert_int_equal(replay__new(reader, &none, false, &replay), -ENODATA);
	reader__close(reader);
	close(fd);
	free(file);
}

static void jumps(void **state)
{
	static const unsigned int to[] = {100, 3, 59, 60, 61, 119, 0, 130, 129};
	struct snapshot *snap;
	struct source *replay;
	size_t n;
	uint8_t *file = recorded_bytes("cpus=2,cgroups=3", 130, &n);

	(void)state;
	replay = replay_bytes(file, n, NULL, true);
	for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++) {
		assert_int_equal(replay__seek(replay, to[i] * SEC + SEC / 3), 0);
		assert_int_equal(replay->ops->read(replay, &snap), 0);
		assert_true(snap->taken_ns == SYNTHETIC_START_NS + to[i] * SEC);
		assert_in_range(replay__position(replay), to[i] * SEC, to[i] * SEC + SEC);
		assert_int_equal(replay__at_end(replay), to[i] == 130);
		snapshot__free(snap);
	}
	/* Far beyond is the end. */
	assert_int_equal(replay__seek(replay, UINT64_MAX), 0);
	assert_true(replay__position(replay) == 130 * SEC);
	replay->ops->close(replay);
	free(file);
}

static uint64_t real_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * SEC + (uint64_t)ts.tv_nsec;
}

static void runs_at_its_pace(void **state)
{
	struct snapshot *snap, *again;
	struct source *replay;
	uint64_t start;
	int wake[2];
	size_t n;
	uint8_t *file = recorded_bytes("cpus=1,cgroups=2", 30, &n);

	(void)state;
	assert_int_equal(pipe(wake), 0);
	replay = replay_bytes(file, n, NULL, true);
	replay__set_speed(replay, 50);
	start = real_ns();
	assert_int_equal(replay->ops->wait(replay, SYNTHETIC_START_NS + 5 * SEC, wake[0]), 0);
	assert_true(real_ns() - start >= 5 * SEC / 50);
	assert_true(replay->ops->now_ns(replay) >= SYNTHETIC_START_NS + 5 * SEC);
	assert_int_equal(replay->ops->read(replay, &snap), 0);
	assert_true(snap->taken_ns == SYNTHETIC_START_NS + 5 * SEC && snap->max.ns);
	/* Nothing new: the same once more, with no longest hold. */
	assert_int_equal(replay->ops->read(replay, &again), 0);
	assert_true(again->taken_ns == snap->taken_ns && !again->max.ns);
	snapshot__free(snap);
	snapshot__free(again);

	/* Standing still, only a key wakes. */
	replay__set_speed(replay, 0);
	assert_int_equal(write(wake[1], "k", 1), 1);
	start = replay->ops->now_ns(replay);
	assert_int_equal(replay->ops->wait(replay, start + SEC, wake[0]), 1);
	assert_true(replay->ops->now_ns(replay) == start);

	/* And at the end. */
	replay__set_speed(replay, 1e9);
	assert_true(replay__speed(replay) == REPLAY_FASTEST);
	assert_int_equal(read(wake[0], &(char){0}, 1), 1);
	assert_int_equal(replay->ops->wait(replay, SYNTHETIC_START_NS + 30 * SEC, wake[0]), 0);
	assert_true(replay__at_end(replay));
	assert_int_equal(write(wake[1], "k", 1), 1);
	assert_int_equal(replay->ops->wait(replay, SYNTHETIC_START_NS + 99 * SEC, wake[0]), 1);
	assert_true(replay__position(replay) == 30 * SEC && replay__length(replay) == 30 * SEC);
	replay->ops->close(replay);
	close(wake[0]);
	close(wake[1]);
	free(file);
}

/* --- one recording as one run ------------------------------------------------------ */

static void write_file(char *path, const uint8_t *at, size_t n)
{
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, at, n), n);
	close(fd);
}

static void becomes_a_run(void **state)
{
	char path[] = "/tmp/test_recording_XXXXXX";
	struct source *live = synthetic_host("cpus=2,cgroups=5");
	struct time_range range = {2 * SEC, 6 * SEC};
	struct snapshot *total;
	struct recorded_run *run;
	char *want, *got;
	size_t n;
	uint8_t *file = recorded_bytes("cpus=2,cgroups=5", 20, &n);

	(void)state;
	write_file(path, file, n);
	assert_int_equal(recorded_run__load(path, NULL, &run, NULL), 0);
	assert_string_equal(run->path, path);
	assert_true(run->total->active_ns == 20 * SEC);
	assert_true(run->total->run == &run->info.run);
	total = total_of(live, 1, 20);
	want = report_of(total);
	got = report_of(run->total);
	assert_same_report(got, want);
	assert_int_equal(run->host.switches, 20000);
	assert_true(run->host.has_switches && !run->host.has_cmd);
	assert_true(run->end.known && run->end.exit_status == 3);
	assert_string_equal(run->end.result_json, "{\"load\":{\"ops\":1}}");
	assert_true(run->corrected && run->floor_low_ns == run->floor_high_ns);
	assert_true(run->floor_low_ns > 0 && run->floor_spread_ns > 0);
	assert_int_equal(run->n_gaps, 0);
	recorded_run__free(run);
	assert_int_equal(recorded_run__load(path, &range, &run, NULL), 0);
	assert_true(run->total->active_ns == 4 * SEC);
	recorded_run__free(run);
	unlink(path);
	free(want);
	free(got);
	snapshot__free(total);
	live->ops->close(live);
	free(file);
}

static void some_are_no_run(void **state)
{
	char path[] = "/tmp/test_recording_XXXXXX";
	struct recorded_run *run;
	char *why;
	size_t n;
	uint8_t *file = recorded_bytes("cpus=1,cgroups=1", 0, &n);

	(void)state;
	write_file(path, file, n);
	assert_int_equal(recorded_run__load(path, NULL, &run, &why), -ENODATA);
	assert_string_equal(why, "fewer than two snapshots");
	free(why);
	assert_int_equal(truncate(path, 100), 0);
	assert_int_equal(recorded_run__load(path, NULL, &run, &why), -EBADMSG);
	assert_non_null(why);
	free(why);
	unlink(path);
	assert_int_equal(recorded_run__load(path, NULL, &run, &why), -ENOENT);
	free(why);
	free(file);
}

/* A kprobe host has no correction. */
static void uncorrected_runs_say_so(void **state)
{
	char path[] = "/tmp/test_recording_XXXXXX";
	struct recorded_run *run;
	size_t n;
	uint8_t *file = recorded_bytes("cpus=1,cgroups=2,kernel=kprobe", 5, &n);

	(void)state;
	write_file(path, file, n);
	assert_int_equal(recorded_run__load(path, NULL, &run, NULL), 0);
	assert_false(run->corrected);
	assert_string_equal(run->total->floor.why_not, "no method is proven for kprobes");
	recorded_run__free(run);
	unlink(path);
	free(file);
}

static int fixed_locale(void **state)
{
	(void)state;
	setenv("TZ", "UTC", 1);
	tzset();
	return setlocale(LC_ALL, "C.UTF-8") ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_the_report_of_the_host),
		cmocka_unit_test(gives_longer_intervals),
		cmocka_unit_test(gaps_are_in_no_figure),
		cmocka_unit_test(parts_can_be_chosen),
		cmocka_unit_test(jumps),
		cmocka_unit_test(runs_at_its_pace),
		cmocka_unit_test(becomes_a_run),
		cmocka_unit_test(some_are_no_run),
		cmocka_unit_test(uncorrected_runs_say_so),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
