// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/load_result.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

const double load_quantiles[LOAD_QUANTILES] = {0.5, 0.9, 0.99, 0.999};

static const char *const keys[LOAD_QUANTILES] = {"p50", "p90", "p99", "p99.9"};

/* Nothing a load counts or times is below zero. */
static double number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) && json_number_value(value) >= 0 ? json_number_value(value)
								      : NAN;
}

/* The one member, named after the program. */
static const json_t *only_member(json_t *root)
{
	void *first = json_is_object(root) ? json_object_iter(root) : NULL;

	if (!first || json_object_size(root) != 1)
		return NULL;
	return json_object_iter_value(first);
}

struct load_result load_result__parse(const char *json)
{
	struct load_result r = {.ops = NAN, .ops_per_sec = NAN};
	json_t *root = json ? json_loads(json, 0, NULL) : NULL;
	const json_t *result = only_member(root);
	const json_t *latency = json_object_get(result, "latency_ns");
	double seconds;

	r.ops = number(result, "ops");
	r.ops_per_sec = number(result, "ops_per_sec");
	seconds = number(result, "seconds");
	if (isnan(r.ops_per_sec) && seconds > 0)
		r.ops_per_sec = r.ops / seconds;
	for (int i = 0; i < LOAD_QUANTILES; i++)
		r.latency_ns[i] = number(latency, keys[i]);
	json_decref(root);
	return r;
}
