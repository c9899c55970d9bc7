// SPDX-License-Identifier: GPL-2.0-or-later
/* Families of each possible CPU (--per-cpu). */
#include "export/families.h"

#define AT(field) offsetof(struct counters, field)

static const struct family_part under_lock_parts[] = {
	{{NULL}, METRIC_UNDER_LOCK, AT(uncharge[MCT_UNCHARGE_UNDER_LOCK])},
};

/* All reasons of a side that this kernel has. */
static bool get_fallbacks(const struct family *family, const struct subject *subject,
			  unsigned int i, struct sample *sample)
{
	static const char *const sides[] = {"uncharge", "charge"};
	bool seen = false;

	(void)family;
	sample->label[0] = sides[i];
	for (unsigned int p = 0; p < FAMILY_FALLBACKS; p++) {
		const struct family_part *part = &family_fallback_parts[p];

		if ((i == 0) != (part->offset == AT(refill_oversize) ||
				 part->offset == AT(refill_lock_busy)) ||
		    !families__seen(subject, part->needs))
			continue;
		sample->n += *(const uint64_t *)((const char *)subject->c + part->offset);
		seen = true;
	}
	return seen;
}

#define PARTS(name, parts, help)                                                                   \
	{                                                                                          \
		name, FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_CPU, {NULL}, help, families__counter, \
			1, parts                                                                   \
	}

static const struct family rows[] = {
	PARTS("memcgtop_percpu_refills", family_refill_parts, "Refills on the CPU."),
	PARTS("memcgtop_percpu_holds", family_hold_parts,
	      "Holds of memcg_stock.lock measured in the CPU's refills."),
	FAMILY("memcgtop_percpu_held_seconds", FAMILY_COUNTER, FAMILY_SECONDS, FAMILY_CPU,
	       LABELS(NULL), families__held, 1, NULL,
	       "Sum of the holds of the CPU's refills, each an upper bound, corrected."),
	PARTS("memcgtop_percpu_preempted_at_unlock", family_preempted_parts,
	      "Refills on the CPU during which the task was switched out."),
	PARTS("memcgtop_percpu_uncharges_under_lock", under_lock_parts,
	      "Uncharges on the CPU with memcg_stock.lock held."),
	FAMILY("memcgtop_percpu_fallbacks", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_CPU,
	       LABELS("side"), get_fallbacks, 2, NULL,
	       "Fallbacks on the CPU, of all reasons; sides as in memcgtop_fallbacks."),
};

const struct family_table families_cpu = {rows, sizeof(rows) / sizeof(rows[0])};
