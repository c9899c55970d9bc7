// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/follow.h"

#include <math.h>
#include <string.h>

#include "kernel/hot_loop.h"
#include "util/clock.h"
#include "util/log.h"

#define RUNS	   101
#define WARM_UP_NS 3000000ull /* of running, for the processor's clock to come up */
/*
 * What a change must come to.  Switched statistics are one that must be there,
 * and they show at some 20 ns; anything else, a processor that clocks lower
 * while it has little to do among it, has to be worth a new floor.
 */
#define LEAST_WITH_CAUSE_NS 2.0
#define LEAST_SHARE	    0.25

static void lost(struct follow *f, int err)
{
	log__verbose("the floor can no longer be followed: %s", strerror(-err));
	f->able = false;
}

static bool reading(struct follow *f, struct session *s, struct place *at)
{
	uint64_t begin = clock__ns(CLOCK_MONOTONIC);
	uint32_t samples[RUNS];
	int err;

	if (!f->able)
		return false;
	do {
		err = hot_loop__run(s, &s->hot_sample->second_ns, NULL, samples, RUNS);
	} while (!err && clock__ns(CLOCK_MONOTONIC) - begin < WARM_UP_NS);
	if (err) {
		lost(f, err);
		return false;
	}
	*at = robust__place(samples, RUNS);
	return true;
}

void follow__attach(struct follow *f, struct session *s)
{
	int on;

	if (!s->hot[HOT_FIRST] ||
	    hot_loop__attach(s, HOT_BIT(HOT_FIRST) | HOT_BIT(HOT_SECOND), f->links))
		return;
	f->able = true;
	on = hot_loop__stats_on(s);
	if (on < 0)
		lost(f, on);
	f->stats_on = on > 0;
	follow__note(f, s);
}

void follow__detach(struct follow *f)
{
	hot_loop__detach(f->links);
	f->able = false;
}

void follow__note(struct follow *f, struct session *s)
{
	struct place at;

	if (!reading(f, s, &at))
		return;
	log__verbose("followed by the hot loop: %.1f +- %.2f ns", at.mean, at.error);
	f->noted = at;
	level__set(&f->level, at);
}

bool follow__stats_switched(struct follow *f, struct session *s)
{
	int on;

	if (!f->able)
		return false;
	on = hot_loop__stats_on(s);
	if (on < 0) {
		lost(f, on);
		return false;
	}
	if (f->stats_on == on)
		return false;
	f->stats_on = on;
	return true;
}

bool follow__look(struct follow *f, struct session *s, double floor_ns, bool cause)
{
	double least =
		cause ? LEAST_WITH_CAUSE_NS : fmax(LEAST_WITH_CAUSE_NS, floor_ns * LEAST_SHARE);
	struct place at;

	if (!reading(f, s, &at) || !level__look(&f->level, at, least, cause))
		return false;
	log__verbose("hot loop: %.1f +- %.2f ns, was %.1f when the floor was measured", at.mean,
		     at.error, f->noted.mean);
	return true;
}

double follow__moved_ns(const struct follow *f)
{
	return f->level.at.mean - f->noted.mean;
}

double follow__error_ns(const struct follow *f)
{
	return hypot(f->level.at.error, f->noted.error);
}
