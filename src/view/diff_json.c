// SPDX-License-Identifier: GPL-2.0-or-later
/* A comparison as one JSON object on one line; docs/diff.md has every field. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/verdict.h"
#include "model/name_text.h"
#include "view/diff_cells.h"

#define SCHEMA_VERSION 1

static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* Paths and names are arbitrary bytes; JSON wants UTF-8. */
static json_t *string(const char *text)
{
	char *printable = text ? name__printable(text) : NULL;
	json_t *value = printable ? json_string(printable) : json_null();

	free(printable);
	return value;
}

static json_t *reals(const double *value, size_t n)
{
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, real(value[i]));
	return array;
}

static json_t *string_or_null(const char *text)
{
	return *text ? string(text) : json_null();
}

static json_t *change_json(const struct diff_change *change)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:o}", "change", real(change->change), "low",
			 real(change->low), "high", real(change->high), "p", real(change->p),
			 "p_adjusted", real(change->p_adjusted), "resolution",
			 real(change->resolution), "verdict", verdict__name(change->verdict), "why",
			 string_or_null(change->why));
}

static json_t *side_json(const struct diff *diff, const struct diff_metric *metric, size_t g)
{
	const struct diff_side *side = &metric->side[g];

	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "group", string(diff->group[g].name),
			 "mean", real(side->mean), "min", real(side->low), "max", real(side->high),
			 "events", real(side->known ? side->events : NAN), "runs",
			 reals(side->value, diff->group[g].n_runs), "against_base",
			 g ? change_json(&metric->change[g]) : json_null());
}

static json_t *metric_json(const struct diff *diff, const struct diff_metric *metric)
{
	json_t *sides = json_array();

	for (size_t g = 0; g < diff->n_groups; g++)
		json_array_append_new(sides, side_json(diff, metric, g));
	return json_pack("{s:s,s:s,s:s,s:s,s:o}", "name", metric->name, "title", metric->title,
			 "unit", metric->unit, "scale", diff_cells__scale(metric->scale), "groups",
			 sides);
}

static json_t *groups_json(const struct diff *diff)
{
	json_t *array = json_array();

	for (size_t g = 0; g < diff->n_groups; g++) {
		const struct diff_group *group = &diff->group[g];
		json_t *files = json_array();

		for (size_t i = 0; i < group->n_runs; i++)
			json_array_append_new(files, string(group->run[i]->path));
		json_array_append_new(
			array,
			json_pack("{s:o,s:o,s:o}", "name", string(group->name), "kernel",
				  string(group->run[0]->info.run.kernel_release), "files", files));
	}
	return array;
}

static json_t *gates_json(const struct diff_view *view)
{
	static const char *const outcomes[] = {
		[GATE_KEPT] = "kept", [GATE_UNSURE] = "cannot_tell", [GATE_FAILED] = "failed"};
	json_t *array = json_array();

	for (size_t i = 0; i < view->n_gates; i++) {
		const struct gate_result *r = &view->gate[i];

		json_array_append_new(array,
				      json_pack("{s:o,s:o,s:s,s:o,s:o,s:o,s:o}", "gate",
						string(r->gate->text), "group",
						string(view->diff->group[r->group].name), "outcome",
						outcomes[r->outcome], "change", real(r->change),
						"low", real(r->low), "high", real(r->high), "why",
						string_or_null(r->why)));
	}
	return array;
}

int diff_json__print(FILE *f, const struct diff_view *view)
{
	const struct diff *diff = view->diff;
	json_t *metrics = json_array(), *notes = json_array(), *root;

	for (size_t k = 0; k < diff->n_metrics; k++)
		json_array_append_new(metrics, metric_json(diff, &diff->metric[k]));
	for (size_t i = 0; i < diff->n_notes; i++)
		json_array_append_new(notes, string(diff->note[i]));
	root = json_pack("{s:i,s:s,s:o,s:I,s:o,s:o,s:o,s:o,s:o}", "schema_version", SCHEMA_VERSION,
			 "memcgtop_version", MEMCGTOP_VERSION, "alpha", real(diff->alpha), "tests",
			 (json_int_t)diff->n_tests, "forced", string(diff->refusal), "groups",
			 groups_json(diff), "metrics", metrics, "gates", gates_json(view), "notes",
			 notes);
	if (!root)
		return -ENOMEM;
	json_dumpf(root, f, JSON_COMPACT | JSON_REAL_PRECISION(9));
	fputc('\n', f);
	json_decref(root);
	return 0;
}
