/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an exporter shows, and keeps true for months: counters that never fall
 * and series that neither jump nor move into one another.  Told of each
 * cumulative snapshot, it decides which cgroups have series of their own and
 * adds up what each did.  Pure: no I/O, no clock but the snapshots' own.
 *
 *  - A cgroup is admitted once, the busiest of an interval first, while there
 *    is room.  Its series (a label, series_label.h) is then fixed for the life of its
 *    id: a renamed directory or other rules do not move its counts.
 *  - An admitted series is shown at zero first and counts from the first
 *    snapshot after it was published (ledger__published): so a scraper that
 *    takes differences misses nothing.  What came before stays in other.
 *  - A cgroup first seen when it is removed already makes no series (one_shot:
 *    it does), so that short-lived ones fill no seats.  It joins one of its label.
 *  - Ids of one label share a series: a cgroup made anew under its old path,
 *    cgroups folded into an ancestor, names that come out alike.
 *  - A series goes linger_ns after all its cgroups went.  What they still do
 *    after that is in other.  What a series has counted never goes there.
 *  - host increase = sum of the increases of all series and other, exactly, for
 *    every counter and over every window.
 */
#ifndef EXPORT_LEDGER_H
#define EXPORT_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "export/series_label.h"
#include "export/pattern.h"
#include "model/snapshot.h"

#define LEDGER_LINGER_NS     (15 * 60 * 1000000000ull)
#define LEDGER_MAX_WINDOW_NS (5 * 60 * 1000000000ull) /* of the longest hold */

struct ledger_rules {
	size_t max_series; /* cgroup series beside other; 0: all are other */
	struct label_rules label;
	const struct pattern *pattern; /* cgroups that may be admitted; NULL: all.  Not owned. */
	uint64_t linger_ns;
	uint64_t max_window_ns;
	bool one_shot; /* one report, no differences: a series counts at once */
};

/* A cgroup's series. */
struct ledger_series {
	const char *label; /* valid UTF-8, not yet escaped; unique.  NULL: other */
	struct counters c; /* since it was published; none ever falls */
	uint64_t hold_ns;  /* sum of holds, corrected: see ledger_view */
	uint64_t hist[MCT_COARSE_SLOTS];
	bool gone; /* all its cgroups are removed */
};

/*
 * What is shown now.  Valid until the next call on the ledger but
 * ledger__published.  Host and CPU rows are those of the snapshot, which never
 * fall by themselves; corrected sums could (a correction may exceed an
 * interval), so they are the highest they ever were.
 */
struct ledger_view {
	const struct snapshot *now;	/* the last one; not owned by the view */
	uint64_t hold_ns[MCT_NR_SITES]; /* host: corrected sum of holds, never falls */
	uint64_t span_ns[MCT_NR_SITES];
	const uint64_t *cpu_hold_ns;	      /* by index into now->cpus; site refill */
	struct longest longest[MCT_NR_SITES]; /* of the last max_window_ns; ns 0: none */
	double max_window_seconds;	      /* what that window covers so far */
	const struct ledger_series *series;   /* by label, ascending; published or to be */
	size_t n_series;
	struct ledger_series other; /* what no series counts */
	size_t max_series;
	uint64_t refused; /* cgroups that found no room, ever */
	/*
	 * Updates in which the series had more than the host, whose CPUs are read
	 * a moment before its rows: other then stands still until the host has
	 * caught up.
	 */
	uint64_t other_behind;
};

struct ledger;

/* NULL when memory is short.  @rules is copied, with its key, but not its pattern. */
struct ledger *ledger__new(const struct ledger_rules *rules);
void ledger__free(struct ledger *ledger);

/*
 * ledger__update - takes in a cumulative snapshot and keeps it (frees it when
 * the next comes).  The first one is where everything begins: what it counted
 * before is shown in the host's rows and in other.
 * Returns 0; -ENOMEM leaves the ledger as it was, and @now freed.
 */
int ledger__update(struct ledger *ledger, struct snapshot *now);

/* NULL before the first update. */
const struct ledger_view *ledger__view(const struct ledger *ledger);

/* What is shown now has been given to somebody: new series count from the next update. */
void ledger__published(struct ledger *ledger);

/*
 * ledger__set_rules - on reload.  Series that the new rules would not admit go
 * at once, and their cgroups count in other from here on: those the pattern
 * leaves out, all when names are hidden by another key, and the least busy when
 * there are more than may be.  Others stay as they are: another depth is for
 * cgroups without a series.  Rules that take a cgroup in again give it a series
 * from zero.  Returns 0 or -ENOMEM (then the old rules stand).
 */
int ledger__set_rules(struct ledger *ledger, const struct ledger_rules *rules);

#endif
