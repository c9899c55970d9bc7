// SPDX-License-Identifier: GPL-2.0-or-later
/* Recordings: what is written is read again, whatever host it is of; how large it gets. */
#include "test_recording_common.h"

#include "model/words.h"
#include "recording/frame.h"
#include "recording/info_json.h"

static void assert_same_counters(const struct counters *a, const struct counters *b)
{
	assert_memory_equal(a, b, sizeof(*a));
}

static void assert_same_longest(const struct longest *a, const struct longest *b)
{
	assert_true(a->ns == b->ns && a->at_ns == b->at_ns && a->cgroup_id == b->cgroup_id &&
		    a->cpu == b->cpu && a->ctx == b->ctx);
}

static void assert_same_text(const char *a, const char *b)
{
	if (a && b)
		assert_string_equal(a, b);
	else
		assert_true(!a && !b);
}

static void assert_same_cpu(const struct cpu_row *a, const struct cpu_row *b)
{
	assert_int_equal(a->cpu, b->cpu);
	assert_int_equal(a->online, b->online);
	assert_int_equal(a->node, b->node);
	assert_same_counters(&a->c, &b->c);
	assert_memory_equal(&a->drain_hold, &b->drain_hold, sizeof(a->drain_hold));
	assert_memory_equal(a->refills_ctx, b->refills_ctx, sizeof(a->refills_ctx));
	assert_int_equal(a->entry_busy, b->entry_busy);
	assert_memory_equal(&a->hist, &b->hist, sizeof(a->hist));
	assert_memory_equal(&a->drain_hist, &b->drain_hist, sizeof(a->drain_hist));
	assert_same_longest(&a->max, &b->max);
	assert_same_longest(&a->drain_max, &b->drain_max);
}

static void assert_same_cgroup(const struct cgroup_row *a, const struct cgroup_row *b)
{
	assert_true(a->id == b->id);
	assert_same_text(a->name, b->name);
	assert_int_equal(a->gone, b->gone);
	assert_int_equal(a->level, b->level);
	assert_same_counters(&a->c, &b->c);
	assert_memory_equal(a->hist, b->hist, sizeof(a->hist));
	assert_same_longest(&a->max, &b->max);
}

static void assert_same_snapshot(const struct snapshot *a, const struct snapshot *b)
{
	assert_int_equal(a->seq, b->seq);
	assert_true(a->taken_ns == b->taken_ns && a->wall_ns == b->wall_ns);
	assert_true(a->active_ns == b->active_ns && a->timed_ns == b->timed_ns);
	assert_same_text(a->floor.method, b->floor.method);
	assert_same_text(a->floor.why_not, b->floor.why_not);
	assert_true(a->floor.exit_ns == b->floor.exit_ns && a->floor.base_ns == b->floor.base_ns);
	assert_true(a->floor.spread_ns == b->floor.spread_ns);
	assert_true(a->floor.nest_ns == b->floor.nest_ns);
	assert_true(a->floor.unnest_ns == b->floor.unnest_ns);
	assert_true(a->floor.samples == b->floor.samples && a->floor.epoch == b->floor.epoch);
	assert_same_counters(&a->total, &b->total);
	assert_int_equal(a->counter_other, b->counter_other);
	assert_int_equal(a->big_refills, b->big_refills);
	assert_memory_equal(&a->loss, &b->loss, offsetof(struct losses, misses_known));
	assert_memory_equal(a->loss.misses_known, b->loss.misses_known,
			    sizeof(a->loss.misses_known));
	assert_memory_equal(&a->cost, &b->cost, offsetof(struct own_cost, bpf_measured));
	assert_int_equal(a->cost.bpf_measured, b->cost.bpf_measured);
	assert_int_equal(a->cost.bpf_known, b->cost.bpf_known);
	assert_memory_equal(&a->hist, &b->hist, sizeof(a->hist));
	assert_same_longest(&a->max, &b->max);
	assert_same_longest(&a->drain_max, &b->drain_max);
	assert_int_equal(a->n_cpus, b->n_cpus);
	for (size_t i = 0; i < a->n_cpus; i++)
		assert_same_cpu(&a->cpus[i], &b->cpus[i]);
	assert_int_equal(a->n_cgroups, b->n_cgroups);
	for (size_t i = 0; i < a->n_cgroups; i++)
		assert_same_cgroup(&a->cgroups[i], &b->cgroups[i]);
	assert_same_cgroup(&a->overflow, &b->overflow);
	assert_int_equal(a->cells_used, b->cells_used);
	assert_int_equal(a->cells_max, b->cells_max);
}

