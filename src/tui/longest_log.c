// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/longest_log.h"

#include <stdlib.h>
#include <string.h>

struct longest_log *longest_log__new(void)
{
	return calloc(1, sizeof(struct longest_log));
}

void longest_log__clear(struct longest_log *log)
{
	for (size_t i = 0; i < log->n; i++)
		free(log->entry[i].cgroup);
	log->n = 0;
}

void longest_log__free(struct longest_log *log)
{
	if (log)
		longest_log__clear(log);
	free(log);
}

/* First entry that is shorter: where a hold of @ns belongs, after its equals. */
static size_t place_of(const struct longest_log *log, uint64_t ns)
{
	size_t low = 0, high = log->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (log->entry[middle].hold.ns >= ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Is it among the entries of the same length, which end at @place? */
static bool is_known(const struct longest_log *log, size_t place, const struct longest *hold,
		     enum hold_site site)
{
	while (place-- > 0 && log->entry[place].hold.ns == hold->ns) {
		const struct longest_entry *e = &log->entry[place];

		if (e->hold.cpu == hold->cpu && e->hold.at_ns == hold->at_ns && e->site == site)
			return true;
	}
	return false;
}

static char *name_of(const struct snapshot *interval, uint64_t id)
{
	const struct cgroup_row *row = snapshot__cgroup(interval, id);

	return row && row->name ? strdup(row->name) : NULL;
}

static void add(struct longest_log *log, const struct snapshot *interval,
		const struct longest *hold, enum hold_site site)
{
	size_t place = place_of(log, hold->ns);
	struct longest_entry *e;

	if (!hold->ns || place == LONGEST_LOG_ROWS || is_known(log, place, hold, site))
		return;
	if (log->n == LONGEST_LOG_ROWS)
		free(log->entry[--log->n].cgroup);
	e = &log->entry[place];
	memmove(e + 1, e, (log->n - place) * sizeof(*e));
	log->n++;
	*e = (struct longest_entry){
		.hold = *hold,
		/* The two clocks were read together at the interval's end. */
		.wall_ns = interval->wall_ns - (interval->taken_ns - hold->at_ns),
		.site = site,
		.cgroup = site == HOLD_REFILL ? name_of(interval, hold->cgroup_id) : NULL,
	};
}

void longest_log__add(struct longest_log *log, const struct snapshot *interval)
{
	for (size_t i = 0; i < interval->n_cpus; i++) {
		add(log, interval, &interval->cpus[i].max, HOLD_REFILL);
		add(log, interval, &interval->cpus[i].drain_max, HOLD_DRAIN_WORK);
	}
}
