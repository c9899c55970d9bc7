// SPDX-License-Identifier: GPL-2.0-or-later
/* Families of each cgroup: what was done to it, whichever task did it. */
#include "export/families.h"

#define AT(field) offsetof(struct counters, field)

static const struct family_part overflow_parts[] = {{{NULL}, METRIC_OVERFLOWS, AT(overflows)}};
static const struct family_part eviction_parts[] = {
	{{"caused"}, METRIC_EVICTIONS, AT(evict_caused)},
	{{"suffered"}, METRIC_EVICTIONS, AT(evict_suffered)},
};

static bool get_under_lock_bytes(const struct family *family, const struct subject *subject,
				 unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->c->under_lock_pages * subject->view->now->run->page_bytes;
	return families__seen(subject, METRIC_UNDER_LOCK);
}

static bool get_histogram(const struct family *family, const struct subject *subject,
			  unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	sample->kind = SAMPLE_COARSE;
	sample->n = subject->hold_ns;
	sample->slots = subject->hist;
	return subject->opts->cgroup_histograms && families__seen(subject, METRIC_HOLD);
}

#define PARTS(name, parts, help)                                                                   \
	{                                                                                          \
		name, FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_CGROUP, {NULL}, help,                 \
			families__counter, 1, parts                                                \
	}

static const struct family rows[] = {
	PARTS("memcgtop_cgroup_refills", family_refill_parts,
	      "Refills of the cgroup's stock since its series began; other: of all cgroups "
	      "without series of their own."),
	PARTS("memcgtop_cgroup_holds", family_hold_parts,
	      "Holds of memcg_stock.lock measured in the cgroup's refills."),
	FAMILY("memcgtop_cgroup_held_seconds", FAMILY_COUNTER, FAMILY_SECONDS, FAMILY_CGROUP,
	       LABELS(NULL), families__held, 1, NULL,
	       "Sum of the holds of the cgroup's refills, each an upper bound, corrected."),
	PARTS("memcgtop_cgroup_preempted_at_unlock", family_preempted_parts,
	      "The cgroup's refills during which the task was switched out."),
	FAMILY("memcgtop_cgroup_uncharges", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_CGROUP,
	       LABELS("kind"), families__counter, MCT_NR_UNCHARGE, family_uncharge_parts,
	       "Uncharges of the cgroup's pages; kinds as in memcgtop_uncharges."),
	FAMILY("memcgtop_cgroup_uncharged_under_lock_bytes", FAMILY_COUNTER, FAMILY_BYTES,
	       FAMILY_CGROUP, LABELS(NULL), get_under_lock_bytes, 1, NULL,
	       "Memory of the cgroup uncharged with memcg_stock.lock held."),
	FAMILY("memcgtop_cgroup_fallbacks", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_CGROUP,
	       LABELS("side", "reason"), families__counter, FAMILY_FALLBACKS, family_fallback_parts,
	       "Fallbacks of the cgroup; sides and reasons as in memcgtop_fallbacks."),
	FAMILY("memcgtop_cgroup_evictions", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_CGROUP,
	       LABELS("side"), families__counter, 2, eviction_parts,
	       "Stocks thrown out for another cgroup's refill: caused by this cgroup's refills, "
	       "or suffered by its stock."),
	PARTS("memcgtop_cgroup_overflows", overflow_parts,
	      "Times the cgroup's own stock was given back for being above the batch."),
	FAMILY("memcgtop_cgroup_hold_seconds", FAMILY_HISTOGRAM, FAMILY_SECONDS, FAMILY_CGROUP,
	       LABELS(NULL), get_histogram, 1, NULL,
	       "Holds of the cgroup's refills, each an upper bound, corrected "
	       "(--cgroup-histograms)."),
};

const struct family_table families_cgroup = {rows, sizeof(rows) / sizeof(rows[0])};
