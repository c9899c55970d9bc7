/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recorded runs made by hand from deltas of synthetic hosts, without any file. */
#ifndef TEST_DIFF_COMMON_H
#define TEST_DIFF_COMMON_H

#include "test_view_common.h"

#include <errno.h>
#include <math.h>

#include "diff/compare.h"
#include "diff/diff.h"
#include "diff/gate.h"
#include "diff/metrics.h"
#include "diff/verdict.h"

#define MAX_RUNS 8

struct side {
	struct diff_group group;
	struct recorded_run runs[MAX_RUNS], *run[MAX_RUNS];
	struct host host[MAX_RUNS];
	char json[MAX_RUNS][256], path[MAX_RUNS][48];
};

/* What a side is made of. */
struct side_spec {
	const char *name;
	const char *kernel; /* of synthetic.h */
	size_t runs;
	unsigned int seed; /* of the first run */
	unsigned int seconds;
	unsigned int rate;
	bool same; /* every run repeats the first exactly */
};

static inline void make_run(struct side *s, const struct side_spec *spec, size_t i)
{
	struct recorded_run *run = &s->runs[i];
	unsigned int seed = spec->seed + (spec->same ? 0 : (unsigned int)i);
	char text[128];

	snprintf(text, sizeof(text), "cpus=2,cgroups=12,seed=%u,rate=%u,kernel=%s", seed,
		 spec->rate, spec->kernel);
	s->host[i] = host_open(text, spec->seconds);
	snprintf(s->path[i], sizeof(s->path[i]), "%.16s-%zu.rec", spec->kernel, i + 1);
	*run = (struct recorded_run){.path = s->path[i], .corrected = true};
	run->info.run = *s->host[i].src->run;
	run->info.cpu_model = (char *)"Example CPU <1> \"GHz\"";
	run->info.accelerator = (char *)"tcg";
	run->info.emulated = true;
	run->info.online_cpus = 2;
	run->info.config_hash = (char *)"0123456789ab";
	run->info.command = (char *)"/usr/bin/memcgload anon --cgroups 24";
	run->info.start_wall_ns = SYNTHETIC_WALL_NS + 2 * i + spec->seed % 2;
	run->total = s->host[i].delta;
	run->total->run = &run->info.run;
	run->host.has_switches = run->host.has_cmd = true;
	run->host.switches = 40000 + 37 * seed % 400;
	run->host.cmd_involuntary = 1200 + 13 * seed % 50;
	run->host.cmd_voluntary = 300 + 7 * seed % 20;
	run->floor_low_ns = 124;
	run->floor_high_ns = 125;
	run->floor_spread_ns = 0.4;
	run->end.known = true;
	snprintf(
		s->json[i], sizeof(s->json[i]),
		"{\"memcgload\":{\"kind\":\"anon\",\"ops\":90000,\"seconds\":%u,\"ops_per_sec\":%u,"
		"\"latency_ns\":{\"p50\":%u,\"p90\":%u,\"p99\":%u,\"p99.9\":%u}}}",
		spec->seconds, 9000 + 17 * seed % 90, 61000 + 11 * seed % 90,
		83000 + 19 * seed % 90, 120000 + 5 * seed % 900, 510000 + 77 * seed % 9000);
	run->end.result_json = s->json[i];
	s->run[i] = run;
}

static inline void side_open(struct side *s, const struct side_spec *spec)
{
	*s = (struct side){0};
	for (size_t i = 0; i < spec->runs; i++)
		make_run(s, spec, i);
	s->group = (struct diff_group){spec->name, s->run, spec->runs};
}

static inline void side_close(struct side *s)
{
	for (size_t i = 0; i < s->group.n_runs; i++)
		host_close(&s->host[i]);
}

static inline size_t metric_index(const char *name)
{
	const struct metric_def *def = metric_def__find(name);

	if (!def)
		fail_msg("no metric %s", name);
	return (size_t)(def - metric_defs);
}

static inline const struct diff_change *change_of(const struct diff *diff, const char *name)
{
	return &diff->metric[metric_index(name)].change[1];
}

static const struct diff_options default_options = {.alpha = 0.05, .resolution = 0.2};

/* Compares and wants it to be allowed. */
static inline struct diff *diff_of(const struct diff_group *group, size_t n,
				   const struct diff_options *options)
{
	struct diff *diff;
	char *why;

	if (diff__new(group, n, options ?: &default_options, &diff, &why))
		fail_msg("refused: %s", why);
	assert_null(why);
	return diff;
}

#endif
