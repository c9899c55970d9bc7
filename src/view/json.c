// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/json.h"

#include <errno.h>

#include "view/json_rows.h"
#include "view/notes.h"
#include "view/select.h"

/* A string that may be absent. */
static json_t *text(const char *s)
{
	return s ? json_string(s) : json_null();
}

static json_t *kernel(const struct snapshot *d)
{
	const struct run_info *run = d->run;

	return json_pack("{s:o, s:o, s:o, s:b, s:i, s:i, s:b, s:b, s:o, s:b}", "release",
			 text(run->kernel_release), "machine", text(run->machine), "preemption",
			 text(run->preemption), "rt", run->rt, "possible_cpus",
			 (int)run->possible_cpus, "page_bytes", (int)run->page_bytes, "lock_state",
			 run->lock_state, "inner_refill", run->inner_refill, "cgroup_version",
			 text(run->cgroup_version), "paths_relative", run->paths_relative);
}

static json_t *attach(const struct run_info *run)
{
	json_t *object = json_object();

	for (int r = 0; r < ROLE_NR; r++) {
		const struct role_info *role = &run->roles[r];

		json_object_set_new(object, role__name((enum role)r),
				    json_pack("{s:s, s:o, s:o, s:o}", "mode",
					      attach_mode__name(role->mode), "hook",
					      text(role->hook), "reason", text(role->reason),
					      "remedy", text(role->remedy)));
	}
	return object;
}

static json_t *unavailable(const struct run_info *run)
{
	json_t *object = json_object();

	for (int m = 0; m < METRIC_NR; m++) {
		if (run->na[m])
			json_object_set_new(object, metric__name((enum metric)m), text(run->na[m]));
	}
	return object;
}

static json_t *correction(const struct floor_info *floor)
{
	bool on = floor->method;

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "method", text(floor->method),
			 "why_not", text(floor->why_not), "exit_ns",
			 on ? json_rows__real(floor->exit_ns) : json_null(), "spread_ns",
			 on ? json_rows__real(floor->spread_ns) : json_null(), "nest_ns",
			 on ? json_rows__real(floor->nest_ns) : json_null(), "unnest_ns",
			 on ? json_rows__real(floor->unnest_ns) : json_null(), "samples",
			 json_rows__u64(floor->samples), "epoch", json_rows__u64(floor->epoch));
}

static json_t *losses(const struct snapshot *d)
{
	const struct losses *loss = &d->loss;
	json_t *misses = json_object();

	for (int r = 0; r < ROLE_NR; r++)
		json_object_set_new(misses, role__name((enum role)r),
				    loss->misses_known[r] ? json_rows__metric(d->run, METRIC_MISSES,
									      loss->misses[r])
							  : json_null());
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "exit_unmatched",
			 json_rows__u64(loss->exit_unmatched), "stale", json_rows__u64(loss->stale),
			 "orphans", json_rows__u64(loss->orphans), "bad_memcg",
			 json_rows__u64(loss->bad_memcg), "clock_backwards",
			 json_rows__u64(loss->clock_backwards), "no_row",
			 json_rows__u64(loss->no_row), "migrated", json_rows__u64(loss->migrated),
			 "misses_known", !notes__misses_unknown(d), "misses", misses);
}

static json_t *cost(const struct snapshot *d)
{
	const struct own_cost *c = &d->cost;
	json_t *runs = json_object();

	for (int r = 0; r < ROLE_NR; r++)
		json_object_set_new(runs, role__name((enum role)r),
				    json_rows__u64(c->run_count[r]));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "user_ns",
			 json_rows__u64(c->user_ns), "system_ns", json_rows__u64(c->system_ns),
			 "bpf_ns", c->bpf_known ? json_rows__u64(c->bpf_ns) : json_null(),
			 "cpu_share", json_rows__real(notes__own_share(d)), "rss_bytes",
			 json_rows__u64(c->rss_bytes), "map_bytes", json_rows__u64(c->map_bytes),
			 "bpf_measured", c->bpf_measured, "runs", runs);
}

