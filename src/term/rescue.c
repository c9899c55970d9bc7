// SPDX-License-Identifier: GPL-2.0-or-later
#include "term/rescue.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "term/terminal.h"

#define STACK_BYTES 65536 /* with room for the widest registers' frame */
#define PATIENCE_MS 200	  /* with a terminal that takes nothing */

/* What ends a process unless it is handled: only those nobody else handles are taken. */
static const int fatal[] = {
	SIGSEGV, SIGBUS, SIGILL,  SIGFPE,  SIGABRT,   SIGSYS,  SIGTRAP, SIGQUIT, SIGXCPU, SIGXFSZ,
	SIGHUP,	 SIGINT, SIGTERM, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGPIPE,
};

#define NR_FATAL (sizeof(fatal) / sizeof(fatal[0]))

static const struct capabilities *capabilities;
static int tty = -1, wake_fd = -1;
static pid_t owner; /* a forked child must leave the terminal alone */
static struct termios before, during;
static volatile sig_atomic_t armed, during_known, screen_used, on_screen, resized, resumed;
static char stack[STACK_BYTES];

static struct sigaction old_fatal[NR_FATAL], old_stop, old_cont, old_winch;

static void wake(void)
{
	uint64_t one = 1;

	if (write(wake_fd, &one, sizeof(one)) < 0)
		return; /* full: it wakes as well */
}

/* Are we in the foreground?  Else its modes are the shell's, and setting them would stop us. */
static bool is_ours(void)
{
	pid_t foreground = tcgetpgrp(tty);

	return foreground < 0 || foreground == getpgrp();
}

static bool is_writable(int timeout_ms)
{
	struct pollfd fd = {.fd = tty, .events = POLLOUT};

	return poll(&fd, 1, timeout_ms) > 0 && fd.revents == POLLOUT;
}

/* ^S holds output back; a terminal without that control lets it go. */
static void lift_flow_control(void)
{
	struct termios modes = before;

	modes.c_iflag &= ~(tcflag_t)IXON;
	tcsetattr(tty, TCSANOW, &modes);
}

static void send(const struct bytes *bytes)
{
	size_t sent = 0;

	if (!is_writable(0) && is_ours())
		lift_flow_control();
	while (sent < bytes->n && is_writable(PATIENCE_MS)) {
		ssize_t n = write(tty, bytes->text + sent, bytes->n - sent);

		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return;
		sent += n > 0 ? (size_t)n : 0;
	}
}

/* Interrupted in the middle, it is done again: the flag changes last. */
static void leave(void)
{
	sigset_t set, old;

	if (!armed || getpid() != owner)
		return;
	/* Blocked, SIGTTOU lets a job write that was stopped on the screen and killed. */
	sigemptyset(&set);
	sigaddset(&set, SIGTTOU);
	sigprocmask(SIG_BLOCK, &set, &old);
	if (on_screen)
		send(&capabilities->leave);
	if (is_ours())
		tcsetattr(tty, TCSANOW, &before);
	on_screen = 0;
	sigprocmask(SIG_SETMASK, &old, NULL);
}

static void enter(void)
{
	if (!armed)
		return;
	if (is_ours()) {
		if (during_known)
			tcsetattr(tty, TCSANOW, &during);
		if (screen_used && !on_screen) {
			on_screen = 1;
			send(&capabilities->enter);
		}
	}
	resumed = 1;
	wake();
}

static void on_fatal(int sig, siginfo_t *info, void *context)
{
	bool is_fault = sig == SIGSEGV || sig == SIGBUS || sig == SIGILL || sig == SIGFPE;

	(void)context;
	leave();
	signal(sig, SIG_DFL);
	/* A faulting instruction faults again where it is: the better core dump. */
	if (!is_fault || info->si_code <= 0)
		raise(sig);
}

static void set_handler(int sig, void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};

	sigaction(sig, &action, NULL);
}

static void on_stop(int sig)
{
	int saved = errno;
	sigset_t set, old;

	leave();
	set_handler(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, &old); /* here it stops */
	sigprocmask(SIG_SETMASK, &old, NULL);
	set_handler(sig, on_stop);
	if (!on_screen) /* nobody to continue us, so we were not stopped */
		enter();
	errno = saved;
}

static void on_cont(int sig)
{
	int saved = errno;

	(void)sig;
	enter();
	errno = saved;
}

static void on_winch(int sig)
{
	int saved = errno;

	(void)sig;
	resized = 1;
	wake();
	errno = saved;
}

static void take_fatal_signals(void)
{
	struct sigaction action = {.sa_sigaction = on_fatal, .sa_flags = SA_SIGINFO | SA_ONSTACK};

	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < NR_FATAL; i++) {
		sigaction(fatal[i], NULL, &old_fatal[i]);
		if (!(old_fatal[i].sa_flags & SA_SIGINFO) && old_fatal[i].sa_handler == SIG_DFL)
			sigaction(fatal[i], &action, NULL);
	}
}

static void restore_at_exit(void)
{
	leave();
}

int rescue__arm(const struct capabilities *caps, int tty_fd, int fd)
{
	static bool at_exit;
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};

	if (tcgetattr(tty_fd, &before))
		return -errno;
	if (!at_exit && atexit(restore_at_exit))
		return -ENOMEM;
	at_exit = true;
	capabilities = caps;
	tty = tty_fd;
	wake_fd = fd;
	owner = getpid();
	during_known = screen_used = on_screen = resized = resumed = 0;
	armed = 1;
	sigaltstack(&alternate, NULL);
	take_fatal_signals();
	sigaction(SIGTSTP, NULL, &old_stop);
	sigaction(SIGCONT, NULL, &old_cont);
	sigaction(SIGWINCH, NULL, &old_winch);
	set_handler(SIGTSTP, old_stop.sa_handler == SIG_IGN ? SIG_IGN : on_stop);
	set_handler(SIGCONT, on_cont);
	set_handler(SIGWINCH, on_winch);
	return 0;
}

void rescue__modes_set(void)
{
	if (!tcgetattr(tty, &during))
		during_known = 1;
}

void rescue__screen_used(void)
{
	if (!screen_used)
		screen_used = on_screen = 1;
}

bool rescue__is_away(void)
{
	return screen_used && !on_screen;
}

void rescue__disarm(void)
{
	leave();
	armed = 0;
	sigaction(SIGTSTP, &old_stop, NULL);
	sigaction(SIGCONT, &old_cont, NULL);
	sigaction(SIGWINCH, &old_winch, NULL);
	for (size_t i = 0; i < NR_FATAL; i++)
		sigaction(fatal[i], &old_fatal[i], NULL);
}

bool rescue__take_resized(void)
{
	bool is = resized;

	resized = 0;
	return is;
}

enum rescue_return rescue__take_resumed(void)
{
	if (!resumed)
		return NOT_STOPPED;
	resumed = 0;
	if (is_ours()) {
		if (rescue__is_away()) /* given back to us only now */
			enter();
		resumed = 0;
		return BACK;
	}
	/* Continued in the background: stop as one that writes there does, until fg. */
	raise(SIGTTOU);
	if (!resumed)
		return LOST; /* nobody to continue us: no shell, no terminal */
	return NOT_STOPPED;  /* a signal may be waiting; the next call sees to the rest */
}

void terminal__rescue(void)
{
	int saved = errno;

	leave();
	errno = saved;
}
