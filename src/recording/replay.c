// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/replay.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "model/delta.h"
#include "util/clock.h"

struct replay {
	struct source source;
	struct reader *reader;
	struct snapshot *next; /* read, but its time has not come; NULL: the end */
	struct host_context next_host;
	struct snapshot *last;	   /* the last whose time has come */
	struct snapshot *left_out; /* what happened in gaps; NULL: nothing */
	bool fresh;		   /* last has not been read */
	bool paced;
	int error; /* of reading on; told where the file ends */

	uint64_t start_ns, from_ns, end_ns; /* of the recording; of the part of it */
	uint64_t now_ns;		    /* where the clock was at real_ns */
	uint64_t real_ns;
	double speed;

	uint64_t snapshots;
	struct host_context last_host,
		host; /* at the last snapshot; since the first, without gaps */
	struct recording_gap gaps[REPLAY_GAPS_KEPT];
	size_t n_gaps, all_gaps;
	uint64_t gap_ns;
};

static const struct source_ops replay_ops;

static struct replay *replay_of(const struct source *src)
{
	return (struct replay *)src;
}

/* --- snapshots ------------------------------------------------------------------ */

/* The next one of the part shown into r->next, or NULL there. */
static int fetch(struct replay *r, struct recording_gap *gap)
{
	int err = reader__next(r->reader, &r->next, &r->next_host, gap);

	if (err) {
		r->next = NULL;
		return err == -ENODATA ? 0 : err;
	}
	if (r->next->taken_ns > r->end_ns) {
		snapshot__free(r->next);
		r->next = NULL;
	}
	return 0;
}

/* Of equals the earlier one, as where deltas are added up. */
static void keep_longest(struct longest *to, const struct longest *before)
{
	if (before->ns && before->ns >= to->ns)
		*to = *before;
}

static void keep_maxima(struct snapshot *to, const struct snapshot *before)
{
	for (size_t i = 0; i < to->n_cpus; i++) {
		keep_longest(&to->cpus[i].max, &before->cpus[i].max);
		keep_longest(&to->cpus[i].drain_max, &before->cpus[i].drain_max);
	}
	for (size_t i = 0; i < before->n_cgroups; i++) {
		struct cgroup_row *row = snapshot__cgroup(to, before->cgroups[i].id);

		if (row)
			keep_longest(&row->max, &before->cgroups[i].max);
	}
	keep_longest(&to->max, &before->max);
	keep_longest(&to->drain_max, &before->drain_max);
	keep_longest(&to->overflow.max, &before->overflow.max);
}

static void drop_maxima(struct snapshot *snap)
{
	const struct longest none = {0};

	for (size_t i = 0; i < snap->n_cpus; i++)
		snap->cpus[i].max = snap->cpus[i].drain_max = none;
	for (size_t i = 0; i < snap->n_cgroups; i++)
		snap->cgroups[i].max = none;
	snap->max = snap->drain_max = snap->overflow.max = none;
}

/* What happened between r->last and r->next is not to show. */
static int leave_out(struct replay *r, const struct recording_gap *gap)
{
	struct snapshot *lost = delta__new(r->last, r->next);
	int err = lost ? delta__accumulate(&r->left_out, lost) : -ENOMEM;

	snapshot__free(lost);
	drop_maxima(r->next);
	if (r->n_gaps < REPLAY_GAPS_KEPT)
		r->gaps[r->n_gaps++] = *gap;
	r->all_gaps++;
	r->gap_ns += gap->to_ns - gap->from_ns;
	return err;
}

static int fetch_next(struct replay *r)
{
	struct recording_gap gap;
	int err = fetch(r, &gap);

	if (err || !r->next)
		return err;
	if (gap.to_ns) {
		r->last_host = r->next_host;
		return leave_out(r, &gap);
	}
	return 0;
}

/* The time of r->next has come. */
static int move_on(struct replay *r)
{
	struct host_context happened = host_context__since(&r->last_host, &r->next_host);

	host_context__add(&r->host, &happened);
	r->last_host = r->next_host;
	if (r->fresh)
		keep_maxima(r->next, r->last);
	snapshot__free(r->last);
	r->last = r->next;
	r->next = NULL;
	r->fresh = true;
	r->snapshots++;
	return fetch_next(r);
}