static json_t *total(const struct snapshot *d)
{
	struct row row = row__total(d);
	json_t *object = json_rows__figures(&row);

	json_object_set_new(
		object, "drain_work_hold",
		json_rows__drain_hold(d, &d->drain_hold, d->drain_hist.slot, &d->drain_max));
	json_object_set_new(object, "context", json_rows__contexts(d->run, d->refills_ctx));
	json_object_set_new(object, "entry_busy", json_rows__u64(d->entry_busy));
	json_object_set_new(object, "big_refills", json_rows__u64(d->big_refills));
	json_object_set_new(object, "counter_other", json_rows__u64(d->counter_other));
	return object;
}

static json_t *cpus(const struct snapshot *d, const struct select *select)
{
	json_t *array = json_array();

	for (size_t i = 0; i < d->n_cpus; i++) {
		const struct cpu_row *cpu = &d->cpus[i];
		struct row row = row__cpu(d, cpu);
		json_t *object;

		if (!select__has_cpu(select, cpu))
			continue;
		object = json_rows__figures(&row);
		json_object_set_new(object, "cpu", json_integer(cpu->cpu));
		json_object_set_new(object, "online", json_boolean(cpu->online));
		if (cpu->node >= 0)
			json_object_set_new(object, "node", json_integer(cpu->node));
		json_object_set_new(object, "drain_work_hold",
				    json_rows__drain_hold(d, &cpu->drain_hold, cpu->drain_hist.slot,
							  &cpu->drain_max));
		json_object_set_new(object, "context",
				    json_rows__contexts(d->run, cpu->refills_ctx));
		json_object_set_new(object, "entry_busy", json_rows__u64(cpu->entry_busy));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *cgroups(const struct snapshot *d, const struct select *select)
{
	size_t online = row__online_cpus(d);
	json_t *array = json_array();

	for (size_t i = 0; i < d->n_cgroups; i++) {
		const struct cgroup_row *cgroup = &d->cgroups[i];
		struct row row = row__cgroup(d, cgroup, online);
		json_t *object;

		if (!select__has_cgroup(select, cgroup))
			continue;
		object = json_rows__figures(&row);
		json_object_set_new(object, "id", json_rows__u64(cgroup->id));
		json_object_set_new(object, "name", json_rows__name(cgroup->name));
		json_object_set_new(object, "removed", json_boolean(cgroup->gone));
		json_object_set_new(object, "level", json_integer(cgroup->level));
		json_array_append_new(array, object);
	}
	return array;
}

int json__print(FILE *f, const struct snapshot *delta, const struct view_opts *opts,
		enum json_window window)
{
	struct row others = row__others(delta);
	json_t *root = json_object();
	int err;

	json_object_set_new(root, "schema_version", json_integer(JSON_SCHEMA_VERSION));
	json_object_set_new(root, "memcgtop_version", json_string(MEMCGTOP_VERSION));
	json_object_set_new(root, "window",
			    json_string(window == JSON_TOTAL ? "total" : "interval"));
	json_object_set_new(root, "end_unix_ns", json_rows__u64(delta->wall_ns));
	json_object_set_new(root, "end_monotonic_ns", json_rows__u64(delta->taken_ns));
	json_object_set_new(root, "active_ns", json_rows__u64(delta->active_ns));
	json_object_set_new(root, "timed_ns", json_rows__u64(delta->timed_ns));
	json_object_set_new(root, "filter",
			    opts->select ? json_rows__name(select__text(opts->select)) : json_null());
	json_object_set_new(root, "kernel", kernel(delta));
	json_object_set_new(root, "attach", attach(delta->run));
	json_object_set_new(root, "unavailable", unavailable(delta->run));
	json_object_set_new(root, "correction", correction(&delta->floor));
	json_object_set_new(root, "losses", losses(delta));
	json_object_set_new(root, "cost", cost(delta));
	json_object_set_new(root, "total", total(delta));
	json_object_set_new(root, "cpus", cpus(delta, opts->select));
	json_object_set_new(root, "cgroups", cgroups(delta, opts->select));
	json_object_set_new(root, "others", json_rows__figures(&others));
	json_object_set_new(root, "cells_used", json_rows__u64(delta->cells_used));
	json_object_set_new(root, "cells_max", json_rows__u64(delta->cells_max));
	err = json_dumpf(root, f, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(10));
	json_decref(root);
	fputc('\n', f);
	return err ? -ENOMEM : 0;
}
