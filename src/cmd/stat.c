// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/stat.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/common_run.h"
#include "cmd/common_stop.h"
#include "cmd/stat_child.h"
#include "util/log.h"
#include "view/json.h"
#include "view/report_text.h"
#include "view/select.h"
#include "view/table_text.h"

#define LINES_PER_TITLE 20

struct stat_run {
	const struct options *opt;
	struct out *out;
	struct select *select;
	struct stat_child child;
	unsigned int lines; /* interval lines printed */
};

/*
 * Without CMD any signal ends the run.  With it CMD's end does: INT is for CMD
 * to judge, as under perf, and TERM (timeout) ends both.
 */
static bool is_over(void *arg)
{
	struct stat_run *run = arg;

	if (!run->opt->cmd)
		return stop__requested();
	return stat_child__ended(&run->child) || stop__requested() == SIGTERM;
}

static int print_interval(void *arg, const struct snapshot *delta)
{
	struct stat_run *run = arg;
	struct view_opts view = common__view_opts(run->opt, run->out, run->select);
	FILE *f = out__begin(run->out);
	int err = 0;

	if (!f)
		return -ENOMEM;
	if (run->opt->json)
		err = json__print(f, delta, &view, JSON_INTERVAL);
	else
		table_text__print_line(f, delta, &view, run->lines++ % LINES_PER_TITLE == 0);
	return out__commit(run->out) ?: err;
}

static int print_report(struct stat_run *run, const struct snapshot *total)
{
	struct view_opts view = common__view_opts(run->opt, run->out, run->select);
	FILE *f = out__begin(run->out);
	int err;

	if (!f)
		return -ENOMEM;
	if (run->opt->json) {
		err = json__print(f, total, &view, JSON_TOTAL);
	} else {
		fputs(run->lines ? "\n" : "", f);
		err = report_text__print(f, total, &view);
	}
	if (err)
		log__error("out of memory; the report is not whole");
	return out__commit(run->out) ?: err;
}

static int measure(struct stat_run *run, struct source *src)
{
	struct run_plan plan = {
		.interval_ns = run->opt->interval_ns,
		.duration_ns = run->opt->duration_ns,
		.keep_total = true,
		.is_over = is_over,
		.on_interval = print_interval,
		.arg = run,
	};
	struct snapshot *first, *total;
	int status = EXIT_SUCCESS, err;

	if (run__start(src, &first))
		return EXIT_FAILURE;
	if (run->opt->cmd) {
		status = stat_child__go(&run->child, run->opt->cmd);
		if (status) {
			snapshot__free(first);
			return status;
		}
	}
	err = run__loop(src, first, &plan, &total);
	if (run->opt->cmd)
		status = stat_child__end(&run->child, run->opt->cmd[0]);
	if (total && err != -EPIPE && print_report(run, total))
		err = err ?: -EIO;
	snapshot__free(total);
	return err && status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}

int stat__main(const struct options *opt)
{
	struct stat_run run = {.opt = opt, .child = {.pid = -1, .gate_fd = -1, .error_fd = -1}};
	struct source *src = NULL;
	int status = EXIT_FAILURE, err;

	run.out = out__open(opt->output);
	if (!run.out)
		return EXIT_FAILURE;
	if (common__select(opt, &run.select))
		goto out;
	/* Early: before probes see it, and before privileges are dropped. */
	if (opt->cmd) {
		err = stat_child__fork(&run.child, opt->cmd, -1);
		if (err) {
			log__error("cannot start %s: %s", opt->cmd[0], strerror(-err));
			goto out;
		}
	}
	err = source__open(opt, &src);
	if (err)
		status = source__exit_status(opt, err);
	else
		status = measure(&run, src);
	stat_child__abandon(&run.child);
	source__close(src);
out:
	select__free(run.select);
	return common__finish(run.out, status);
}
