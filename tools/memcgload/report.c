// SPDX-License-Identifier: GPL-2.0-or-later
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "json_string.h"
#include "kind.h"
#include "options.h"
#include "plan.h"
#include "run.h"

static const struct {
	const char *name;
	unsigned int permille;
} quantiles[] = {
	{"p50", 500},
	{"p90", 900},
	{"p99", 990},
	{"p99.9", 999},
};

static double ops_per_sec(const struct outcome *outcome)
{
	if (!outcome->elapsed_ns)
		return 0;
	return (double)outcome->ops * (double)NS_PER_SEC / (double)outcome->elapsed_ns;
}

static void print_json(const struct plan *plan, const struct outcome *outcome,
		       const char *cgroup_path)
{
	const struct kind *kind = plan->opts->kind;
	const struct latency *lat = &outcome->latency;
	unsigned int i;

	printf("{\"memcgload\":{\"kind\":\"%s\",\"op\":", kind->name);
	json_string__print(kind->op);
	printf(",\"ops\":%llu,\"seconds\":%.9f,\"ops_per_sec\":%.3f",
	       (unsigned long long)outcome->ops, (double)outcome->elapsed_ns / (double)NS_PER_SEC,
	       ops_per_sec(outcome));
	printf(",\"latency_ns\":");
	if (lat->count) {
		for (i = 0; i < ARRAY_SIZE(quantiles); i++)
			printf("%c\"%s\":%llu", i ? ',' : '{', quantiles[i].name,
			       (unsigned long long)latency__quantile_ns(lat,
									quantiles[i].permille));
		printf(",\"max\":%llu}", (unsigned long long)lat->max_ns);
	} else {
		printf("null");
	}
	printf(",\"cgroups\":%u,\"workers\":%u,\"cgroup_path\":", plan->nr_cgroups,
	       plan->nr_workers);
	json_string__print(cgroup_path);
	printf(",\"interrupted\":%s", outcome->signal ? "true" : "false");
	for (i = 0; i < KIND_EXTRAS && kind->extra[i].name; i++)
		printf(",\"%s\":%llu", kind->extra[i].name, (unsigned long long)outcome->extra[i]);
	printf("}}\n");
}

/* A time with three digits or more and the unit that keeps it short. */
static void print_time(const char *name, uint64_t value_ns)
{
	static const char *const unit[] = {"ns", "us", "ms", "s"};
	double value = (double)value_ns;
	unsigned int i = 0;

	while (value >= 10000 && i + 1 < ARRAY_SIZE(unit)) {
		value /= 1000;
		i++;
	}
	printf("  %s %.*f %s", name, i && value < 1000 ? 1 : 0, value, unit[i]);
}

static void print_text(const struct plan *plan, const struct outcome *outcome,
		       const char *cgroup_path)
{
	const struct kind *kind = plan->opts->kind;
	const struct latency *lat = &outcome->latency;
	unsigned int i;

	printf("%s: %llu %s in %.3f s, %.1f/s%s\n", kind->name, (unsigned long long)outcome->ops,
	       kind->op, (double)outcome->elapsed_ns / (double)NS_PER_SEC, ops_per_sec(outcome),
	       outcome->signal ? " (interrupted)" : "");
	if (lat->count) {
		printf("latency:");
		for (i = 0; i < ARRAY_SIZE(quantiles); i++)
			print_time(quantiles[i].name,
				   latency__quantile_ns(lat, quantiles[i].permille));
		print_time("max", lat->max_ns);
		printf("\n");
	}
	printf("%u worker%s in ", plan->nr_workers, plan->nr_workers == 1 ? "" : "s");
	if (cgroup_path)
		printf("%u cgroup%s of %s\n", plan->nr_cgroups, plan->nr_cgroups == 1 ? "" : "s",
		       cgroup_path);
	else
		printf("the caller's cgroup\n");
	for (i = 0; i < KIND_EXTRAS && kind->extra[i].name; i++)
		printf("%s: %llu\n", kind->extra[i].name, (unsigned long long)outcome->extra[i]);
}

int report__print(const struct plan *plan, const struct outcome *outcome, const char *cgroup_path)
{
	if (plan->opts->json)
		print_json(plan, outcome, cgroup_path);
	else
		print_text(plan, outcome, cgroup_path);
	if (fflush(stdout) || ferror(stdout)) {
		int err = errno ? errno : EIO;

		msg_error("report: cannot write it: %s; check where stdout goes", strerror(err));
		return -err;
	}
	return 0;
}
