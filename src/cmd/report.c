// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/common_run.h"
#include "cmd/common_stop.h"
#include "cmd/export_once.h"
#include "cmd/live_screen.h"
#include "recording/replay.h"
#include "term/terminal.h"
#include "util/log.h"
#include "view/json.h"
#include "view/recording_text.h"
#include "view/report_text.h"
#include "view/select.h"

struct report_run {
	const struct options *opt;
	struct out *out;
	struct select *select;
	struct source *src; /* a replay */
};

static bool is_over(void *arg)
{
	(void)arg;
	return stop__requested();
}

static int print_interval(void *arg, const struct snapshot *delta)
{
	struct report_run *run = arg;

	return common__print_interval(run->opt, run->out, run->select, delta);
}

static struct recording_facts facts_of(const struct report_run *run, uint64_t active_ns)
{
	const struct reader *reader = replay__reader(run->src);
	struct recording_facts facts = {
		.path = run->opt->file,
		.info = reader__info(reader),
		.end = reader__end(reader),
		.damage = reader__damage(reader),
		.start_ns = replay__start_ns(run->src),
		.snapshots = replay__snapshots(run->src),
		.active_ns = active_ns,
		.host = replay__host(run->src),
	};

	facts.gaps = replay__gaps(run->src, &facts.n_gaps, &facts.all_gaps, &facts.gap_ns);
	/* A part of it says nothing about its end. */
	if (run->opt->to_ns)
		facts.end.known = true;
	return facts;
}

static int print_total(struct report_run *run, const struct snapshot *total)
{
	struct view_opts view = common__view_opts(run->opt, run->out, run->select);
	struct recording_facts facts = facts_of(run, total->active_ns);
	FILE *f = out__begin(run->out);
	int err;

	if (!f)
		return -ENOMEM;
	if (run->opt->json) {
		err = recording_json__print(f, &facts);
		if (!err)
			err = json__print(f, total, &view, JSON_TOTAL);
	} else {
		recording_text__print(f, &facts, &view);
		fputc('\n', f);
		err = report_text__print(f, total, &view);
	}
	if (err)
		log__error("out of memory; the report is not whole");
	return out__commit(run->out) ?: err;
}

/* Where the report does not say it, as tables do not. */
static void warn_of_damage(const struct report_run *run)
{
	struct recording_facts facts = facts_of(run, 0);
	char *damage = recording_text__damage(&facts);

	if (damage)
		log__warn("%s: %s", run->opt->file, damage);
	free(damage);
}

static int print_all(struct report_run *run)
{
	struct run_plan plan = {
		.interval_ns = run->opt->interval_ns,
		.keep_total = true,
		.is_over = is_over,
		.on_interval = print_interval,
		.arg = run,
	};
	bool tables = run->opt->interval_ns && !run->opt->json;
	struct snapshot *first, *total;
	int err = run__start(run->src, &first);

	if (!err)
		err = run__loop(run->src, first, &plan, &total);
	if (err)
		return err;
	if (!total || !total->active_ns) {
		log__error("%s: nothing to show: fewer than two snapshots", run->opt->file);
		err = -ENODATA;
	} else if (tables) {
		warn_of_damage(run);
	} else {
		err = print_total(run, total);
	}
	snapshot__free(total);
	return err;
}

static int show_screen(struct report_run *run)
{
	const char *why = NULL;

	if (!terminal__can(&why)) {
		log__error("--screen: %s", why ?: "standard output is no terminal");
		return -ENOTTY;
	}
	return live_screen__run(run->opt, run->src, run->select);
}

static int print_prometheus(struct report_run *run)
{
	struct export_setup setup;
	int err = export_setup__make(run->opt, &setup) ? -EINVAL : 0;

	if (!err) {
		export_setup__size(&setup, 0);
		err = export_once__run(&setup, run->src, run->out);
	}
	if (!err)
		warn_of_damage(run);
	export_setup__clear(&setup);
	return err;
}

static int show(struct report_run *run)
{
	if (run->opt->screen)
		return show_screen(run);
	return run->opt->prometheus ? print_prometheus(run) : print_all(run);
}

static int open_recording(struct report_run *run)
{
	const struct options *opt = run->opt;
	struct time_range range = {opt->from_ns, opt->to_ns};
	struct reader *reader;
	char *why;
	int err = reader__open(opt->file, &reader, &why);

	if (err) {
		log__error("cannot read %s: %s", opt->file, why ?: strerror(-err));
		free(why);
		return err;
	}
	err = replay__new(reader, &range, opt->screen, &run->src);
	if (err) {
		log__error("cannot read %s: %s", opt->file,
			   err == -ENODATA ? "no snapshot lies there" : strerror(-err));
		reader__close(reader);
	}
	return err;
}

int report__main(const struct options *opt)
{
	struct report_run run = {.opt = opt};
	int err;

	if (opt->to_ns && opt->to_ns <= opt->from_ns) {
		log__error("report: --to lies before --from");
		return EXIT_USAGE;
	}
	if (opt->prometheus && (opt->screen || opt->json)) {
		log__error("report: one of --prometheus, --screen and --json");
		return EXIT_USAGE;
	}
	run.out = out__open(opt->output);
	if (!run.out)
		return EXIT_FAILURE;
	err = common__select(opt, &run.select);
	if (!err)
		err = open_recording(&run);
	if (!err)
		err = show(&run);
	source__close(run.src);
	select__free(run.select);
	return common__finish(run.out, err ? EXIT_FAILURE : EXIT_SUCCESS);
}
