// SPDX-License-Identifier: GPL-2.0-or-later
/* The tables in order, and what all rows share. */
#include "export/families.h"

static const struct family_table *const tables[] = {
	&families_run,	  &families_hold, &families_host,
	&families_cgroup, &families_cpu,  &families_self,
};

#define COUNTERS(field) offsetof(struct counters, field)

const struct family_part family_refill_parts[1] = {{{NULL}, NEEDS_REFILL, COUNTERS(refills)}};
const struct family_part family_hold_parts[1] = {{{NULL}, METRIC_HOLD, COUNTERS(hold.count)}};
const struct family_part family_preempted_parts[1] = {
	{{NULL}, METRIC_PREEMPTED, COUNTERS(hold.preempted)}};

const struct family *families__at(size_t i)
{
	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++) {
		if (i < tables[t]->n)
			return &tables[t]->rows[i];
		i -= tables[t]->n;
	}
	return NULL;
}

const char *family__suffix(const struct family *family)
{
	if (family->type == FAMILY_COUNTER)
		return "_total";
	return family->type == FAMILY_INFO ? "_info" : "";
}

const char *family__type_name(const struct family *family)
{
	static const char *const names[] = {
		[FAMILY_COUNTER] = "counter",
		[FAMILY_GAUGE] = "gauge",
		[FAMILY_INFO] = "info",
		[FAMILY_HISTOGRAM] = "histogram",
	};

	return names[family->type];
}

const char *family__unit_name(const struct family *family)
{
	static const char *const names[] = {
		[FAMILY_SECONDS] = "seconds",
		[FAMILY_BYTES] = "bytes",
	};

	return family->unit == FAMILY_NO_UNIT ? NULL : names[family->unit];
}

bool families__seen(const struct subject *subject, int needs)
{
	const struct run_info *run = subject->view->now->run;

	if (needs == NEEDS_NOTHING)
		return true;
	if (needs == NEEDS_REFILL)
		return run->roles[ROLE_REFILL].mode != ATTACH_ABSENT;
	return !run_info__na(run, (enum metric)needs);
}

bool families__counter(const struct family *family, const struct subject *subject, unsigned int i,
		       struct sample *sample)
{
	const struct family_part *part = &family->parts[i];

	if (!families__seen(subject, part->needs))
		return false;
	sample->kind = SAMPLE_COUNT;
	sample->n = *(const uint64_t *)((const char *)subject->c + part->offset);
	sample->label[0] = part->label[0];
	sample->label[1] = part->label[1];
	return true;
}

bool families__held(const struct family *family, const struct subject *subject, unsigned int i,
		    struct sample *sample)
{
	(void)family, (void)i;
	sample->kind = SAMPLE_NS;
	sample->n = subject->hold_ns;
	return families__seen(subject, METRIC_HOLD);
}

bool families__has_probe(const struct snapshot *now, unsigned int role)
{
	enum attach_mode mode = now->run->roles[role].mode;

	return mode != ATTACH_ABSENT && mode != ATTACH_DERIVED;
}
