// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

#include "view/json.h"
#include "view/json_rows.h"
#include "view/recording_text.h"

static json_t *gaps_json(const struct recording_facts *facts)
{
	json_t *gaps = json_array();

	for (size_t i = 0; i < facts->n_gaps; i++)
		json_array_append_new(gaps, json_pack("{s:o, s:o}", "from_monotonic_ns",
						      json_rows__u64(facts->gaps[i].from_ns),
						      "to_monotonic_ns",
						      json_rows__u64(facts->gaps[i].to_ns)));
	return gaps;
}

static json_t *count_or_null(bool known, uint64_t n)
{
	return known ? json_rows__u64(n) : json_null();
}

/* Counts over the time shown; null: could not be read. */
static json_t *host_json(const struct host_context *h)
{
	json_t *softirqs = h->has_softirqs ? json_object() : json_null();

	for (int i = 0; h->has_softirqs && i < HOST_SOFTIRQS; i++)
		json_object_set_new(softirqs, host_softirq_names[i],
				    json_rows__u64(h->softirqs[i]));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "context_switches",
			 count_or_null(h->has_switches, h->switches), "cmd_involuntary_switches",
			 count_or_null(h->has_cmd, h->cmd_involuntary), "cmd_voluntary_switches",
			 count_or_null(h->has_cmd, h->cmd_voluntary), "softirqs", softirqs,
			 "softnet_dropped", count_or_null(h->has_softnet, h->softnet_dropped),
			 "softnet_squeezed", count_or_null(h->has_softnet, h->softnet_squeezed),
			 "ksoftirqd_ns", count_or_null(h->has_ksoftirqd, h->ksoftirqd_ns));
}

/* What CMD said, as JSON again. */
static json_t *result_json(const struct recording_end *end)
{
	json_t *json = end->result_json ? json_loads(end->result_json, 0, NULL) : NULL;

	return json ?: json_null();
}

static json_t *status_json(const struct recording_end *end)
{
	return end->known && end->exit_status >= 0 ? json_integer(end->exit_status) : json_null();
}

int recording_json__print(FILE *f, const struct recording_facts *facts)
{
	const struct recording_info *i = facts->info;
	json_t *root = json_pack(
		"{s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:i, s:i,"
		" s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o}",
		"schema_version", JSON_SCHEMA_VERSION, "window", "recording", "memcgtop_version",
		json_rows__name(i->memcgtop_version), "kernel_release",
		json_rows__name(i->run.kernel_release), "kernel_version",
		json_rows__name(i->kernel_version), "kernel_build_id",
		json_rows__name(i->kernel_build_id), "config_hash", json_rows__name(i->config_hash),
		"machine", json_rows__name(i->run.machine), "cpu_model",
		json_rows__name(i->cpu_model), "governor", json_rows__name(i->governor),
		"accelerator", json_rows__name(i->accelerator), "hostname",
		json_rows__name(i->hostname), "command", json_rows__name(i->command), "emulated",
		i->emulated, "possible_cpus", (int)i->run.possible_cpus, "online_cpus",
		(int)i->online_cpus, "interval_ns", json_rows__u64(i->interval_ns), "start_unix_ns",
		json_rows__u64(i->start_wall_ns), "start_monotonic_ns",
		json_rows__u64(i->start_mono_ns), "snapshots", json_rows__u64(facts->snapshots),
		"active_ns", json_rows__u64(facts->active_ns), "gaps", gaps_json(facts), "gap_ns",
		json_rows__u64(facts->gap_ns), "ended", facts->end.known, "exit_status",
		status_json(&facts->end), "result", result_json(&facts->end));
	int err;

	json_object_set_new(root, "host", host_json(&facts->host));
	json_object_set_new(root, "damaged_bytes", json_rows__u64(facts->damage.bytes));
	json_object_set_new(root, "unreadable_frames", json_rows__u64(facts->damage.unreadable));
	if (!root)
		return -ENOMEM;
	err = json_dumpf(root, f, JSON_COMPACT);
	json_decref(root);
	fputc('\n', f);
	/* A stream that failed is its owner's to ask. */
	return err && !ferror(f) ? -ENOMEM : 0;
}