static void assert_same_run(const struct run_info *a, const struct run_info *b)
{
	assert_same_text(a->kernel_release, b->kernel_release);
	assert_same_text(a->machine, b->machine);
	assert_same_text(a->preemption, b->preemption);
	assert_same_text(a->filter, b->filter);
	assert_string_equal(a->cgroup_version, b->cgroup_version);
	assert_int_equal(a->possible_cpus, b->possible_cpus);
	assert_int_equal(a->page_bytes, b->page_bytes);
	assert_true(a->rt == b->rt && a->lock_state == b->lock_state &&
		    a->inner_refill == b->inner_refill && a->charges == b->charges &&
		    a->cost == b->cost && a->paths_relative == b->paths_relative);
	for (int i = 0; i < ROLE_NR; i++) {
		assert_int_equal(a->roles[i].mode, b->roles[i].mode);
		assert_same_text(a->roles[i].hook, b->roles[i].hook);
		assert_same_text(a->roles[i].reason, b->roles[i].reason);
		assert_same_text(a->roles[i].remedy, b->roles[i].remedy);
	}
	for (int i = 0; i < METRIC_NR; i++)
		assert_same_text(a->na[i], b->na[i]);
}

static const char *const hosts[] = {
	"cpus=2,cgroups=5",
	"cpus=3,offline=2,cgroups=9,gone=2,unnamed=1,norow=2,names=odd,losses=1,nodes=2",
	"cpus=2,cgroups=4,kernel=patched,charges=1,cost=1",
	"cpus=2,cgroups=4,kernel=rt",
	"cpus=2,cgroups=4,kernel=6.1",
	"cpus=2,cgroups=4,kernel=6.12-rt",
	"cpus=2,cgroups=4,kernel=kprobe",
	"cpus=1,cgroups=0",
};

/* Field by field: what lies between them is nobody's. */
static void assert_same_host(const struct host_context *a, const struct host_context *b)
{
	assert_memory_equal(a, b, offsetof(struct host_context, has_ksoftirqd));
	assert_int_equal(a->has_ksoftirqd, b->has_ksoftirqd);
	assert_memory_equal(&a->switches, &b->switches,
			    sizeof(*a) - offsetof(struct host_context, switches));
}

/* Two sources of one spec are the same host. */
static void check_round_trip(const char *spec, unsigned int seconds)
{
	struct tape t = tape_open(spec);
	struct source *again = synthetic_host(spec);
	struct recording_gap gap;
	struct host_context host, want;
	struct snapshot *got, *snap;
	struct reader *reader;

	tape_record(&t, seconds);
	assert_int_equal(reader__on(t.fd, &reader, NULL), 0);
	assert_same_run(&reader__info(reader)->run, t.src->run);
	for (unsigned int i = 0; i <= seconds; i++) {
		again->ops->wait(again, SYNTHETIC_START_NS + i * SEC, -1);
		assert_int_equal(again->ops->read(again, &snap), 0);
		assert_int_equal(reader__next(reader, &got, &host, &gap), 0);
		assert_int_equal(gap.to_ns, 0);
		assert_same_snapshot(got, snap);
		want = host_at(i);
		assert_same_host(&host, &want);
		snapshot__free(got);
		snapshot__free(snap);
	}
	assert_int_equal(reader__next(reader, &got, &host, &gap), -ENODATA);
	assert_false(reader__end(reader).known);
	assert_int_equal(reader__damage(reader).bytes, 0);
	assert_int_equal(reader__damage(reader).unreadable, 0);
	reader__close(reader);
	again->ops->close(again);
	tape_close(&t);
}

static void what_is_written_is_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++)
		check_round_trip(hosts[i], 12);
	/* over keyframes */
	check_round_trip(hosts[1], 130);
}

