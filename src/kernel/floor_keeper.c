// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/floor_keeper.h"

#include <errno.h>
#include <unistd.h>

#include "util/clock.h"

#define WANT	 200 /* samples a phase aims at */
#define ENOUGH	 50  /* and what it makes do with */
#define FIRST_NS 1000000000ull
#define MOST_NS	 60000000000ull
#define WAIT_NS	 300000000ull /* at start-up */
#define LOOK_NS	 100000000ull
#define SLICE_NS 20000000ull	/* while nothing is timed for want of a floor */
#define HASTE_NS 10000000000ull /* for so long: a quiet host shall not be woken for ever */

static void first_floor(struct calibration *cal, struct session *s)
{
	uint64_t until = clock__ns(CLOCK_MONOTONIC) + WAIT_NS;
	int err = calibrate__start(cal, s, true);

	if (err) {
		calibrate__give_up(cal, s,
				   err == -EOPNOTSUPP
					   ? "no method is proven for kprobes"
					   : "the calibration program could not be attached");
		return;
	}
	do {
		calibrate__provoke();
		if (calibrate__poll(cal, s, WANT) || cal->floor.method)
			return;
		usleep(2000);
	} while (clock__ns(CLOCK_MONOTONIC) < until);
	calibrate__poll(cal, s, ENOUGH);
}

void floor_keeper__start(struct floor_keeper *k, struct session *s, bool sealed)
{
	k->cal.sealed = sealed;
	first_floor(&k->cal, s);
	k->started_ns = clock__ns(CLOCK_MONOTONIC);
	k->every_ns = FIRST_NS;
	k->due_ns = k->started_ns + FIRST_NS;
}

/*
 * Now and then, for the floor drifts: soon after the start, when caches have
 * warmed up, then ever less often.
 */
static void look(struct floor_keeper *k, struct session *s)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC);
	bool due = k->cal.floor.method && !k->cal.running && now >= k->due_ns;

	/* whoever waits for requests wakes as often as they come */
	if (!due && now - k->looked_ns < LOOK_NS)
		return;
	k->looked_ns = now;
	calibrate__follow(&k->cal, s, due);
	if (!due)
		return;
	if (!k->cal.sealed)
		calibrate__start(&k->cal, s, false);
	k->every_ns = k->every_ns * 4 < MOST_NS ? k->every_ns * 4 : MOST_NS;
	k->due_ns = now + k->every_ns;
}

uint64_t floor_keeper__tick(struct floor_keeper *k, struct session *s, uint64_t most_ns)
{
	bool calibrated = calibrate__poll(&k->cal, s, ENOUGH);

	look(k, s);
	if (calibrated || SLICE_NS > most_ns)
		return most_ns;
	if (k->cal.sealed && (k->cal.floor.method || clock__ns(CLOCK_MONOTONIC) - k->started_ns > HASTE_NS))
		return most_ns;
	return SLICE_NS;
}

void floor_keeper__before_read(struct floor_keeper *k, struct session *s)
{
	calibrate__poll(&k->cal, s, ENOUGH);
}

void floor_keeper__after_read(struct floor_keeper *k, struct session *s, uint64_t stats_ns,
			      uint64_t refills)
{
	bool on = stats_ns != k->stats_ns, was_known = k->stats_known;

	k->stats_ns = stats_ns;
	if (!refills || k->stats_held)
		return;
	k->stats_known = true;
	/* a first floor that was measured with them on is as good as any */
	if (k->cal.sealed && !was_known)
		k->stats_on = on;
	if (on == k->stats_on)
		return;
	k->stats_on = on;
	/* one that follows has its own way to see it, at once and on a quiet host */
	if (!k->cal.follow.able)
		calibrate__stats_switched(&k->cal, s);
}

void floor_keeper__stop(struct floor_keeper *k, struct session *s)
{
	calibrate__stop(&k->cal, s);
}