/* Begins anew with what the reader gives now, at or before @ns if there is such a one. */
static int start_at(struct replay *r, uint64_t ns)
{
	struct recording_gap gap;
	int err;

	snapshot__free(r->last);
	snapshot__free(r->next);
	snapshot__free(r->left_out);
	r->last = r->next = r->left_out = NULL;
	err = fetch(r, &gap);
	if (err || !r->next)
		return err ?: -ENODATA;
	/* What came before is not shown, so its gaps and maxima are not either. */
	do {
		snapshot__free(r->last);
		r->last = r->next;
		r->last_host = r->next_host;
		err = fetch(r, &gap);
	} while (!err && r->next && (r->last->taken_ns < r->from_ns || r->next->taken_ns <= ns));
	if (err)
		return err;
	if (r->last->taken_ns < r->from_ns)
		return -ENODATA;
	r->fresh = true;
	r->host = (struct host_context){
		.has_switches = true,
		.has_cmd = true,
		.has_softirqs = true,
		.has_softnet = true,
		.has_ksoftirqd = true,
	};
	r->n_gaps = r->all_gaps = 0;
	r->gap_ns = 0;
	r->snapshots = 1;
	r->now_ns = r->last->taken_ns;
	r->real_ns = clock__ns(CLOCK_MONOTONIC);
	return r->next && gap.to_ns ? leave_out(r, &gap) : 0;
}

/* --- the source ------------------------------------------------------------------- */

static int replay_read(struct source *src, struct snapshot **snap)
{
	struct replay *r = replay_of(src);

	if (r->error)
		return r->error;
	if (!r->fresh && !r->next && !r->paced)
		return -ENODATA;
	*snap = r->left_out ? delta__new(r->left_out, r->last) : snapshot__copy(r->last);
	if (!*snap)
		return -ENOMEM;
	if (!r->fresh)
		drop_maxima(*snap);
	r->fresh = false;
	return 0;
}

static uint64_t replay_now_ns(struct source *src)
{
	const struct replay *r = replay_of(src);
	uint64_t most;
	double passed;

	/* It stands at the end, and does not pass a snapshot that was not taken in. */
	if (!r->paced || !r->next || r->next->taken_ns <= r->now_ns)
		return r->now_ns;
	most = r->next->taken_ns - r->now_ns;
	passed = (double)(clock__ns(CLOCK_MONOTONIC) - r->real_ns) * r->speed;
	return r->now_ns + (passed < (double)most ? (uint64_t)passed : most);
}

static void set_clock(struct replay *r, uint64_t ns)
{
	r->now_ns = ns;
	r->real_ns = clock__ns(CLOCK_MONOTONIC);
}

static int wait_at_once(struct replay *r, uint64_t deadline_ns, int wake_fd)
{
	struct pollfd wake = {.fd = wake_fd, .events = POLLIN};

	if (wake_fd >= 0 && poll(&wake, 1, 0) > 0)
		return 1;
	while (!r->error && r->next && r->last->taken_ns < deadline_ns)
		r->error = move_on(r);
	r->now_ns = deadline_ns;
	if (!r->error && r->last->taken_ns > deadline_ns)
		r->now_ns = r->last->taken_ns;
	return 0;
}

/* 1: woken, 0: the time has passed. */
static int sleep_for(const struct timespec *left, int wake_fd)
{
	struct pollfd wake = {.fd = wake_fd, .events = POLLIN};
	int ready = ppoll(&wake, 1, left, NULL);

	if (ready < 0)
		return errno == EINTR ? 1 : -errno;
	return ready > 0;
}

/* Sleeps until recorded time @ns has come. */
static int sleep_until(const struct replay *r, uint64_t ns, int wake_fd)
{
	struct timespec left = {0};
	double left_ns;

	if (r->speed <= 0)
		return sleep_for(NULL, wake_fd);
	left_ns = (ns > r->now_ns ? (double)(ns - r->now_ns) / r->speed : 0) -
		  (double)(clock__ns(CLOCK_MONOTONIC) - r->real_ns);
	if (left_ns > 0) {
		left.tv_sec = (time_t)(left_ns / 1e9);
		left.tv_nsec = (long)(left_ns - (double)left.tv_sec * 1e9);
	}
	return sleep_for(&left, wake_fd);
}

