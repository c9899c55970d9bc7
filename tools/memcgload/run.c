// SPDX-License-Identifier: GPL-2.0-or-later
#include "run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crew.h"
#include "options.h"
#include "plan.h"

/* How long workers may take to notice that the run is over. */
#define STOP_GRACE_NS (10 * NS_PER_SEC)

struct run {
	struct crew *crew;
	int signal_fd, timer_fd;
	uint64_t go_ns;
	int signal;
	int err;
	bool stopped, killed;
};

static bool heeds_hangup = true;

static void watched_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGQUIT);
	sigaddset(set, SIGCHLD);
	if (heeds_hangup)
		sigaddset(set, SIGHUP);
}

void run__hold_signals(void)
{
	struct sigaction hangup;
	sigset_t set;

	/* nohup was meant. */
	if (!sigaction(SIGHUP, NULL, &hangup))
		heeds_hangup = hangup.sa_handler != SIG_IGN;
	signal(SIGPIPE, SIG_IGN);
	signal(SIGCHLD, SIG_DFL);
	watched_signals(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

void run__raise(int number)
{
	sigset_t set;

	signal(number, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, number);
	raise(number);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void set_timer(struct run *run, uint64_t from_now_ns)
{
	struct itimerspec when = {0};

	when.it_value.tv_sec = (time_t)(from_now_ns / NS_PER_SEC);
	when.it_value.tv_nsec = (long)(from_now_ns % NS_PER_SEC);
	timerfd_settime(run->timer_fd, 0, &when, NULL);
}

static void stop(struct run *run)
{
	if (run->stopped)
		return;
	run->stopped = true;
	crew__stop(run->crew);
	set_timer(run, STOP_GRACE_NS);
}

/* A failed run has no result to wait for. */
static void fail(struct run *run, int err)
{
	if (!run->err)
		run->err = err;
	run->stopped = true;
	crew__kill(run->crew);
}

static void on_child(struct run *run)
{
	int err = crew__reap(run->crew);

	if (err)
		fail(run, err);
	else if (!crew__foreground_left(run->crew))
		stop(run);
}

static void on_signal(struct run *run)
{
	struct signalfd_siginfo info;

	if (read(run->signal_fd, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo == SIGCHLD) {
		on_child(run);
	} else {
		run->signal = (int)info.ssi_signo;
		/* Workers that have not begun only wait for the start. */
		if (!run->go_ns)
			fail(run, -EINTR);
		else
			stop(run);
	}
}

static void on_timer(struct run *run)
{
	uint64_t ticks;

	if (read(run->timer_fd, &ticks, sizeof(ticks)) != sizeof(ticks))
		return;
	if (!run->go_ns) {
		return; /* settled */
	} else if (!run->stopped) {
		stop(run); /* the stated time is over */
	} else if (!run->killed) {
		run->killed = true;
		msg_error("workers: still busy %llu s after the end; they were killed, the host "
			  "may be overloaded",
			  STOP_GRACE_NS / NS_PER_SEC);
		fail(run, -ETIMEDOUT);
	}
}

/*
 * Handles events until @done says so, the run fails or nobody is left.
 * Returns whether @fd became readable.
 */
static bool wait_events(struct run *run, int fd)
{
	struct pollfd fds[3] = {
		{.fd = run->signal_fd, .events = POLLIN},
		{.fd = run->timer_fd, .events = POLLIN},
		{.fd = fd, .events = POLLIN},
	};

	if (poll(fds, 3, -1) < 0) {
		if (errno != EINTR)
			fail(run, -errno);
		return false;
	}
	if (fds[0].revents)
		on_signal(run);
	if (fds[1].revents)
		on_timer(run);
	return fds[1].revents || fds[2].revents;
}

/* Until all have finished their setup. */
static void await_ready(struct run *run)
{
	uint64_t ready = 0, more;
	int fd = crew__ready_fd(run->crew);

	while (!run->err && ready < crew__size(run->crew)) {
		wait_events(run, fd);
		if (!run->err && read(fd, &more, sizeof(more)) == sizeof(more))
			ready += more;
	}
}

static void settle(struct run *run, uint64_t settle_ns)
{
	if (run->err || !settle_ns)
		return;
	set_timer(run, settle_ns);
	while (!run->err && !wait_events(run, -1))
		;
}

static void work(struct run *run, const struct options *opts)
{
	if (!run->err) {
		run->go_ns = now_ns();
		crew__go(run->crew);
		if (opts->duration_ns)
			set_timer(run, opts->duration_ns);
	}
	while (crew__left(run->crew))
		wait_events(run, -1);
}

static int open_fds(struct run *run)
{
	sigset_t set;

	watched_signals(&set);
	run->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	run->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	return run->signal_fd < 0 || run->timer_fd < 0 ? -errno : 0;
}

int run__execute(const struct plan *plan, const struct cgroup_tree *tree, struct outcome *outcome)
{
	struct run run = {.signal_fd = -1, .timer_fd = -1};
	int err = open_fds(&run);

	memset(outcome, 0, sizeof(*outcome));
	if (!err)
		err = crew__create(&run.crew, plan, tree);
	if (err) {
		msg_error("start: %s; free memory or file descriptors, or use fewer workers",
			  strerror(-err));
		goto out;
	}
	err = crew__start(run.crew);
	if (err)
		fail(&run, err);
	await_ready(&run);
	settle(&run, plan->opts->settle_ns);
	work(&run, plan->opts);
	outcome->signal = run.signal;
	if (run.go_ns && !run.err)
		crew__collect(run.crew, run.go_ns, outcome);
	err = run.err;
	crew__free(run.crew);
out:
	if (run.signal_fd >= 0)
		close(run.signal_fd);
	if (run.timer_fd >= 0)
		close(run.timer_fd);
	return err;
}
