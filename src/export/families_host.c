// SPDX-License-Identifier: GPL-2.0-or-later
/* Families of what was counted host-wide, and of how many CPUs and cgroups there is room for. */
#include "export/families.h"

#define AT(field) offsetof(struct counters, field)

const struct family_part family_uncharge_parts[MCT_NR_UNCHARGE] = {
	[MCT_UNCHARGE_UNDER_LOCK] = {{"under_lock"},
				     METRIC_UNDER_LOCK,
				     AT(uncharge[MCT_UNCHARGE_UNDER_LOCK])},
	[MCT_UNCHARGE_AFTER_UNLOCK] = {{"after_unlock"},
				       METRIC_AFTER_UNLOCK,
				       AT(uncharge[MCT_UNCHARGE_AFTER_UNLOCK])},
	[MCT_UNCHARGE_IN_REFILL] = {{"in_refill"},
				    METRIC_IN_REFILL,
				    AT(uncharge[MCT_UNCHARGE_IN_REFILL])},
	[MCT_UNCHARGE_BYPASS] = {{"bypass"}, METRIC_BYPASS, AT(uncharge[MCT_UNCHARGE_BYPASS])},
	[MCT_UNCHARGE_DRAIN_WORK] = {{"drain_work"},
				     METRIC_DRAIN_WORK,
				     AT(uncharge[MCT_UNCHARGE_DRAIN_WORK])},
	[MCT_UNCHARGE_DIRECT] = {{"direct"}, METRIC_DIRECT, AT(uncharge[MCT_UNCHARGE_DIRECT])},
};

const struct family_part family_fallback_parts[FAMILY_FALLBACKS] = {
	{{"uncharge", "oversize"}, METRIC_REFILL_OVERSIZE, AT(refill_oversize)},
	{{"uncharge", "lock_busy"}, METRIC_REFILL_LOCK_BUSY, AT(refill_lock_busy)},
	{{"charge", "oversize"}, METRIC_CHARGE_OVERSIZE, AT(charge[MCT_CHARGE_OVERSIZE])},
	{{"charge", "lock_busy"}, METRIC_CHARGE_LOCK_BUSY, AT(charge[MCT_CHARGE_LOCK_BUSY])},
	{{"charge", "no_stock"}, METRIC_CHARGE_NO_STOCK, AT(charge[MCT_CHARGE_NO_STOCK])},
};

static const struct family_part refill_parts[] = {{{NULL}, NEEDS_REFILL, AT(refills)}};
static const struct family_part retry_parts[] = {
	{{NULL}, METRIC_CHARGE_RETRY, AT(charge[MCT_CHARGE_RETRY])},
};
static const struct family_part charge_parts[] = {{{NULL}, METRIC_CHARGES, AT(charges)}};

static bool get_by_context(const struct family *family, const struct subject *subject,
			   unsigned int i, struct sample *sample)
{
	static const char *const names[MCT_NR_CTX] = {
		[MCT_CTX_TASK] = "task",       [MCT_CTX_SOFTIRQ] = "softirq",
		[MCT_CTX_HARDIRQ] = "hardirq", [MCT_CTX_NMI] = "nmi",
		[MCT_CTX_UNKNOWN] = "unknown",
	};

	(void)family;
	sample->label[0] = names[i];
	sample->n = subject->view->now->refills_ctx[i];
	return families__seen(subject, NEEDS_REFILL) && families__seen(subject, METRIC_CONTEXT);
}

static bool get_found_busy(const struct family *family, const struct subject *subject,
			   unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->view->now->entry_busy;
	return families__seen(subject, NEEDS_REFILL) && subject->view->now->run->lock_state;
}

static bool get_above_batch(const struct family *family, const struct subject *subject,
			    unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->view->now->big_refills;
	return families__seen(subject, NEEDS_REFILL);
}

static bool put_pages(const struct subject *subject, uint64_t pages, struct sample *sample)
{
	sample->n = pages * subject->view->now->run->page_bytes;
	return true;
}

static bool get_under_lock_bytes(const struct family *family, const struct subject *subject,
				 unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	return families__seen(subject, METRIC_UNDER_LOCK) &&
	       put_pages(subject, subject->c->under_lock_pages, sample);
}

static bool get_charged_bytes(const struct family *family, const struct subject *subject,
			      unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	return families__seen(subject, METRIC_CHARGES) &&
	       put_pages(subject, subject->c->charged_pages, sample);
}

static bool get_drains(const struct family *family, const struct subject *subject, unsigned int i,
		       struct sample *sample)
{
	const struct snapshot *now = subject->view->now;
	const struct {
		const char *reason;
		bool seen;
		uint64_t n;
	} drains[] = {
		{"overflow", families__seen(subject, METRIC_OVERFLOWS), now->total.overflows},
		{"evict", families__seen(subject, METRIC_EVICTIONS), now->total.evict_caused},
		{"work", now->run->roles[ROLE_DRAIN_WORK].mode != ATTACH_ABSENT,
		 now->cost.run_count[ROLE_DRAIN_WORK]},
	};

	(void)family;
	sample->label[0] = drains[i].reason;
	sample->n = drains[i].n;
	return drains[i].seen;
}

