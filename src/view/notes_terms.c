// SPDX-License-Identifier: GPL-2.0-or-later
/* "How to read this": the terms of a report for somebody who sees it first. */
#include "view/notes.h"
#include "view/wrap.h"

static const struct {
	const char *term;
	const char *means;
} terms[] = {
	{"refill", "a call of refill_stock, which puts pages into this CPU's stock of charged "
		   "pages, under memcg_stock.lock."},
	{"hold", "from entering refill_stock to the first moment the lock was seen free, else to "
		 "its exit: an upper bound. The lower bound ends when the lock was last seen held. "
		 "Calls that never took the lock have no hold."},
	{"uncharge",
	 "giving pages back to the shared page counters of a cgroup and all above it. "
	 "Under the lock it makes the hold long; after unlock it does not. bypass: by a "
	 "fallback; drain work: by a drain of this CPU's stock; direct: not by way of "
	 "the stock at all."},
	{"fallback",
	 "a charge or uncharge that went to the shared counters because the stock had "
	 "no pages (no_stock), because its lock was held (lock_busy), or because it was "
	 "above 64 pages (oversize). retry: a second try with fewer pages, counted "
	 "apart."},
	{"eviction",
	 "a refill threw another cgroup's pages out of the stock: EVICT> caused, EVICT< "
	 "suffered. overflow: its own pages were too many."},
	{"preempted", "the task was switched out between entry and exit; unlocking is where a long "
		      "hold turns into a context switch."},
	{"cgroup", "the one whose pages are charged or uncharged, which need not be the cgroup of "
		   "the task that runs."},
	{"tables",
	 "MEAN, P50, P99, MAX: hold in us. HELD%: of CPU time (a CPU's own, else the "
	 "host's). UNDER%, AFTER%, INREF%: uncharges under lock, after unlock, in refill, "
	 "of refills (above 100 where others throw a cgroup's pages out). CH-FB, UN-FB: charges, "
	 "uncharges that fell back."},
};

void notes__print_terms(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	struct wrap w;

	(void)delta;
	fputs("How to read this (more in memcgtop(1))\n", f);
	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++) {
		char label[32];

		snprintf(label, sizeof(label), "    %s", terms[i].term);
		wrap__start(&w, f, opts->width, 15, label);
		wrap__words(&w, "%s", terms[i].means);
		wrap__end(&w);
	}
}
