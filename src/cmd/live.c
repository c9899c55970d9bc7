// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/live.h"

#include <errno.h>
#include <stdlib.h>

#include "cmd/common.h"
#include "cmd/common_run.h"
#include "cmd/common_stop.h"
#include "cmd/live_screen.h"
#include "term/terminal.h"
#include "util/log.h"
#include "view/select.h"

#define DEFAULT_INTERVAL_NS 1000000000ull

struct live_run {
	const struct options *opt;
	struct out *out;
	struct select *select;
};

static bool is_over(void *arg)
{
	(void)arg;
	return stop__requested();
}

static int print_interval(void *arg, const struct snapshot *delta)
{
	struct live_run *run = arg;

	return common__print_interval(run->opt, run->out, run->select, delta);
}

static int run_tables(struct live_run *run, struct source *src)
{
	struct run_plan plan = {
		.interval_ns = run->opt->interval_ns ?: DEFAULT_INTERVAL_NS,
		.duration_ns = run->opt->duration_ns,
		.is_over = is_over,
		.on_interval = print_interval,
		.arg = run,
	};
	struct snapshot *first;
	int err = run__start(src, &first);

	return err ?: run__loop(src, first, &plan, NULL);
}

/* A screen where there is a terminal for it, else tables, saying why if that may surprise. */
static bool wants_screen(const struct live_run *run)
{
	const char *why = NULL;

	if (run->opt->json)
		return false;
	if (terminal__can(&why))
		return true;
	if (why)
		log__warn("%s: plain tables instead of the live screen", why);
	return false;
}

static int run_live(struct live_run *run, struct source *src)
{
	if (wants_screen(run))
		return live_screen__run(run->opt, src, run->select);
	return run_tables(run, src);
}

int live__main(const struct options *opt)
{
	struct live_run run = {.opt = opt};
	struct source *src = NULL;
	int status = EXIT_FAILURE, err;

	run.out = out__open(opt->output);
	if (!run.out)
		return EXIT_FAILURE;
	if (!common__select(opt, &run.select)) {
		err = source__open(opt, &src);
		if (err)
			status = source__exit_status(opt, err);
		else
			status = run_live(&run, src) ? EXIT_FAILURE : EXIT_SUCCESS;
		source__close(src);
	}
	select__free(run.select);
	return common__finish(run.out, status);
}
