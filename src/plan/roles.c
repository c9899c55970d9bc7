// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan/roles.h"

#include <stddef.h>

const struct role_candidate role_candidates[] = {
	/* static void refill_stock(struct mem_cgroup *memcg, unsigned int nr_pages) */
	{ROLE_REFILL, "refill_stock", "mem_cgroup*,int", true, false},
	/* 6.12-rt inlines refill_stock; the inner half is entered with the lock held */
	{ROLE_REFILL, "__refill_stock", "mem_cgroup*,int", true, true},
	/* 7.x: drain_local_obj_stock is another lock; 6.x: one drain for both */
	{ROLE_DRAIN_WORK, "drain_local_memcg_stock", "", true, false},
	{ROLE_DRAIN_WORK, "drain_local_stock", "", true, false},
	/* memcg_uncharge() is inlined on all kernels seen; its callee is not */
	{ROLE_UNCHARGE, "page_counter_uncharge", "page_counter*,int", false, false},
	{ROLE_SLOW_CHARGE, "page_counter_try_charge", "page_counter*,int", false, false},
	{ROLE_CHARGE, "try_charge_memcg", "mem_cgroup*,int,int", false, false},
	{.symbol = NULL},
};

const char *role__shows(enum role role)
{
	switch (role) {
	case ROLE_REFILL:
		return "hold time, refills, uncharges inside a refill, uncharge fallbacks";
	case ROLE_DRAIN:
		return "evictions and overflows";
	case ROLE_DRAIN_WORK:
		return "hold time of local drains";
	case ROLE_UNCHARGE:
		return "what is uncharged under the lock and after it, evictions, overflows";
	case ROLE_SLOW_CHARGE:
		return "charges that found no stock";
	case ROLE_CHARGE:
		return "the share of all charges that found no stock";
	case ROLE_NR:
		break;
	}
	return "";
}
