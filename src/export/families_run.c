// SPDX-License-Identifier: GPL-2.0-or-later
/* Families that say who measured, by which hooks, how corrected, and what was missed. */
#include "export/families.h"

#include <math.h>
#include <stdio.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static bool get_build(const struct family *family, const struct subject *subject, unsigned int i,
		      struct sample *sample)
{
	(void)family, (void)i;
	sample->n = 1;
	sample->label[0] = MEMCGTOP_VERSION;
	sample->label[1] = subject->opts->libbpf;
	return true;
}

static bool get_kernel(const struct family *family, const struct subject *subject, unsigned int i,
		       struct sample *sample)
{
	const struct run_info *run = subject->view->now->run;

	(void)family, (void)i;
	sample->n = 1;
	sample->label[0] = run->kernel_release;
	sample->label[1] = run->machine;
	sample->label[2] = run->preemption;
	sample->label[3] = run->cgroup_version;
	return true;
}

static bool get_role(const struct family *family, const struct subject *subject, unsigned int i,
		     struct sample *sample)
{
	const struct role_info *role = &subject->view->now->run->roles[i];

	(void)family;
	sample->n = 1;
	sample->label[0] = role__name((enum role)i);
	sample->label[1] = attach_mode__name(role->mode);
	sample->label[2] = role->hook;
	sample->label[3] = role->reason;
	return true;
}

/* Hits that the kernel skipped in a role: are they counted? */
static bool misses_seen(const struct snapshot *now, unsigned int role)
{
	return !run_info__na(now->run, METRIC_MISSES) && now->loss.misses_known[role];
}

/* First the metrics, then the misses of each role. */
static bool get_unavailable(const struct family *family, const struct subject *subject,
			    unsigned int i, struct sample *sample)
{
	const struct snapshot *now = subject->view->now;
	const char *na;

	(void)family;
	sample->n = 1;
	if (i < METRIC_NR) {
		sample->label[0] = metric__name((enum metric)i);
		sample->label[1] = run_info__na(now->run, (enum metric)i);
		return sample->label[1];
	}
	i -= METRIC_NR;
	if (!families__has_probe(now, i) || misses_seen(now, i))
		return false;
	snprintf(sample->scratch, sizeof(sample->scratch), "misses_%s", role__name((enum role)i));
	na = run_info__na(now->run, METRIC_MISSES);
	sample->label[0] = sample->scratch;
	sample->label[1] = na ? na : "this kernel counts no misses of this role's hook";
	return true;
}

static bool get_calibration(const struct family *family, const struct subject *subject,
			    unsigned int i, struct sample *sample)
{
	const struct floor_info *floor = &subject->view->now->floor;

	(void)family, (void)i;
	sample->n = 1;
	sample->label[0] = floor->method ? floor->method : "none";
	sample->label[1] = floor->why_not;
	return true;
}

static bool get_calibrations(const struct family *family, const struct subject *subject,
			     unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->view->now->floor.epoch;
	return true;
}

/* False where the number is none that a correction could be. */
static bool put_ns(struct sample *sample, double ns)
{
	if (!isfinite(ns) || fabs(ns) > 1e15)
		return false;
	sample->kind = SAMPLE_PS;
	sample->ps = llround(ns * 1000);
	return true;
}

static bool get_correction(const struct family *family, const struct subject *subject,
			   unsigned int i, struct sample *sample)
{
	const struct floor_info *floor = &subject->view->now->floor;
	const struct {
		const char *part;
		double ns;
	} parts[] = {
		{"base", floor->base_ns},
		{"exit", floor->exit_ns},
		{"nest", floor->nest_ns},
		{"unnest", floor->unnest_ns},
	};

	(void)family;
	sample->label[0] = parts[i].part;
	return floor->method && put_ns(sample, parts[i].ns);
}

static bool get_correction_error(const struct family *family, const struct subject *subject,
				 unsigned int i, struct sample *sample)
{
	const struct floor_info *floor = &subject->view->now->floor;

	(void)family, (void)i;
	return floor->method && put_ns(sample, floor->spread_ns);
}

static bool put_seconds(struct sample *sample, uint64_t ns)
{
	sample->kind = SAMPLE_NS;
	sample->n = ns;
	return true;
}

static bool get_active(const struct family *family, const struct subject *subject, unsigned int i,
		       struct sample *sample)
{
	(void)family, (void)i;
	return put_seconds(sample, subject->view->now->active_ns);
}

static bool get_timed(const struct family *family, const struct subject *subject, unsigned int i,
		      struct sample *sample)
{
	(void)family, (void)i;
	return put_seconds(sample, subject->view->now->timed_ns);
}

static bool get_start(const struct family *family, const struct subject *subject, unsigned int i,
		      struct sample *sample)
{
	uint64_t ns = subject->opts->stats.start_wall_ns;

