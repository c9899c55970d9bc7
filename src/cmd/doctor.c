// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What this kernel lets memcgtop see.  Does what start-up does, with the gate
 * shut, and takes it back.
 */
#include "cmd/doctor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "kernel/bringup.h"
#include "kernel/live_source.h"
#include "kernel/privilege.h"
#include "kernel/stocks_reader.h"
#include "util/log.h"
#include "view/doctor.h"
#include "view/stocks_json.h"

static int dump(FILE *f, json_t *json)
{
	int err = json ? json_dumpf(json, f, JSON_COMPACT | JSON_PRESERVE_ORDER) : -1;

	json_decref(json);
	fputc('\n', f);
	return err ? -ENOMEM : 0;
}

/* As the live screen does it: loaded while we may, read without any capability. */
static int print_stocks(FILE *f, const struct facts *facts)
{
	struct stocks_reader *reader = NULL;
	struct stocks *stocks = NULL;
	struct live_names *names;
	const char *why = NULL;
	int err;

	err = stocks_reader__open(&reader, facts, &why);
	if (err) {
		log__error("stocks: %s", why);
		return err;
	}
	names = live_names__new();
	privilege__drop();
	err = stocks_reader__read(reader, names, &stocks, &why);
	if (err)
		log__error("stocks: %s", why);
	else
		err = dump(f, stocks_json__build(stocks));
	stocks__free(stocks);
	live_names__free(names);
	stocks_reader__close(reader);
	return err;
}

static int print(const struct options *opt, const struct doctor_report *report)
{
	struct out *out = out__open(opt->output);
	FILE *f = out ? out__begin(out) : NULL;
	int err = 0;

	if (!f)
		return EXIT_FAILURE;
	if (opt->stocks)
		err = print_stocks(f, report->facts);
	else if (opt->facts)
		facts__print(report->facts, f);
	else if (opt->json)
		err = doctor__print_json(f, report);
	else
		doctor__print_text(f, report, out__columns(out));
	if (err == -ENOMEM)
		log__error("out of memory");
	out__commit(out);
	return common__finish(out, err ? EXIT_FAILURE : doctor__exit_status(report));
}

int doctor__main(const struct options *opt)
{
	const struct plan_wishes wishes = {
		.force = live_source__mode(opt->mode),
		.charges = true,
		.cost = true,
	};
	struct bringup up;
	char failure[512] = "";
	struct doctor_report report = { .facts = &up.facts, .plan = &up.plan };
	struct session_sizes sizes = { 0 };
	int status, err;

	err = bringup__run(&up, &wishes, opt->max_cgroups, false);
	report.attached = up.session != NULL;
	if (!report.attached && up.refusal.err) {
		snprintf(failure, sizeof(failure), "%s: %s%s%s", attach_mode__name(up.refusal.mode),
			 strerror(up.refusal.err), up.refusal.detail[0] ? ": " : "", up.refusal.detail);
		report.failure = failure;
	} else if (err) {
		log__error("doctor: %s", strerror(-err));
	}
	sizes.possible_cpus = up.facts.possible_cpus;
	sizes.max_cgroups = opt->max_cgroups;
	report.map_bytes = session__map_bytes(&sizes);
	status = up.facts.release ? print(opt, &report) : EXIT_FAILURE;
	bringup__clear(&up);
	return status;
}
