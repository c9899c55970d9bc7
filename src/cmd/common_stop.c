// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/common_stop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "term/terminal.h"

static int wake_pipe[2] = {-1, -1};
static volatile sig_atomic_t requested;
static volatile sig_atomic_t hup_reloads, reload;
static volatile sig_atomic_t child_pid; /* pid_t is an int on Linux */

static const int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};

#define NR_HANDLED (sizeof(handled) / sizeof(handled[0]))

static struct sigaction inherited[NR_HANDLED], inherited_pipe;
static sigset_t inherited_mask;

static void wake(void)
{
	int saved = errno;

	/* A full pipe wakes as well. */
	if (write(wake_pipe[1], "", 1) < 0)
		errno = saved;
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
	(void)context;
	if (sig == SIGHUP && hup_reloads) {
		reload = 1;
	} else if (sig != SIGCHLD) {
		if (child_pid) {
			/* A terminal's ^C (si_code SI_KERNEL) has reached the child. */
			if (info->si_code <= 0)
				kill(child_pid, sig);
		} else if (requested) {
			terminal__rescue();
			signal(sig, SIG_DFL);
			raise(sig);
		}
		requested = sig;
	}
	wake();
}

int stop__install(void)
{
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
	sigset_t set;

	if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK))
		return -errno;
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < NR_HANDLED; i++) {
		if (sigaction(handled[i], NULL, &inherited[i]))
			return -errno;
		/* nohup means it. */
		if (handled[i] == SIGHUP && inherited[i].sa_handler == SIG_IGN)
			continue;
		if (sigaction(handled[i], &action, NULL))
			return -errno;
	}
	/* A reader that went away is told by EPIPE, which cleans up first. */
	action = (struct sigaction){.sa_handler = SIG_IGN};
	if (sigaction(SIGPIPE, &action, &inherited_pipe))
		return -errno;
	/* Whoever started us may have blocked them. */
	sigemptyset(&set);
	for (size_t i = 0; i < NR_HANDLED; i++)
		sigaddset(&set, handled[i]);
	if (sigprocmask(SIG_UNBLOCK, &set, &inherited_mask))
		return -errno;
	return 0;
}

int stop__requested(void)
{
	return requested;
}

void stop__reload_on_hup(void)
{
	hup_reloads = 1;
}

bool stop__take_reload(void)
{
	bool asked = reload;

	reload = 0;
	return asked;
}

int stop__wake_fd(void)
{
	return wake_pipe[0];
}

void stop__drain(void)
{
	char bytes[64];

	while (read(wake_pipe[0], bytes, sizeof(bytes)) > 0)
		;
}

void stop__pass_to(pid_t child)
{
	child_pid = child;
}

void stop__reset_for_exec(void)
{
	for (size_t i = 0; i < NR_HANDLED; i++)
		sigaction(handled[i], &inherited[i], NULL);
	sigaction(SIGPIPE, &inherited_pipe, NULL);
	sigprocmask(SIG_SETMASK, &inherited_mask, NULL);
}

void stop__die_of(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
	_exit(128 + sig);
}
