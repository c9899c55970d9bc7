// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/scan_budget.h"

static uint64_t at_most(uint64_t v, uint64_t limit)
{
	return v < limit ? v : limit;
}

static uint64_t gap_for(const struct scan_budget *budget, enum scan_reason reason)
{
	uint64_t gap = SCAN_REFRESH_GAP_NS, share = budget->cost_ns * SCAN_COST_SHARE;

	if (reason == SCAN_FRESH)
		gap = at_most(budget->gap_ns, SCAN_FRESH_GAP_NS);
	else if (reason == SCAN_STALE)
		gap = budget->gap_ns;
	return gap > share ? gap : share;
}

bool scan_budget__allows(const struct scan_budget *budget, enum scan_reason reason, uint64_t now_ns)
{
	if (!budget->any)
		return true;
	if (now_ns < budget->end_ns)
		return false;
	return now_ns - budget->end_ns >= gap_for(budget, reason);
}

void scan_budget__spend(struct scan_budget *budget, enum scan_reason reason, uint64_t start_ns,
			uint64_t end_ns, bool resolved)
{
	if (!budget->any || resolved)
		budget->gap_ns = SCAN_GAP_NS;
	else if (reason != SCAN_REFRESH)
		budget->gap_ns = at_most(budget->gap_ns * 2, SCAN_REFRESH_GAP_NS);
	budget->any = true;
	budget->end_ns = end_ns;
	budget->cost_ns = end_ns > start_ns ? end_ns - start_ns : 0;
}
