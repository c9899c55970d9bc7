// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/notes.h"

#include <math.h>
#include <string.h>

#include "view/format.h"
#include "view/totals.h"
#include "view/wrap.h"

/* Known losses of the kernel side, and what each means for the figures. */
static const struct {
	size_t offset;
	const char *name;
	const char *means;
} kinds[] = {
	{offsetof(struct losses, exit_unmatched), "exits without their entry",
	 "their holds are missing"},
	{offsetof(struct losses, stale), "entries whose exit never came",
	 "counted as refills, their holds are missing"},
	{offsetof(struct losses, orphans), "uncharges under the lock without their refill",
	 "counted as uncharges, the refill and its hold are missing"},
	{offsetof(struct losses, bad_memcg), "calls whose argument was no mem_cgroup",
	 "not counted"},
	{offsetof(struct losses, clock_backwards), "exits before their entry by the clock",
	 "their holds are missing"},
	{offsetof(struct losses, no_row), "events without a row, the table being full",
	 "in totals and (others); raise --max-cgroups"},
};

#define NR_KINDS (sizeof(kinds) / sizeof(kinds[0]))

static uint64_t loss_count(const struct losses *loss, size_t kind)
{
	uint64_t n;

	memcpy(&n, (const char *)loss + kinds[kind].offset, sizeof(n));
	return n;
}

static bool has_probe(const struct run_info *run, int role)
{
	return run->roles[role].mode != ATTACH_ABSENT && run->roles[role].mode != ATTACH_DERIVED;
}

bool notes__misses_unknown(const struct snapshot *delta)
{
	if (run_info__na(delta->run, METRIC_MISSES))
		return true;
	for (int r = 0; r < ROLE_NR; r++) {
		if (has_probe(delta->run, r) && !delta->loss.misses_known[r])
			return true;
	}
	return false;
}

uint64_t notes__lost(const struct snapshot *delta, char *text, size_t bytes)
{
	bool unknown = notes__misses_unknown(delta);
	uint64_t n = 0;

	for (size_t k = 0; k < NR_KINDS; k++)
		n += loss_count(&delta->loss, k);
	for (int r = 0; r < ROLE_NR; r++)
		n += delta->loss.misses_known[r] ? delta->loss.misses[r] : 0;
	if (!n)
		snprintf(text, bytes, "%s", unknown ? FORMAT_NA : "nothing");
	else
		snprintf(text, bytes, "%s event%s%s", format__count(n).s, n == 1 ? "" : "s",
			 unknown ? " or more" : "");
	return n;
}

static double cpu_time_ns(const struct snapshot *delta)
{
	size_t online = 0;

	for (size_t i = 0; i < delta->n_cpus; i++)
		online += delta->cpus[i].online;
	return (double)delta->active_ns * (double)online;
}

double notes__own_share(const struct snapshot *delta)
{
	const struct own_cost *cost = &delta->cost;
	double own_ns = (double)(cost->user_ns + cost->system_ns), all_ns = cpu_time_ns(delta);

	if (cost->bpf_known)
		own_ns += (double)cost->bpf_ns;
	return all_ns > 0 ? own_ns / all_ns : NAN;
}

void notes__print_cost(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const struct own_cost *cost = &delta->cost;
	double all_ns = cpu_time_ns(delta);
	char lost[64];
	struct wrap w;

	notes__lost(delta, lost, sizeof(lost));
	wrap__start(&w, f, opts->width, TOTALS_INDENT, "  cost");
	wrap__item(&w, "memcgtop %s of CPU time", format__share(notes__own_share(delta)).s);
	if (cost->bpf_known)
		wrap__item(&w, "of which probes %s%s",
			   format__share(all_ns > 0 ? (double)cost->bpf_ns / all_ns : NAN).s,
			   cost->bpf_measured ? "" : " (estimate)");
	else
		wrap__item(&w, "without the probes, whose cost is " FORMAT_NA);
	wrap__item(&w, "memory %s + maps %s", format__bytes(cost->rss_bytes).s,
		   format__bytes(cost->map_bytes).s);
	wrap__item(&w, "lost: %s", lost);
	wrap__end(&w);
}

static void print_misses(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	struct wrap w;

	for (int r = 0; r < ROLE_NR; r++) {
		const char *role = role__name((enum role)r);

		if (!has_probe(delta->run, r))
			continue;
		if (delta->loss.misses_known[r] && !delta->loss.misses[r])
			continue;
		wrap__start_item(&w, f, opts->width);
		if (delta->loss.misses_known[r])
			wrap__words(&w,
				    "%s hits of the %s probe skipped by the kernel (it was already "
				    "in a probe): not counted",
				    format__count(delta->loss.misses[r]).s, role);
		else
			wrap__words(&w, FORMAT_NA " hits of the %s probe skipped: %s", role,
				    run_info__na(delta->run, METRIC_MISSES)
					    ?: "no counter for this way of attaching");
		wrap__end(&w);
	}
}

/* Not lost, but treated apart; the reader should know how many. */
static void print_set_apart(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	const struct mct_hold *hold = &delta->total.hold;
	const struct {
		uint64_t n;
		const char *what;
	} apart[] = {
		{delta->loss.migrated, "calls that ended on another CPU, matched all the same"},
		{hold->left_out, "calls switched out without a bound, left out of the holds"},
		{hold->clamped, "holds shorter than the correction, in the histogram as 0"},
	};
	struct wrap w;

	for (size_t i = 0; i < sizeof(apart) / sizeof(apart[0]); i++) {
		if (!apart[i].n)
			continue;
		wrap__start_item(&w, f, opts->width);
		wrap__words(&w, "%s %s", format__count(apart[i].n).s, apart[i].what);
		wrap__end(&w);
	}
}

void notes__print_losses(FILE *f, const struct snapshot *delta, const struct view_opts *opts)
{
	char lost[64];
	struct wrap w;

	notes__lost(delta, lost, sizeof(lost));
	fprintf(f, "Lost: %s\n", lost);
	for (size_t k = 0; k < NR_KINDS; k++) {
		uint64_t n = loss_count(&delta->loss, k);

		if (!n)
			continue;
		wrap__start_item(&w, f, opts->width);
		wrap__words(&w, "%s %s: %s", format__count(n).s, kinds[k].name, kinds[k].means);
		wrap__end(&w);
	}
	print_misses(f, delta, opts);
	print_set_apart(f, delta, opts);
}