static void describes_itself(void **state)
{
	struct tape t = tape_open(hosts[0]);
	const struct recording_info *info;
	struct recording_end end = {true, 7, (char *)"{\"load\":{\"ops\":1}}"};
	struct recording_gap gap;
	struct snapshot *snap;
	struct reader *reader;

	(void)state;
	tape_record(&t, 2);
	assert_int_equal(writer__end(t.writer, &end), 0);
	assert_int_equal(reader__on(t.fd, &reader, NULL), 0);
	info = reader__info(reader);
	assert_string_equal(info->memcgtop_version, "0.1.0");
	assert_string_equal(info->kernel_build_id, "c0ffee");
	assert_string_equal(info->command, "memcgload anon");
	assert_string_equal(info->accelerator, "tcg");
	assert_null(info->hostname);
	/* Nothing of a file moves a cursor. */
	assert_string_equal(info->kernel_version, "#1 SMP \\x1b[31mred\\xff");
	assert_true(info->emulated);
	assert_false(info->anonymous);
	assert_int_equal(info->online_cpus, 2);
	assert_true(info->interval_ns == SEC && info->start_wall_ns == SYNTHETIC_WALL_NS &&
		    info->start_mono_ns == SYNTHETIC_START_NS);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(reader__next(reader, &snap, NULL, &gap), 0);
		snapshot__free(snap);
	}
	assert_int_equal(reader__next(reader, &snap, NULL, &gap), -ENODATA);
	assert_true(reader__end(reader).known);
	assert_int_equal(reader__end(reader).exit_status, 7);
	assert_string_equal(reader__end(reader).result_json, "{\"load\":{\"ops\":1}}");
	reader__close(reader);
	tape_close(&t);
}

static void anonymous_has_no_names(void **state)
{
	struct tape t = tape_open("cpus=2,cgroups=6,names=odd");
	struct recording_gap gap;
	struct snapshot *snap;
	struct reader *reader;

	(void)state;
	t.info.anonymous = true;
	tape_record(&t, 3);
	assert_int_equal(reader__on(t.fd, &reader, NULL), 0);
	assert_true(reader__info(reader)->anonymous);
	while (!reader__next(reader, &snap, NULL, &gap)) {
		assert_int_equal(snap->n_cgroups, 6);
		for (size_t i = 0; i < snap->n_cgroups; i++)
			assert_null(snap->cgroups[i].name);
		snapshot__free(snap);
	}
	reader__close(reader);
	tape_close(&t);
}

/* Rows come and go, a name comes late, the floor is found in mid-run. */
static void rows_come_and_go(void **state)
{
	static const unsigned int rows[] = {5, 8, 2, 0, 4, 4};
	struct tape t = tape_open("cpus=2,cgroups=8,kernel=kprobe");
	struct snapshot *kept[6], *got;
	struct recording_gap gap;
	struct reader *reader;

	(void)state;
	writer__describe(t.writer, &t.info);
	for (unsigned int i = 0; i < 6; i++) {
		struct host_context host = host_at(i);
		struct snapshot *snap;

		t.src->ops->wait(t.src, SYNTHETIC_START_NS + i * SEC, -1);
		snap = kept[i] = tape_read(&t);
		for (size_t j = rows[i]; j < snap->n_cgroups; j++) {
			free(snap->cgroups[j].name);
			snap->cgroups[j].name = NULL;
		}
		snap->n_cgroups = rows[i];
		if (i < 5 && snap->n_cgroups) {
			free(snap->cgroups[0].name);
			snap->cgroups[0].name = NULL;
		}
		if (i > 3) {
			snap->floor.method = "in place";
			snap->floor.why_not = NULL;
			snap->floor.exit_ns = 124.5;
		}
		snapshot__fill_overflow(snap);
		assert_int_equal(writer__snapshot(t.writer, snap, &host), 0);
	}
	assert_int_equal(reader__on(t.fd, &reader, NULL), 0);
	for (unsigned int i = 0; i < 6; i++) {
		assert_int_equal(reader__next(reader, &got, NULL, &gap), 0);
		assert_same_snapshot(got, kept[i]);
		snapshot__free(got);
		snapshot__free(kept[i]);
	}
	reader__close(reader);
	tape_close(&t);
}