	(void)family, (void)i;
	return ns && put_seconds(sample, ns);
}

static bool get_last_update(const struct family *family, const struct subject *subject,
			    unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	return put_seconds(sample, subject->view->now->wall_ns);
}

static bool get_lost(const struct family *family, const struct subject *subject, unsigned int i,
		     struct sample *sample)
{
	const struct losses *loss = &subject->view->now->loss;
	const struct {
		const char *reason;
		uint64_t n;
	} lost[] = {
		{"exit_unmatched", loss->exit_unmatched},
		{"stale", loss->stale},
		{"orphans", loss->orphans},
		{"bad_memcg", loss->bad_memcg},
		{"clock_backwards", loss->clock_backwards},
		{"no_row", loss->no_row},
	};

	(void)family;
	sample->label[0] = lost[i].reason;
	sample->n = lost[i].n;
	return true;
}

static bool get_missed(const struct family *family, const struct subject *subject, unsigned int i,
		       struct sample *sample)
{
	const struct snapshot *now = subject->view->now;

	(void)family;
	sample->label[0] = role__name((enum role)i);
	sample->n = now->loss.misses[i];
	return families__has_probe(now, i) && misses_seen(now, i);
}

static const struct family rows[] = {
	FAMILY("memcgtop_build", FAMILY_INFO, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("version", "libbpf"), get_build, 1, NULL,
	       "Versions of memcgtop and of the libbpf it runs with."),
	FAMILY("memcgtop_kernel", FAMILY_INFO, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("release", "machine", "preemption", "cgroups"), get_kernel, 1, NULL,
	       "The measured kernel: release, machine, preemption model (empty: not known) and "
	       "cgroup hierarchy."),
	FAMILY("memcgtop_role", FAMILY_INFO, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("role", "mode", "hook", "reason"), get_role, ROLE_NR, NULL,
	       "How each role is attached, to which kernel functions, and why in no better way."),
	FAMILY("memcgtop_unavailable", FAMILY_INFO, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("metric", "reason"), get_unavailable, METRIC_NR + ROLE_NR, NULL,
	       "A metric that cannot be seen on this kernel or was not asked for, with the "
	       "reason: its series are absent, not zero."),
	FAMILY("memcgtop_calibration", FAMILY_INFO, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("method", "reason"), get_calibration, 1, NULL,
	       "How the probes' own time is measured to be taken out of holds; none: holds are "
	       "uncorrected, for that reason."),
	FAMILY("memcgtop_calibrations", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST, LABELS(NULL),
	       get_calibrations, 1, NULL,
	       "Times a new correction came into force; it affects later events only."),
	FAMILY("memcgtop_correction_seconds", FAMILY_GAUGE, FAMILY_SECONDS, FAMILY_HOST,
	       LABELS("part"), get_correction, 4, NULL,
	       "Correction in force, by part: base is out of one program into the next, exit "
	       "from the entry to the exit program, nest into a nested probe, unnest out of it."),
	FAMILY("memcgtop_correction_error_seconds", FAMILY_GAUGE, FAMILY_SECONDS, FAMILY_HOST,
	       LABELS(NULL), get_correction_error, 1, NULL,
	       "Standard error of the correction in force."),
	FAMILY("memcgtop_active_seconds", FAMILY_COUNTER, FAMILY_SECONDS, FAMILY_HOST, LABELS(NULL),
	       get_active, 1, NULL, "Time the probes have been counting."),
	FAMILY("memcgtop_timed_seconds", FAMILY_COUNTER, FAMILY_SECONDS, FAMILY_HOST, LABELS(NULL),
	       get_timed, 1, NULL,
	       "Of the time the probes have been counting, that in which they measured holds too."),
	FAMILY("memcgtop_start_timestamp_seconds", FAMILY_GAUGE, FAMILY_SECONDS, FAMILY_HOST,
	       LABELS(NULL), get_start, 1, NULL,
	       "Unix time at which this exporter began; counters begin anew with it."),
	FAMILY("memcgtop_last_update_timestamp_seconds", FAMILY_GAUGE, FAMILY_SECONDS, FAMILY_HOST,
	       LABELS(NULL), get_last_update, 1, NULL, "Unix time of the snapshot that is shown."),
	FAMILY("memcgtop_lost_events", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("reason"), get_lost, 6, NULL,
	       "Events the probes saw and could not use in full; no_row: counted in the totals "
	       "and in other, not for their cgroup."),
	FAMILY("memcgtop_missed_hits", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST, LABELS("role"),
	       get_missed, ROLE_NR, NULL,
	       "Calls for which the kernel did not run the role's program, such as by recursion "
	       "protection; absent where it does not count them."),
};

const struct family_table families_run = {rows, ROWS(rows)};
