// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/calibrate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define WARM_UP 16 /* samples of each CPU and phase that are passed over */

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

int calibrate__start(struct calibration *cal, struct session *s, bool anew)
{
	if (cal->running)
		return 0;
	if (!s->calibrate)
		return -EOPNOTSUPP;
	if (anew)
		cal->structure = structure__measure(s);
	if (!cal->seen)
		cal->seen = calloc(s->n_cpus, sizeof(*cal->seen));
	if (!cal->seen)
		return -ENOMEM;
	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++)
		cal->seen[cpu] = s->calib[cpu].count;
	if (anew) {
		s->ctl->timing = 0;
		cal->timing_since_ns = 0;
	}
	s->ctl->calibrating = 1;
	cal->link = bpf_program__attach_trace(s->calibrate);
	if (!cal->link) {
		s->ctl->calibrating = 0;
		return -errno;
	}
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

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
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

/* All samples of this phase that are still in the rings; *@n of them, sorted. */
static uint32_t *samples(const struct calibration *cal, const struct session *s, size_t *n)
{
	size_t total = 0;
	uint32_t *all;

	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++) {
		total += usable(s->calib[cpu].count - cal->seen[cpu]);
	}
	all = calloc(total ? total : 1, sizeof(*all));
	*n = 0;
	if (!all)
		return NULL;
	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++) {
		const struct mct_calib *ring = &s->calib[cpu];
		uint64_t count = ring->count, take = usable(count - cal->seen[cpu]);

		for (uint64_t i = 0; i < take && *n < total; i++)
			all[(*n)++] = ring->floor_ns[(count - 1 - i) % MCT_CALIB_RING];
	}
	qsort(all, *n, sizeof(*all), compare);
	return all;
}

/*
 * Mean of the middle half: outliers from interrupts and preempted virtual CPUs
 * wreck a plain mean, and the clock's grain a median.  The spread is the
 * standard error that the quartiles of a normal distribution would imply
 * (sigma = IQR / 1.349; Huber and Ronchetti, Robust Statistics, ch. 3, give
 * the interquartile mean some 84 % of the mean's efficiency: factor 1.09).
 */
static void interquartile(const uint32_t *sorted, size_t n, double *mean, double *spread)
{
	size_t from = n / 4, to = n - n / 4;
	double sum = 0;

	for (size_t i = from; i < to; i++)
		sum += sorted[i];
	*mean = sum / (to - from);
	*spread = (sorted[to - 1] - sorted[from]) / 1.349 * 1.09 / sqrt(n);
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

	floor->base_ns = floor->exit_ns;
	floor->exit_ns = floor->base_ns + exit;
	floor->nest_ns = floor->base_ns + exit / 2 + nested * 0.6;
	floor->unnest_ns = floor->base_ns + exit / 2 + nested * 0.4;
}

bool calibrate__poll(struct calibration *cal, struct session *s, unsigned int enough)
{
	struct floor_info *floor = &cal->floor;
	uint32_t *sorted;
	size_t n;

	if (!cal->running)
		return true;
	sorted = samples(cal, s, &n);
	if (!sorted || n < enough) {
		if (!floor->method)
			floor->why_not =
				"too few refills so far to calibrate; holds are not timed yet";
		free(sorted);
		return false;
	}
	interquartile(sorted, n, &floor->exit_ns, &floor->spread_ns);
	free(sorted);
	note_bodies(cal, s);
	add_structure(cal, floor);
	floor->samples = n;
	floor->method = "in place";
	floor->why_not = NULL;
	floor->epoch++;
	s->ctl->floor_exit_ns = llround(floor->exit_ns);
	s->ctl->floor_nest_ns = llround(floor->nest_ns);
	s->ctl->floor_renest_ns = llround(floor->base_ns + cal->structure.nested_ns);
	s->ctl->floor_unnest_ns = llround(floor->unnest_ns);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	s->ctl->timing = 1;
	if (!cal->timing_since_ns)
		cal->timing_since_ns = now_ns();
	/* Detaching may take long; the program keeps itself out of the intervals until then. */
	end_phase(cal, s);
	return true;
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
	cal->timing_since_ns = now_ns();
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
	free(cal->seen);
	cal->seen = NULL;
}
