// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/diff.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "diff/diff.h"
#include "diff/gate.h"
#include "recording/recorded_run.h"
#include "util/log.h"
#include "view/diff_view.h"

struct diff_run {
	const struct options *opt;
	struct diff_group group[OPTIONS_MOST];
	struct gate gate[OPTIONS_MOST];
	struct gate_result result[OPTIONS_MOST * OPTIONS_MOST];
	struct diff *diff;
};

static int parse_gates(struct diff_run *run)
{
	const struct option_list *gates = &run->opt->gates;
	char why[128];

	for (size_t i = 0; i < gates->n; i++) {
		if (!gate__parse(gates->item[i], &run->gate[i], why, sizeof(why)))
			continue;
		log__error("--fail-if '%s': %s; see docs/diff.md", gates->item[i], why);
		return DIFF_USAGE;
	}
	return DIFF_FINE;
}

static int load_group(struct diff_run *run, size_t g)
{
	static const char *const names[] = {"Baseline", "Patched"};
	const struct option_group *from = &run->opt->group[g];
	struct diff_group *to = &run->group[g];

	to->name = from->name ?: names[g];
	to->run = calloc(from->n_files, sizeof(*to->run));
	if (!to->run) {
		log__error("out of memory");
		return DIFF_NOT_COMPARABLE;
	}
	for (size_t i = 0; i < from->n_files; i++) {
		char *why = NULL;
		int err = recorded_run__load(from->file[i], NULL, &to->run[i], &why);

		if (err) {
			log__error("%s: %s", from->file[i], why ?: strerror(-err));
			free(why);
			return DIFF_NOT_COMPARABLE;
		}
		free(why);
		to->n_runs++;
	}
	return DIFF_FINE;
}

static int compare(struct diff_run *run)
{
	const struct diff_options options = {
		.alpha = run->opt->alpha,
		.resolution = run->opt->resolution / 100,
		.force = run->opt->force,
	};
	char *why = NULL;
	int err = diff__new(run->group, run->opt->n_groups, &options, &run->diff, &why);

	if (!err)
		err = gate__judge(run->diff, run->gate, run->opt->gates.n, run->result);
	if (err == -EXDEV)
		log__error("not comparable: %s; --force compares all the same",
			   why ?: "unknown reason");
	else if (err)
		log__error("out of memory");
	else if (run->diff->refusal)
		log__warn("compared by force: %s", run->diff->refusal);
	free(why);
	return err ? DIFF_NOT_COMPARABLE : DIFF_FINE;
}

static int (*view_of(const struct options *opt))(FILE *, const struct diff_view *)
{
	static const struct {
		const char *format;
		int (*print)(FILE *, const struct diff_view *);
	} views[] = {
		{"text", diff_text__print}, {"markdown", diff_markdown__print},
		{"json", diff_json__print}, {"csv", diff_csv__print},
		{"html", diff_html__print},
	};
	const char *format = opt->format ?: opt->json ? "json" : "text";
	size_t i = 0;

	while (strcmp(views[i].format, format))
		i++;
	return views[i].print;
}

/*
 * The output is opened only now: a comparison that fails leaves an old file as
 * it is.  What is lost was not told, whatever the gates say: never 0 or 1.
 */
static int print(struct diff_run *run, int status)
{
	struct diff_view view = {
		.diff = run->diff,
		.gate = run->result,
		.n_gates = run->opt->gates.n * (run->opt->n_groups - 1),
	};
	struct out *out = out__open(run->opt->output);
	FILE *f = out ? out__begin(out) : NULL;
	bool lost = !f;

	if (f && view_of(run->opt)(f, &view)) {
		log__error("out of memory; the comparison is not whole");
		lost = true;
	}
	if (f)
		lost |= out__commit(out) != 0;
	if (common__finish(out, EXIT_SUCCESS))
		lost = true;
	return lost ? DIFF_NOT_COMPARABLE : status;
}

static int status_of(const struct diff_run *run)
{
	static const int statuses[] = {
		[GATE_KEPT] = DIFF_FINE,
		[GATE_UNSURE] = DIFF_CANNOT_TELL,
		[GATE_FAILED] = DIFF_GATE_FAILED,
	};

	return statuses[gate__worst(run->result, run->opt->gates.n * (run->opt->n_groups - 1))];
}

static void diff_run__clear(struct diff_run *run)
{
	diff__free(run->diff);
	for (size_t g = 0; g < run->opt->n_groups; g++) {
		for (size_t i = 0; i < run->group[g].n_runs; i++)
			recorded_run__free(run->group[g].run[i]);
		free(run->group[g].run);
	}
}

int diff__main(const struct options *opt)
{
	struct diff_run run = {.opt = opt};
	int status = parse_gates(&run);

	for (size_t g = 0; g < opt->n_groups && !status; g++)
		status = load_group(&run, g);
	if (!status)
		status = compare(&run);
	if (!status)
		status = print(&run, status_of(&run));
	diff_run__clear(&run);
	if (opt->bisect && (status == DIFF_NOT_COMPARABLE || status == DIFF_CANNOT_TELL))
		status = DIFF_BISECT_SKIP;
	return status;
}
