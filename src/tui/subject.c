// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/cgroup_filter.h"
#include "model/words.h"
#include "view/label.h"

#define MIN_NAME 6 /* label.h */

static void add_fine(struct holds *holds, const struct fine_hist *hist, const struct mct_hold *sums,
		     const struct longest *max)
{
	words__add(holds->counts, hist->slot, MCT_FINE_SLOTS);
	words__add(&holds->sums, sums, WORDS_OF(*sums));
	if (max->ns > holds->max_ns)
		holds->max_ns = max->ns;
	holds->rows++;
}

static void add_cgroup(struct holds *holds, const struct cgroup_row *row)
{
	for (int i = 0; i < MCT_COARSE_SLOTS; i++)
		holds->counts[i] += row->hist[i];
	words__add(&holds->sums, &row->c.hold, WORDS_OF(row->c.hold));
	if (row->max.ns > holds->max_ns)
		holds->max_ns = row->max.ns;
	holds->rows++;
}

static bool is_of(const struct subject *subject, const struct cgroup_row *row)
{
	if (!subject->subtree || !subject->path)
		return subject->cgroup_id && row->id == subject->cgroup_id;
	/* Its own row may have lost its name meanwhile. */
	return (subject->cgroup_id && row->id == subject->cgroup_id) ||
	       (row->name && cgroup_filter__has(*subject->path ? subject->path : "/", row->name));
}

const char *subject__holds(const struct subject *subject, const struct snapshot *window,
			   enum hold_site site, struct holds *holds)
{
	bool drain = site == HOLD_DRAIN_WORK;

	memset(holds, 0, sizeof(*holds));
	holds->layout = subject->kind == SUBJECT_CGROUP ? &hist_coarse : &hist_fine;
	switch (subject->kind) {
	case SUBJECT_ALL:
		add_fine(holds, drain ? &window->drain_hist : &window->hist,
			 drain ? &window->drain_hold : &window->total.hold,
			 drain ? &window->drain_max : &window->max);
		break;
	case SUBJECT_CPU:
		for (size_t i = 0; i < window->n_cpus; i++) {
			const struct cpu_row *cpu = &window->cpus[i];

			if (cpu->cpu == subject->cpu)
				add_fine(holds, drain ? &cpu->drain_hist : &cpu->hist,
					 drain ? &cpu->drain_hold : &cpu->c.hold,
					 drain ? &cpu->drain_max : &cpu->max);
		}
		break;
	case SUBJECT_CGROUP:
		for (size_t i = 0; i < window->n_cgroups; i++) {
			if (is_of(subject, &window->cgroups[i]))
				add_cgroup(holds, &window->cgroups[i]);
		}
		break;
	}
	return run_info__na(window->run, drain ? METRIC_DRAIN_WORK_HOLD : METRIC_HOLD);
}

char *cgroup__text(uint64_t id, const char *path, unsigned int width)
{
	/* A row of its own: it need not have one in any window. */
	struct cgroup_row cgroup = {.id = id, .name = (char *)path};
	struct row row = {.kind = ROW_CGROUP, .c = &cgroup.c, .cgroup = &cgroup};

	return label__row(&row, width < MIN_NAME ? MIN_NAME : width);
}

char *subject__title(const struct subject *subject, unsigned int width)
{
	static const char below[] = " and below";
	char *name, *title = NULL;
	size_t room = width;

	switch (subject->kind) {
	case SUBJECT_ALL:
		return strdup("all CPUs");
	case SUBJECT_CPU:
		return asprintf(&title, "CPU %u", subject->cpu) < 0 ? NULL : title;
	case SUBJECT_CGROUP:
		break;
	}
	if (subject->subtree)
		room = room > sizeof(below) + MIN_NAME ? room - sizeof(below) + 1 : MIN_NAME;
	name = cgroup__text(subject->cgroup_id, subject->path, (unsigned int)room);
	if (name && asprintf(&title, "%s%s", name, subject->subtree ? below : "") < 0)
		title = NULL;
	free(name);
	return title;
}
