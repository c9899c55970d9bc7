// SPDX-License-Identifier: GPL-2.0-or-later
/* Families of the lock's holds, each by site. */
#include "export/families.h"

static const struct {
	const char *label;
	enum metric metric;
} sites[MCT_NR_SITES] = {
	[MCT_SITE_REFILL] = {"refill", METRIC_HOLD},
	[MCT_SITE_DRAIN_WORK] = {"drain_work", METRIC_DRAIN_WORK_HOLD},
};

static const struct mct_hold *hold_of(const struct snapshot *now, unsigned int site)
{
	return site == MCT_SITE_REFILL ? &now->total.hold : &now->drain_hold;
}

/* Sets the label; false: this site's holds are not seen. */
static bool site_seen(const struct subject *subject, unsigned int site, struct sample *sample)
{
	sample->label[0] = sites[site].label;
	return families__seen(subject, (int)sites[site].metric);
}

static bool get_histogram(const struct family *family, const struct subject *subject,
			  unsigned int i, struct sample *sample)
{
	const struct snapshot *now = subject->view->now;

	(void)family;
	sample->kind = SAMPLE_FINE;
	sample->n = subject->view->hold_ns[i];
	sample->slots = i == MCT_SITE_REFILL ? now->hist.slot : now->drain_hist.slot;
	return site_seen(subject, i, sample);
}

/* A field of struct mct_hold, as it is, or in seconds where the family has that unit. */
static bool get_field(const struct family *family, const struct subject *subject, unsigned int i,
		      struct sample *sample)
{
	const struct family_part *part = family->parts;
	const char *hold = (const char *)hold_of(subject->view->now, i);

	sample->kind = family->unit == FAMILY_SECONDS ? SAMPLE_NS : SAMPLE_COUNT;
	sample->n = *(const uint64_t *)(hold + part->offset);
	return families__seen(subject, part->needs) && site_seen(subject, i, sample);
}

static bool get_span_seconds(const struct family *family, const struct subject *subject,
			     unsigned int i, struct sample *sample)
{
	(void)family;
	sample->kind = SAMPLE_NS;
	sample->n = subject->view->span_ns[i];
	return site_seen(subject, i, sample);
}

static bool get_longest(const struct family *family, const struct subject *subject, unsigned int i,
			struct sample *sample)
{
	(void)family;
	sample->kind = SAMPLE_NS;
	sample->n = subject->view->longest[i].ns;
	return sample->n && site_seen(subject, i, sample);
}

#define BY_SITE(name, type, unit, get, help)                                                       \
	{                                                                                          \
		name, type, unit, FAMILY_HOST, {"site"}, help, get, MCT_NR_SITES, NULL             \
	}
#define FIELD(name, unit, field, needs, help)                                                      \
	{                                                                                          \
		name, FAMILY_COUNTER, unit, FAMILY_HOST, {"site"}, help, get_field, MCT_NR_SITES,  \
			(const struct family_part[]){{{NULL}, needs, offsetof(struct mct_hold, field)}} \
	}

static const struct family rows[] = {
	BY_SITE("memcgtop_hold_seconds", FAMILY_HISTOGRAM, FAMILY_SECONDS, get_histogram,
		"Holds of memcg_stock.lock, each an upper bound: from entry to the first nested "
		"event seen with the lock free, else to exit; the probes' own time is taken out."),
	FIELD("memcgtop_hold_lower_seconds", FAMILY_SECONDS, lower_ns, METRIC_HOLD_LOWER,
		"Sum of the holds' lower bounds: from entry to the last nested event seen with "
		"the lock held."),
	FIELD("memcgtop_hold_raw_seconds", FAMILY_SECONDS, raw_ns, NEEDS_NOTHING,
		"Sum of holds as the clock said, the probes' own time included."),
	FIELD("memcgtop_hold_correction_seconds", FAMILY_SECONDS, corr_ns, NEEDS_NOTHING,
		"The probes' own time that was taken out of the sum of holds."),
	FIELD("memcgtop_hold_clamped", FAMILY_NO_UNIT, clamped, NEEDS_NOTHING,
		"Holds that came out below zero after correction and stand in the first bucket; "
		"the sum has them as they are."),
	FIELD("memcgtop_holds_left_out", FAMILY_NO_UNIT, left_out, NEEDS_NOTHING,
		"Calls preempted or migrated before any event bounded their hold: in no bucket, "
		"count or sum of holds."),
	FIELD("memcgtop_preempted_at_unlock", FAMILY_NO_UNIT, preempted, METRIC_PREEMPTED,
		"Calls during which the task was switched out: where a long hold turns into a "
		"context switch."),
	BY_SITE("memcgtop_span_seconds", FAMILY_COUNTER, FAMILY_SECONDS, get_span_seconds,
		"Sum of entry-to-exit times, the probes' own time taken out: what a "
		"function-latency tool sees, not the hold."),
	FIELD("memcgtop_spans", FAMILY_NO_UNIT, span_count, NEEDS_NOTHING,
		"Calls whose entry-to-exit time was measured."),
	BY_SITE("memcgtop_longest_hold_seconds", FAMILY_GAUGE, FAMILY_SECONDS, get_longest,
		"Longest hold of the last 5 minutes, an upper bound; absent when none was "
		"measured in them."),
};

const struct family_table families_hold = {rows, sizeof(rows) / sizeof(rows[0])};