/* From the headers: a keyframe at first, and then at least every 60th. */
static void keyframes_come_in_time(void **state)
{
	struct frame_header header;
	size_t n, at = 0, snapshots = 0, last = 0, keyframes = 0, infos = 0;
	uint8_t *file = recorded_bytes("cpus=1,cgroups=1", 190, &n);

	(void)state;
	while (at < n) {
		assert_true(frame__read_header(file + at, &header));
		at += FRAME_HEADER_BYTES + header.stored_bytes;
		infos += header.type == FRAME_INFO;
		if (header.type != FRAME_SNAPSHOT)
			continue;
		if (header.flags & FRAME_FLAG_KEYFRAME) {
			assert_true(!snapshots || snapshots - last <= WRITER_KEYFRAME_EVERY);
			last = snapshots;
			keyframes++;
			/* with a description before it */
			assert_int_equal(infos, keyframes);
		} else {
			assert_true(snapshots > 0);
		}
		snapshots++;
	}
	assert_int_equal(at, n);
	assert_int_equal(snapshots, 191);
	assert_in_range(keyframes, 4, 5);
	free(file);
}

/* --- size ----------------------------------------------------------------------- */

static uint64_t noise_state = 88172645463325252ull;

static uint64_t noise(uint64_t below)
{
	noise_state ^= noise_state << 13;
	noise_state ^= noise_state >> 7;
	noise_state ^= noise_state << 17;
	return noise_state % below;
}

/*
 * A synthetic host's rates are too even, and its holds too few, to be honest
 * about compression: counts grow by chance, and fill the slots of two octaves.
 */
static void make_noisy(struct snapshot *snap, struct snapshot *extra)
{
	for (size_t i = 0; i < snap->n_cpus; i++) {
		struct cpu_row *to = &snap->cpus[i], *sum = &extra->cpus[i];

		for (size_t j = 0; j < WORDS_OF(sum->c); j++)
			if (words__get(&to->c, j))
				words__set(&sum->c, j, words__get(&sum->c, j) + noise(300));
		for (unsigned int j = 0; j < 32; j++) {
			sum->hist.slot[120 + j] += noise(40);
			to->hist.slot[120 + j] += sum->hist.slot[120 + j];
		}
		counters__add(&to->c, &sum->c);
		to->max.at_ns -= noise(SEC);
		to->drain_max.at_ns -= noise(SEC);
		to->max.ns += noise(5000);
	}
	for (size_t i = 0; i < snap->n_cgroups; i++) {
		struct cgroup_row *to = &snap->cgroups[i], *sum = &extra->cgroups[i];

		for (size_t j = 0; j < WORDS_OF(sum->c); j++)
			if (words__get(&to->c, j))
				words__set(&sum->c, j, words__get(&sum->c, j) + noise(200));
		for (unsigned int j = 20; j < 36; j++) {
			sum->hist[j] += (uint32_t)noise(40);
			to->hist[j] += sum->hist[j];
		}
		counters__add(&to->c, &sum->c);
		to->max.at_ns -= noise(SEC);
		to->max.ns += noise(5000);
	}
}

/* 1 Hz, 64 CPUs, 100 busy cgroups: at most 1.5 MB a minute. */
static void a_minute_is_small(void **state)
{
	struct tape t = tape_open("cpus=64,cgroups=100,rate=20,nodes=2");
	struct snapshot *extra = snapshot__new(t.src->run, 64, 100);

	(void)state;
	assert_non_null(extra);
	writer__describe(t.writer, &t.info);
	for (unsigned int i = 0; i < 121; i++) {
		struct host_context host = host_at(i);
		struct snapshot *snap;

		t.src->ops->wait(t.src, SYNTHETIC_START_NS + i * SEC, -1);
		snap = tape_read(&t);
		make_noisy(snap, extra);
		assert_int_equal(writer__snapshot(t.writer, snap, &host), 0);
		snapshot__free(snap);
	}
	print_message("1 Hz, 64 CPUs, 100 busy cgroups: %.2f MB a minute\n",
		      (double)writer__bytes(t.writer) / 2e6);
	assert_true(writer__bytes(t.writer) / 2 <= 1500000);
	snapshot__free(extra);
	tape_close(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(describes_itself),
		cmocka_unit_test(anonymous_has_no_names),  cmocka_unit_test(rows_come_and_go),
		cmocka_unit_test(keyframes_come_in_time),  cmocka_unit_test(a_minute_is_small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
