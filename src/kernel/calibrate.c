// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/calibrate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "stats/robust.h"
#include "util/clock.h"

#define WARM_UP		16	      /* samples of each CPU and phase that are passed over */
#define SECOND_FLOOR_NS 1000000000ull /* sealed: after the first */

/* Samples count from here on. */
static void begin_samples(struct calibration *cal, const struct session *s)
{
	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++)
		cal->seen[cpu] = s->calib[cpu].count;
}

static void stop_timing(struct calibration *cal, struct session *s)
{
	s->ctl->timing = 0;
	cal->timing_since_ns = 0;
}

int calibrate__start(struct calibration *cal, struct session *s, bool anew)
{
	if (cal->running)
		return 0;
	if (!s->calibrate)
		return -EOPNOTSUPP;
	if (anew)
		cal->structure = structure__measure(s);
	if (cal->sealed)
		follow__attach(&cal->follow, s);
	if (!cal->seen)
		cal->seen = calloc(s->n_cpus, sizeof(*cal->seen));
	if (!cal->seen)
		return -ENOMEM;
	begin_samples(cal, s);
	if (anew)
		stop_timing(cal, s);
	s->ctl->calibrating = 1;
	cal->link = bpf_program__attach_trace(s->calibrate);
	if (!cal->link) {
		s->ctl->calibrating = 0;
		return -errno;
	}
	cal->floors_due = cal->sealed ? 2 : 1;
	cal->running = true;
	return 0;
}

static void end_phase(struct calibration *cal, struct session *s)
{
	bpf_link__destroy(cal->link);
	cal->link = NULL;
	s->ctl->calibrating = 0;
	cal->running = false;
}

/*
 * Samples of a CPU worth taking, the last ones: attaching made a new trampoline,
 * and the first runs through new code are cold (under emulation, translated).
 */
static uint64_t usable(uint64_t fresh)
{
	uint64_t warm = fresh > WARM_UP ? fresh - WARM_UP : 0;

	return warm < MCT_CALIB_RING ? warm : MCT_CALIB_RING;
}

static uint64_t usable_of(const struct calibration *cal, const struct session *s, unsigned int cpu)
{
	return usable(s->calib[cpu].count - cal->seen[cpu]);
}

/* All samples of this phase that are still in the rings, *@n of them; NULL: fewer than @enough. */
static uint32_t *samples(const struct calibration *cal, const struct session *s,
			 unsigned int enough, size_t *n)
{
	size_t total = 0;
	uint32_t *all;

	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++)
		total += usable_of(cal, s, cpu);
	if (!total || total < enough)
		return NULL;
	all = calloc(total, sizeof(*all));
	if (!all)
		return NULL;
	*n = 0;
	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++) {
		const struct mct_calib *ring = &s->calib[cpu];
		uint64_t count = ring->count, take = usable(count - cal->seen[cpu]);

		for (uint64_t i = 0; i < take && *n < total; i++)
			all[(*n)++] = ring->floor_ns[(count - 1 - i) % MCT_CALIB_RING];
	}
	return all;
}

static void note_bodies(struct calibration *cal, const struct session *s)
{
	for (int body = 0; body < MCT_NR_BODIES; body++) {
		uint64_t ns = 0, count = 0;

		for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++) {
			ns += s->calib[cpu].body_ns[body];
			count += s->calib[cpu].body_count[body];
		}
		cal->body_ns[body] = count ? ns / count : 0;
	}
}

/*
 * From the floor to each kind of interval.  A nested probe's trampoline costs
 * on the way in (saving registers and arguments) somewhat more than on the way
 * out (restoring them); of the entry's own, half lies before the function.
 */
static void add_structure(const struct calibration *cal, struct floor_info *floor)
{
	double exit = cal->structure.exit_ns, nested = cal->structure.nested_ns;

	floor->exit_ns = floor->base_ns + exit;
	floor->nest_ns = floor->base_ns + exit / 2 + nested * 0.6;
	floor->unnest_ns = floor->base_ns + exit / 2 + nested * 0.4;
}

/* A new floor, @moved_ns from the one measured in place: a new epoch. */
static void set_floor(struct calibration *cal, struct session *s, double moved_ns, double error_ns)
{
	struct floor_info *floor = &cal->floor;

	floor->base_ns = fmax(cal->in_place_ns + moved_ns, 0);
	floor->spread_ns = hypot(cal->in_place_error_ns, error_ns);
	add_structure(cal, floor);
	floor->method = cal->follow.able ? "in place, followed" : "in place";
	floor->why_not = NULL;
	floor->epoch++;
	cal->stale = false;
	s->ctl->floor_exit_ns = llround(floor->exit_ns);
	s->ctl->floor_nest_ns = llround(floor->nest_ns);
	s->ctl->floor_renest_ns = llround(floor->base_ns + cal->structure.nested_ns);
	s->ctl->floor_unnest_ns = llround(floor->unnest_ns);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	s->ctl->timing = 1;
	if (!cal->timing_since_ns)
		cal->timing_since_ns = clock__ns(CLOCK_MONOTONIC);
}

