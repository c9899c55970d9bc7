// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/stocks_json.h"

#include "view/json.h"
#include "view/json_rows.h"

static json_t *slots(const struct cpu_stock *cpu)
{
	json_t *array = json_array();

	for (unsigned int i = 0; i < cpu->n; i++) {
		const struct stock_slot *slot = &cpu->slot[i];

		json_array_append_new(
			array,
			json_pack("{s:o, s:o, s:o}", "cgroup_id",
				  slot->cgroup_id ? json_rows__u64(slot->cgroup_id) : json_null(),
				  "name", json_rows__name(slot->name), "pages",
				  json_rows__u64(slot->pages)));
	}
	return array;
}

static json_t *cpu_object(const struct stocks *stocks, const struct cpu_stock *cpu)
{
	bool lock_known = stocks->lock_state && cpu->known;

	return json_pack("{s:o, s:b, s:o, s:o}", "cpu", json_rows__u64(cpu->cpu), "online",
			 cpu->online, "locked",
			 lock_known ? json_boolean(cpu->locked) : json_null(), "slots",
			 cpu->known ? slots(cpu) : json_null());
}

json_t *stocks_json__build(const struct stocks *stocks)
{
	json_t *root = json_object(), *cpus = json_array();

	for (size_t i = 0; i < stocks->n_cpus; i++)
		json_array_append_new(cpus, cpu_object(stocks, &stocks->cpus[i]));
	json_object_set_new(root, "schema_version", json_integer(JSON_SCHEMA_VERSION));
	json_object_set_new(root, "memcgtop_version", json_string(MEMCGTOP_VERSION));
	json_object_set_new(root, "unix_ns", json_rows__u64(stocks->wall_ns));
	json_object_set_new(root, "slots", json_rows__u64(stocks->slots));
	json_object_set_new(root, "lock_state", json_boolean(stocks->lock_state));
	if (json_object_set_new(root, "cpus", cpus)) {
		json_decref(root);
		return NULL;
	}
	return root;
}
