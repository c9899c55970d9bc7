// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/recorded_run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/delta.h"
#include "recording/reader.h"
#include "recording/replay.h"

/* The run is made of what its reader owns. */
struct loaded {
	struct recorded_run run;
	struct source *src; /* a replay */
};

static void note_floor(struct recorded_run *run, const struct floor_info *floor)
{
	if (!floor->method) {
		run->corrected = false;
		return;
	}
	if (isnan(run->floor_low_ns) || floor->exit_ns < run->floor_low_ns)
		run->floor_low_ns = floor->exit_ns;
	if (isnan(run->floor_high_ns) || floor->exit_ns > run->floor_high_ns)
		run->floor_high_ns = floor->exit_ns;
	if (floor->spread_ns > run->floor_spread_ns)
		run->floor_spread_ns = floor->spread_ns;
}

static int add(struct recorded_run *run, struct snapshot **last, struct snapshot *now)
{
	struct snapshot *delta = delta__new(*last, now);
	int err = delta ? delta__accumulate(&run->total, delta) : -ENOMEM;

	if (!err)
		note_floor(run, &now->floor);
	snapshot__free(delta);
	snapshot__free(*last);
	*last = now;
	return err;
}

/* Every snapshot, so that none of the floors in force is missed. */
static int sum_up(struct loaded *l)
{
	const struct source_ops *ops = l->src->ops;
	struct snapshot *last, *now;
	int err = ops->read(l->src, &last);

	if (err)
		return err;
	while (!err) {
		ops->wait(l->src, ops->now_ns(l->src) + 1, -1);
		err = ops->read(l->src, &now);
		if (!err)
			err = add(&l->run, &last, now);
	}
	snapshot__free(last);
	if (err == -ENODATA && l->run.total && l->run.total->active_ns)
		return 0;
	return err;
}

static void take_facts(struct loaded *l)
{
	const struct reader *reader = replay__reader(l->src);
	struct recorded_run *run = &l->run;
	size_t kept;

	run->info = *reader__info(reader);
	run->end = reader__end(reader);
	run->host = replay__host(l->src);
	replay__gaps(l->src, &kept, &run->n_gaps, &run->gap_ns);
	run->total->run = &run->info.run;
}

static int load(struct loaded *l, const char *path, const struct time_range *range, char **why)
{
	struct reader *reader;
	int err = reader__open(path, &reader, why);

	if (err)
		return err;
	err = replay__new(reader, range, false, &l->src);
	if (err) {
		reader__close(reader);
		return err;
	}
	l->run.path = strdup(path);
	l->run.corrected = true;
	l->run.floor_low_ns = l->run.floor_high_ns = NAN;
	err = l->run.path ? sum_up(l) : -ENOMEM;
	if (!err)
		take_facts(l);
	return err;
}

int recorded_run__load(const char *path, const struct time_range *range, struct recorded_run **run,
		       char **why)
{
	struct loaded *l = calloc(1, sizeof(*l));
	int err;

	if (why)
		*why = NULL;
	if (!l)
		return -ENOMEM;
	err = load(l, path, range, why);
	if (err) {
		if (why && !*why)
			*why = strdup(err == -ENODATA ? "fewer than two snapshots"
						      : strerror(-err));
		recorded_run__free(&l->run);
		return err;
	}
	*run = &l->run;
	return 0;
}

void recorded_run__free(struct recorded_run *run)
{
	struct loaded *l = (struct loaded *)run;

	if (!l)
		return;
	snapshot__free(run->total);
	free(run->path);
	if (l->src)
		l->src->ops->close(l->src);
	free(l);
}