bool calibrate__poll(struct calibration *cal, struct session *s, unsigned int enough)
{
	struct place place;
	uint32_t *values;
	size_t n;

	if (!cal->running)
		return true;
	if (clock__ns(CLOCK_MONOTONIC) < cal->not_before_ns)
		return false;
	/* samples from before and after a switch do not go together */
	calibrate__follow(cal, s, false);
	values = samples(cal, s, enough, &n);
	if (!values) {
		if (!cal->floor.method)
			cal->floor.why_not =
				"too few refills so far to calibrate; holds are not timed yet";
		return false;
	}
	place = robust__place(values, n);
	free(values);
	cal->in_place_ns = place.mean;
	cal->in_place_error_ns = place.error;
	cal->floor.samples = n;
	note_bodies(cal, s);
	follow__note(&cal->follow, s);
	set_floor(cal, s, 0, 0);
	if (--cal->floors_due) {
		cal->not_before_ns = clock__ns(CLOCK_MONOTONIC) + SECOND_FLOOR_NS;
		begin_samples(cal, s);
		return false;
	}
	/* Detaching may take long; the program keeps itself out of the intervals until then. */
	end_phase(cal, s);
	return true;
}

/* Nothing tells the floor that is right now, until they are switched back. */
static void switch_stale(struct calibration *cal)
{
	cal->stale = !cal->stale;
	cal->floor.method = cal->stale ? "in place, stale" : "in place";
	cal->floor.why_not = cal->stale ? "BPF run-time statistics were switched since, and the "
					  "floor could not be followed"
					: NULL;
	if (cal->stale && !cal->warned)
		log__warn("BPF run-time statistics (kernel.bpf_stats_enabled) were switched: "
			  "holds are off by what they add to a probe, which cannot be followed "
			  "here; switch them back, or restart memcgtop");
	cal->warned |= cal->stale;
}

static void sealed_switch(struct calibration *cal, struct session *s)
{
	if (cal->running) {
		begin_samples(cal, s);
		if (cal->follow.able)
			return;
		/* the program is still there: measured anew, as at the start */
		stop_timing(cal, s);
		cal->floors_due = 1;
		cal->not_before_ns = 0;
	} else if (cal->floor.method && !cal->follow.able) {
		switch_stale(cal);
	}
}

void calibrate__stats_switched(struct calibration *cal, struct session *s)
{
	log__verbose("BPF run-time statistics were switched");
	if (cal->sealed)
		sealed_switch(cal, s);
	else if (cal->floor.method)
		calibrate__start(cal, s, true);
}

void calibrate__follow(struct calibration *cal, struct session *s, bool due)
{
	struct follow *f = &cal->follow;
	bool was_able = f->able, switched;

	if (!cal->sealed)
		return;
	switched = follow__stats_switched(f, s);
	if (switched)
		calibrate__stats_switched(cal, s);
	if ((switched || due) && cal->floor.method && cal->timing_since_ns &&
	    follow__look(f, s, cal->in_place_ns, switched))
		set_floor(cal, s, follow__moved_ns(f), follow__error_ns(f));
	if (was_able && !f->able && cal->floor.method)
		cal->floor.method = "in place";
}

void calibrate__give_up(struct calibration *cal, struct session *s, const char *why)
{
	memset(&cal->floor, 0, sizeof(cal->floor));
	cal->floor.why_not = why;
	s->ctl->floor_exit_ns = 0;
	s->ctl->floor_nest_ns = 0;
	s->ctl->floor_renest_ns = 0;
	s->ctl->floor_unnest_ns = 0;
	s->ctl->timing = 1;
	cal->timing_since_ns = clock__ns(CLOCK_MONOTONIC);
}

void calibrate__provoke(void)
{
	const size_t bytes = 256 * 4096;
	size_t page = sysconf(_SC_PAGESIZE);

	for (int round = 0; round < 16; round++) {
		volatile char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
					 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (at == MAP_FAILED)
			return;
		madvise((void *)at, bytes, MADV_NOHUGEPAGE);
		for (size_t i = 0; i < bytes; i += page)
			at[i] = 1;
		munmap((void *)at, bytes);
	}
}

void calibrate__stop(struct calibration *cal, struct session *s)
{
	if (cal->running)
		end_phase(cal, s);
	follow__detach(&cal->follow);
	free(cal->seen);
	cal->seen = NULL;
}
