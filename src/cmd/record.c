// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/record.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/common.h"
#include "cmd/common_run.h"
#include "cmd/common_stop.h"
#include "cmd/record_info.h"
#include "cmd/record_result.h"
#include "cmd/stat_child.h"
#include "host/host_watch.h"
#include "recording/writer.h"
#include "util/log.h"
#include "view/format.h"

#define DEFAULT_INTERVAL_NS 1000000000ull

struct record_run {
	const struct options *opt;
	struct writer *writer;
	struct recording_info info;
	struct host_watch host;
	struct stat_child child;
	struct record_result result;
	uint64_t first_ns, last_ns; /* of the snapshots */
};

/*
 * Descendants that outlived their parents are ours to wait for: their context
 * switches are among those of our children then.  CMD itself is stat_child's.
 */
static void reap_orphans(const struct record_run *run)
{
	siginfo_t info = {0};

	while (!waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid &&
	       info.si_pid != run->child.pid) {
		waitpid(info.si_pid, NULL, WNOHANG);
		info.si_pid = 0;
	}
}

/* As stat does. */
static bool is_over(void *arg)
{
	struct record_run *run = arg;
	bool over;

	if (!run->opt->cmd)
		return stop__requested();
	over = stat_child__ended(&run->child) || stop__requested() == SIGTERM;
	reap_orphans(run);
	return over;
}

/*
 * What cannot be written is said by the writer, and measuring goes on; but for a
 * pipe whose reader has gone nobody measures.
 */
static int write_snapshot(void *arg, const struct snapshot *now)
{
	struct record_run *run = arg;
	struct host_context host = {0};

	/* What else goes on here does not on a made-up host: not known. */
	if (!run->opt->source)
		host_watch__read(&run->host, &host);
	run->last_ns = now->taken_ns;
	return writer__snapshot(run->writer, now, &host) == -EPIPE ? -EPIPE : 0;
}

static void write_end(struct record_run *run, int status)
{
	struct recording_end end = {.known = true, .exit_status = run->opt->cmd ? status : -1};

	if (run->opt->cmd)
		end.result_json = record_result__take(&run->result);
	writer__end(run->writer, &end);
	free(end.result_json);
}

/* One line, to the person: standard output is CMD's. */
static void say_what_was_written(const struct record_run *run, int status)
{
	char ended[48] = "";

	if (run->opt->cmd)
		snprintf(ended, sizeof(ended), ", CMD ended with status %d", status);
	fprintf(stderr, "memcgtop: %s: %llu snapshots over %s, %s%s\n", run->opt->output,
		(unsigned long long)writer__snapshots(run->writer),
		format__seconds((double)(run->last_ns - run->first_ns) / 1e9).s,
		format__bytes(writer__bytes(run->writer)).s, ended);
}

static int measure(struct record_run *run, struct source *src)
{
	struct run_plan plan = {
		.interval_ns = run->opt->interval_ns ?: DEFAULT_INTERVAL_NS,
		.duration_ns = run->opt->duration_ns,
		.is_over = is_over,
		.on_read = write_snapshot,
		.arg = run,
	};
	struct snapshot *first;
	int status = EXIT_SUCCESS, err;

	if (run__start(src, &first))
		return EXIT_FAILURE;
	record_info__at_start(&run->info, src->run, first);
	run->info.interval_ns = plan.interval_ns;
	run->first_ns = first->taken_ns;
	writer__describe(run->writer, &run->info);
	if (!run->opt->source)
		host_watch__start(&run->host, run->opt->cmd ? run->child.pid : 0);
	err = write_snapshot(run, first);
	if (!err && run->opt->cmd)
		status = stat_child__go(&run->child, run->opt->cmd);
	if (err || status) {
		snapshot__free(first);
		return status ?: EXIT_FAILURE;
	}
	err = run__loop(src, first, &plan, NULL);
	if (run->opt->cmd)
		status = stat_child__end(&run->child, run->opt->cmd[0]);
	write_end(run, status);
	say_what_was_written(run, status);
	return err && status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}

/* Early: before probes see it, and before privileges are dropped. */
static int fork_cmd(struct record_run *run)
{
	int err = record_result__start(&run->result);

	if (err)
		log__warn("what CMD prints is not recorded: %s", strerror(-err));
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	err = stat_child__fork(&run->child, run->opt->cmd, run->result.stdout_fd);
	record_result__forked(&run->result);
	if (err)
		log__error("cannot start %s: %s", run->opt->cmd[0], strerror(-err));
	return err;
}

static int check_options(const struct options *opt)
{
	if (!opt->output) {
		log__error("record: no file to write to; give -o FILE");
		return EXIT_USAGE;
	}
	if (strcmp(opt->output, "-"))
		return 0;
	if (opt->cmd) {
		log__error("record: -o - and CMD would both write to standard output; give a FILE");
		return EXIT_USAGE;
	}
	if (isatty(STDOUT_FILENO)) {
		log__error("record: a recording is nothing for a terminal; give -o FILE");
		return EXIT_USAGE;
	}
	return 0;
}

static int record(struct record_run *run)
{
	struct source *src = NULL;
	int status = EXIT_FAILURE, err;

	if (run->opt->cmd && fork_cmd(run))
		return status;
	/* Files are read while they may be, and after CMD was forked: it has its pipe. */
	record_info__of_host(&run->info, run->opt);
	err = source__open(run->opt, &src);
	if (err)
		status = source__exit_status(run->opt, err);
	else
		status = measure(run, src);
	stat_child__abandon(&run->child);
	host_watch__stop(&run->host);
	record_info__clear(&run->info);
	source__close(src);
	return status;
}

int record__main(const struct options *opt)
{
	struct record_run run = {
		.opt = opt,
		.child = {.pid = -1, .gate_fd = -1, .error_fd = -1},
		.result = {.stdout_fd = -1, .ended_fd = -1},
	};
	int status = check_options(opt), err;
	bool nothing;

	if (status)
		return status;
	run.writer = writer__open(opt->output);
	if (!run.writer)
		return EXIT_FAILURE;
	status = record(&run);
	free(record_result__take(&run.result));
	nothing = !writer__snapshots(run.writer);
	if (nothing) {
		writer__discard(run.writer);
		return status ?: EXIT_FAILURE;
	}
	err = writer__close(run.writer);
	if (err == -EPIPE)
		stop__die_of(SIGPIPE);
	return err && status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}
