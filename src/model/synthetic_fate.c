// SPDX-License-Identifier: GPL-2.0-or-later
/* What becomes of the refills of a synthetic host. */
#include "model/synthetic_fate.h"

struct synthetic_fate synthetic_fate__of(const struct synthetic_spec *spec,
					 const struct synthetic_cgroup *cg,
					 const struct synthetic_pair *pair, uint64_t active_ns)
{
	const struct synthetic_kernel *k = spec->kernel;
	struct synthetic_fate f = {0};

	if (cg->gone && active_ns > SYNTHETIC_GONE_AFTER_NS)
		active_ns = SYNTHETIC_GONE_AFTER_NS;
	f.refills = (uint64_t)((unsigned __int128)pair->rate_mhz * active_ns / 1000000000000ull);
	f.oversize = k->size_check ? f.refills / 97 : 0;
	f.timed = f.refills - f.oversize;
	f.busy = k->can_fail ? f.timed / (k->rt ? 53 : 211) : 0;
	f.timed -= f.busy;
	f.left_out = k->rt ? 0 : f.timed / 503;
	f.holds = f.timed - f.left_out;
	f.clamped = k->corrected ? synthetic_class__count(f.holds, 0) / 1009 : 0;
	f.evictions = pair->victim != pair->cgroup ? f.timed / 4 : 0;
	f.overflows = f.timed / 16;
	f.drains = f.timed / 300;
	return f;
}

void synthetic_fate__add_holds(const struct synthetic_fate *f, const struct synthetic_cgroup *cg,
			       const struct synthetic_kernel *k, struct mct_hold *hold,
			       struct fine_hist *fine, uint32_t *coarse)
{
	uint64_t floor_ns = k->corrected ? SYNTHETIC_FLOOR_NS : 0;

	for (unsigned int i = 0; i < SYNTHETIC_CLASSES; i++) {
		const struct synthetic_class *class = &cg->class[i];
		uint64_t n = synthetic_class__count(f->holds, i);
		/* Longer holds are those with a nested uncharge in them. */
		uint64_t corr_ns = k->corrected && i > 1 ? SYNTHETIC_NESTED_NS : floor_ns;

		if (i == 0 && f->clamped) {
			n -= f->clamped;
			fine->slot[0] += f->clamped;
			coarse[0] += (uint32_t)f->clamped;
			hold->raw_ns += f->clamped * (SYNTHETIC_FLOOR_NS - 9);
			hold->corr_ns += f->clamped * SYNTHETIC_FLOOR_NS;
		}
		fine->slot[class->fine] += n;
		coarse[class->coarse] += (uint32_t)n;
		hold->raw_ns += n * (class->ns + corr_ns);
		hold->corr_ns += n * corr_ns;
		hold->lower_ns += i > 1 ? n * (class->ns / 5 * 3) : 0;
	}
	hold->count += f->holds;
	hold->clamped += f->clamped;
	hold->left_out += f->left_out;
	hold->preempted += f->left_out + f->timed / 1200;
	hold->span_count += f->refills;
	hold->span_raw_ns = hold->raw_ns + hold->span_count * 900;
	hold->span_corr_ns = hold->corr_ns;
}

void synthetic_fate__add_drains(const struct synthetic_fate *f, const struct synthetic_cgroup *cg,
				const struct synthetic_kernel *k, struct mct_hold *hold,
				struct fine_hist *fine)
{
	uint64_t corr_ns = k->corrected ? SYNTHETIC_NESTED_NS : 0;

	for (unsigned int i = 0; i < SYNTHETIC_CLASSES; i++) {
		uint64_t n = synthetic_class__count(f->drains, i);

		fine->slot[cg->class[i].drain_fine] += n;
		hold->raw_ns += n * (cg->class[i].drain_ns + corr_ns);
		hold->corr_ns += n * corr_ns;
		hold->lower_ns += n * (cg->class[i].drain_ns / 2);
	}
	hold->count += f->drains;
	hold->span_count = hold->count;
	hold->span_raw_ns = hold->raw_ns + hold->count * 400;
	hold->span_corr_ns = hold->corr_ns;
}

struct counters synthetic_fate__counters(const struct synthetic_spec *spec,
					 const struct synthetic_fate *f)
{
	const struct synthetic_kernel *k = spec->kernel;
	struct counters c = {
		.refills = f->refills,
		.refill_oversize = f->oversize,
		.refill_lock_busy = f->busy,
		.evict_caused = f->evictions,
		.evict_suffered = f->evictions,
		.overflows = f->overflows,
	};

	c.uncharge[MCT_UNCHARGE_BYPASS] = f->oversize + f->busy;
	c.uncharge[MCT_UNCHARGE_DRAIN_WORK] = f->drains;
	c.uncharge[MCT_UNCHARGE_DIRECT] = f->refills / 2;
	c.charge[MCT_CHARGE_NO_STOCK] = f->timed;
	c.charge[MCT_CHARGE_LOCK_BUSY] = f->busy;
	c.charge[MCT_CHARGE_OVERSIZE] = f->refills / 97;
	c.charge[MCT_CHARGE_RETRY] = f->refills / 701;
	if (spec->charges) {
		c.charges = f->refills * 40;
		c.charged_pages = f->refills * 40 + f->refills / 97 * 511;
	}
	/* Where the kernel hides the lock, in_refill; else by what the patch does. */
	if (!k->lock_state)
		c.uncharge[MCT_UNCHARGE_IN_REFILL] = f->evictions + f->overflows;
	else if (k->deferred)
		c.uncharge[MCT_UNCHARGE_AFTER_UNLOCK] = f->evictions + f->overflows;
	else
		c.uncharge[MCT_UNCHARGE_UNDER_LOCK] = f->evictions + f->overflows;
	c.under_lock_pages = c.uncharge[MCT_UNCHARGE_UNDER_LOCK] * 37;
	return c;
}

void synthetic_fate__move_to_victim(struct counters *own, struct counters *victim,
				    uint64_t evictions)
{
	static const enum mct_uncharge kinds[] = {
		MCT_UNCHARGE_UNDER_LOCK,
		MCT_UNCHARGE_AFTER_UNLOCK,
		MCT_UNCHARGE_IN_REFILL,
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!own->uncharge[kinds[i]])
			continue;
		own->uncharge[kinds[i]] -= evictions;
		victim->uncharge[kinds[i]] += evictions;
	}
	if (own->under_lock_pages) {
		own->under_lock_pages -= evictions * 37;
		victim->under_lock_pages += evictions * 37;
	}
	own->evict_suffered -= evictions;
	victim->evict_suffered += evictions;
}