static int wait_paced(struct replay *r, uint64_t deadline_ns, int wake_fd)
{
	while (!r->error && r->next && r->last->taken_ns < deadline_ns) {
		uint64_t ns = r->next->taken_ns;
		int woken = sleep_until(r, ns, wake_fd);

		if (woken)
			return woken;
		set_clock(r, ns);
		r->error = move_on(r);
	}
	/* At the end nothing will come but keys. */
	if (!r->error && r->last->taken_ns < deadline_ns && wake_fd >= 0)
		return sleep_for(NULL, wake_fd);
	if (r->error || r->last->taken_ns < deadline_ns)
		set_clock(r, deadline_ns);
	return 0;
}

static int replay_wait(struct source *src, uint64_t deadline_ns, int wake_fd)
{
	struct replay *r = replay_of(src);

	return r->paced ? wait_paced(r, deadline_ns, wake_fd)
			: wait_at_once(r, deadline_ns, wake_fd);
}

static void free_replay(struct replay *r)
{
	snapshot__free(r->next);
	snapshot__free(r->last);
	snapshot__free(r->left_out);
	free(r);
}

static void replay_close(struct source *src)
{
	struct replay *r = replay_of(src);

	reader__close(r->reader);
	free_replay(r);
}

static const struct source_ops replay_ops = {
	.read = replay_read,
	.wait = replay_wait,
	.now_ns = replay_now_ns,
	.close = replay_close,
};

static uint64_t add_sticking(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

int replay__new(struct reader *reader, const struct time_range *range, bool paced,
		struct source **src)
{
	struct replay *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return -ENOMEM;
	r->source.ops = &replay_ops;
	r->source.run = &reader__info(reader)->run;
	r->reader = reader;
	r->paced = paced;
	r->speed = 1;
	err = reader__span(reader, &r->start_ns, &r->end_ns);
	r->from_ns = range ? add_sticking(r->start_ns, range->from_ns) : 0;
	if (range && range->to_ns && add_sticking(r->start_ns, range->to_ns) < r->end_ns)
		r->end_ns = add_sticking(r->start_ns, range->to_ns);
	if (!err && r->from_ns > r->start_ns)
		err = reader__seek(reader, r->from_ns);
	if (!err)
		err = start_at(r, 0);
	if (err) {
		free_replay(r);
		return err;
	}
	*src = &r->source;
	return 0;
}

/* --- what screens and reports ask ---------------------------------------------------- */

bool replay__is_replay(const struct source *src)
{
	return src->ops == &replay_ops;
}

const struct reader *replay__reader(const struct source *src)
{
	return replay_of(src)->reader;
}

static uint64_t after(uint64_t start, uint64_t ns)
{
	return ns > start ? ns - start : 0;
}

uint64_t replay__position(const struct source *src)
{
	return after(replay_of(src)->start_ns, replay_now_ns((struct source *)src));
}

uint64_t replay__length(const struct source *src)
{
	return after(replay_of(src)->start_ns, replay_of(src)->end_ns);
}

uint64_t replay__start_ns(const struct source *src)
{
	return replay_of(src)->start_ns;
}

int replay__seek(struct source *src, uint64_t ns)
{
	struct replay *r = replay_of(src);
	uint64_t to = add_sticking(r->start_ns, ns);
	int err;

	if (to > r->end_ns)
		to = r->end_ns;
	if (to < r->from_ns)
		to = r->from_ns;
	err = reader__seek(r->reader, to);
	r->error = err ?: start_at(r, to);
	return r->error;
}

void replay__set_speed(struct source *src, double factor)
{
	struct replay *r = replay_of(src);

	set_clock(r, replay_now_ns(src));
	if (factor > REPLAY_FASTEST)
		factor = REPLAY_FASTEST;
	else if (factor > 0 && factor < REPLAY_SLOWEST)
		factor = REPLAY_SLOWEST;
	r->speed = factor > 0 ? factor : 0;
}

double replay__speed(const struct source *src)
{
	return replay_of(src)->speed;
}

bool replay__at_end(const struct source *src)
{
	return !replay_of(src)->next;
}

const struct recording_gap *replay__gaps(const struct source *src, size_t *n, size_t *all,
					 uint64_t *ns)
{
	const struct replay *r = replay_of(src);

	*n = r->n_gaps;
	*all = r->all_gaps;
	*ns = r->gap_ns;
	return r->gaps;
}

uint64_t replay__snapshots(const struct source *src)
{
	return replay_of(src)->snapshots;
}

struct host_context replay__host(const struct source *src)
{
	return replay_of(src)->host;
}