static bool get_online(const struct family *family, const struct subject *subject, unsigned int i,
		       struct sample *sample)
{
	const struct snapshot *now = subject->view->now;

	(void)family, (void)i;
	for (size_t cpu = 0; cpu < now->n_cpus; cpu++)
		sample->n += now->cpus[cpu].online;
	return true;
}

static bool get_possible(const struct family *family, const struct subject *subject, unsigned int i,
			 struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->view->now->n_cpus;
	return true;
}

/* Counters and gauges of the snapshot or the view, without labels. */
#define GET(name, expression)                                                                      \
	static bool get_##name(const struct family *family, const struct subject *subject,         \
			       unsigned int i, struct sample *sample)                              \
	{                                                                                          \
		(void)family, (void)i;                                                             \
		sample->n = subject->view->expression;                                             \
		return true;                                                                       \
	}

GET(cells, now->cells_used)
GET(cells_limit, now->cells_max)
GET(series, n_series)
GET(series_limit, max_series)
GET(refused, refused)

#define HOST(name, type, get, help)                                                                \
	{                                                                                          \
		name, type, FAMILY_NO_UNIT, FAMILY_HOST, {NULL}, help, get, 1, NULL                \
	}
#define PARTS(name, parts, help)                                                                   \
	{                                                                                          \
		name, FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST, {NULL}, help,                   \
			families__counter, 1, parts                                                \
	}

static const struct family rows[] = {
	PARTS("memcgtop_refills", refill_parts,
	      "Calls of refill_stock (6.12-rt: __refill_stock, see memcgtop_role_info)."),
	FAMILY("memcgtop_refills_by_context", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("context"), get_by_context, MCT_NR_CTX, NULL,
	       "Refills by the context they ran in."),
	HOST("memcgtop_refills_found_busy", FAMILY_COUNTER, get_found_busy,
	     "Refills that found this CPU's lock already held at entry, by whomever."),
	HOST("memcgtop_refills_above_batch", FAMILY_COUNTER, get_above_batch,
	     "Refills of more pages than the batch, whether or not they bypassed the stock."),
	FAMILY("memcgtop_uncharges", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST, LABELS("kind"),
	       families__counter, MCT_NR_UNCHARGE, family_uncharge_parts,
	       "Uncharges of the shared page counter by where they ran: under_lock with "
	       "memcg_stock.lock held, after_unlock in a refill that had released it, in_refill "
	       "where the lock's state cannot be read, bypass in a refill that fell back, "
	       "drain_work in a local drain, direct outside the stock."),
	FAMILY("memcgtop_uncharged_under_lock_bytes", FAMILY_COUNTER, FAMILY_BYTES, FAMILY_HOST,
	       LABELS(NULL), get_under_lock_bytes, 1, NULL,
	       "Memory uncharged with memcg_stock.lock held."),
	FAMILY("memcgtop_fallbacks", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("side", "reason"), families__counter, FAMILY_FALLBACKS, family_fallback_parts,
	       "Refills (side uncharge) that bypassed the stock and charges (side charge) that "
	       "reached the shared page counter: more pages than the batch, lock already held "
	       "on this CPU, nothing in stock; retries are not in it."),
	PARTS("memcgtop_charge_retries", retry_parts,
	      "Charges of fewer pages than the batch that reached the shared page counter: "
	      "retries after a failed batch, or charges that may not reclaim."),
	PARTS("memcgtop_charges", charge_parts, "All charges of pages (--charges)."),
	FAMILY("memcgtop_charged_bytes", FAMILY_COUNTER, FAMILY_BYTES, FAMILY_HOST, LABELS(NULL),
	       get_charged_bytes, 1, NULL, "Memory of all charges (--charges)."),
	FAMILY("memcgtop_drains", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST, LABELS("reason"),
	       get_drains, 3, NULL,
	       "Stocks given back: overflow for being above the batch, evict for another "
	       "cgroup's refill, work by a local drain (calls, also of an empty stock)."),
	HOST("memcgtop_online_cpus", FAMILY_GAUGE, get_online, "CPUs that are online."),
	HOST("memcgtop_possible_cpus", FAMILY_GAUGE, get_possible,
	     "CPUs that are possible on this kernel."),
	HOST("memcgtop_cells", FAMILY_GAUGE, get_cells,
	     "Pairs of CPU and cgroup that have a cell in the kernel's table."),
	HOST("memcgtop_cells_limit", FAMILY_GAUGE, get_cells_limit,
	     "Pairs of CPU and cgroup there is room for; what finds none is counted in other."),
	HOST("memcgtop_cgroup_series", FAMILY_GAUGE, get_series,
	     "Cgroup label values with series of their own, beside other."),
	HOST("memcgtop_cgroup_series_limit", FAMILY_GAUGE, get_series_limit,
	     "Cgroup label values there is room for, beside other."),
	HOST("memcgtop_cgroups_refused", FAMILY_COUNTER, get_refused,
	     "Cgroups that found no room for series of their own and are counted in other."),
};

const struct family_table families_host = {rows, sizeof(rows) / sizeof(rows[0])};
