/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A made-up host as a source of snapshots, for golden tests of views and for
 * the bench: no kernel, no privilege, no real clock.  The same spec and the
 * same times give the same snapshots.  The counters agree with each other as
 * a real host's do: each bucket with its count, each eviction with its victim,
 * the rows with the totals.
 */
#ifndef MODEL_SYNTHETIC_H
#define MODEL_SYNTHETIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/source.h"

/* Monotonic and wall time of the host when its probes were attached. */
#define SYNTHETIC_START_NS 1000000000000ull
#define SYNTHETIC_WALL_NS  1767225600000000000ull /* 2026-01-01 00:00:00 UTC */

struct synthetic_kernel;

struct synthetic_spec {
	unsigned int cpus;    /* online */
	unsigned int offline; /* possible, but offline: every second CPU from 1, then the last */
	unsigned int cgroups;
	unsigned int gone;	   /* of these, removed: they count for 5 s only */
	unsigned int unnamed;	   /* of these, without a name */
	unsigned int norow;	   /* of these, without a row: they make the overflow row */
	unsigned int nodes;	   /* NUMA nodes: CPUs in as many equal blocks; 0: not known */
	unsigned int rate_per_sec; /* mean refills of a (CPU, cgroup) pair */
	uint64_t seed;
	bool odd_names;			       /* backslashes, control bytes, no UTF-8, very long */
	bool losses;			       /* some events were lost */
	bool charges;			       /* as with --charges */
	bool cost;			       /* as with --cost */
	bool step_clock;		       /* time moves on command only */
	bool real_clock;		       /* time is the machine's own */
	const struct synthetic_kernel *kernel; /* what is n/a, which roles by which hook */
};

/*
 * synthetic_spec__parse - reads "cpus=2,cgroups=12,seed=1,offline=3,kernel=7.3".
 * Every key is optional.  Keys: cpus, offline, cgroups, gone, unnamed, norow,
 * nodes, rate, seed (numbers); names=plain|odd; clock=run|step|real; losses, charges,
 * cost (0 or 1); kernel=7.3|patched|rt|6.1|6.12-rt|kprobe.
 * @bad: set to the item of @text that is wrong; may be NULL.
 * Returns 0 or -EINVAL.
 */
int synthetic_spec__parse(const char *text, struct synthetic_spec *spec, const char **bad);

/*
 * synthetic__new - a source of that host; close with its ops.  Its clock starts
 * at SYNTHETIC_START_NS.  Returns NULL when memory is short.
 *
 * clock=run: the clock moves in wait(), which never sleeps: it returns 0 at the
 * deadline, or 1 at once, the clock unmoved, when the wake fd is readable.
 *
 * clock=step: the clock moves in step() alone.  While the deadline lies ahead,
 * wait() sleeps until the wake fd is readable or a signal comes, and returns 1:
 * the caller reads there that it is to step, and waits again.  Once the deadline
 * has come it returns at once, 1 if the wake fd is readable, else 0.  Without a
 * wake fd nobody could ever wake it: then it moves the clock as clock=run does.
 *
 * clock=real: the clock moves by itself and wait() sleeps; wall time is the
 * machine's.  For servers under test: no two runs are the same.
 */
struct source *synthetic__new(const struct synthetic_spec *spec);

#endif
