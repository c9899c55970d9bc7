// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/own_cost.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static uint64_t ns_of(struct timeval tv)
{
	return (uint64_t)tv.tv_sec * 1000000000 + (uint64_t)tv.tv_usec * 1000;
}

static uint64_t rss_bytes(void)
{
	FILE *in = fopen("/proc/self/statm", "re");
	unsigned long pages = 0;

	if (!in)
		return 0;
	if (fscanf(in, "%*u %lu", &pages) != 1)
		pages = 0;
	fclose(in);
	return (uint64_t)pages * sysconf(_SC_PAGESIZE);
}

/* Program runs by role, from our own counts: no kernel statistics needed. */
static void count_runs(struct snapshot *snap, const struct session *s)
{
	uint64_t *run = snap->cost.run_count;

	run[ROLE_REFILL] = snap->total.refills;
	run[ROLE_CHARGE] = snap->total.charges;
	for (int kind = 0; kind < MCT_NR_UNCHARGE; kind++)
		run[ROLE_UNCHARGE] += snap->total.uncharge[kind];
	for (int reason = 0; reason < MCT_NR_CHARGE; reason++)
		run[ROLE_SLOW_CHARGE] += snap->total.charge[reason];
	for (unsigned int cpu = 0; cpu < s->n_cpus; cpu++) {
		run[ROLE_DRAIN_WORK] += s->cpus[cpu].drains;
		run[ROLE_UNCHARGE] += s->cpus[cpu].counter_other;
		run[ROLE_SLOW_CHARGE] += s->cpus[cpu].charge_counter_other;
	}
}

/* What the runs since the last read took, at the prices of the calibration in force. */
static void estimate(struct cost_memory *memory, const uint64_t *run_count,
		     const struct calibration *cal)
{
	const uint64_t *body = cal->body_ns;
	double floor = cal->floor.exit_ns;
	const double price[ROLE_NR] = {
		[ROLE_REFILL] = body[MCT_BODY_ENTRY] + body[MCT_BODY_EXIT] + 2 * floor,
		[ROLE_DRAIN_WORK] = body[MCT_BODY_ENTRY] + body[MCT_BODY_EXIT] + 2 * floor,
		[ROLE_UNCHARGE] = body[MCT_BODY_UNCHARGE] + floor,
		[ROLE_SLOW_CHARGE] = body[MCT_BODY_SLOW_CHARGE] + floor,
		[ROLE_CHARGE] = body[MCT_BODY_CHARGE] + floor,
	};

	for (int role = 0; role < ROLE_NR; role++) {
		memory->estimated_ns += (run_count[role] - memory->run_count[role]) * price[role];
		memory->run_count[role] = run_count[role];
	}
}

void own_cost__fill(struct snapshot *snap, const struct session *s, const struct plan *plan,
		    const struct calibration *cal, struct cost_memory *memory, bool measured,
		    uint64_t *stats_ns)
{
	struct own_cost *cost = &snap->cost;
	struct rusage usage;
	uint64_t run_ns = 0;

	getrusage(RUSAGE_SELF, &usage);
	cost->user_ns = ns_of(usage.ru_utime);
	cost->system_ns = ns_of(usage.ru_stime);
	cost->rss_bytes = rss_bytes();
	cost->map_bytes = s->map_bytes;
	count_runs(snap, s);
	for (int role = 0; role < ROLE_NR; role++) {
		struct role_stats stats;

		session__role_stats(s, plan, role, &stats);
		snap->loss.misses[role] = stats.misses;
		snap->loss.misses_known[role] = stats.misses_known ||
						plan->roles[role].mode == ATTACH_ABSENT ||
						plan->roles[role].mode == ATTACH_DERIVED;
		run_ns += stats.run_ns;
	}
	*stats_ns = run_ns;
	estimate(memory, cost->run_count, cal);
	if (measured) {
		cost->bpf_ns = run_ns;
		cost->bpf_measured = true;
		cost->bpf_known = true;
	} else if (cal->floor.method) {
		cost->bpf_ns = memory->estimated_ns;
		cost->bpf_known = true;
	}
}
