// SPDX-License-Identifier: GPL-2.0-or-later
#include "pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void open_as(int fd, const char *path, int slave)
{
	int from = path ? open(path, fd ? O_WRONLY | O_CREAT | O_APPEND : O_RDONLY, 0666) : slave;

	if (from < 0 || dup2(from, fd) < 0)
		_exit(126);
}

static _Noreturn void be_program(const struct pty_spec *spec, int slave)
{
	sigset_t none;

	setpgid(0, 0);
	signal(SIGTTOU, SIG_IGN);
	tcsetpgrp(slave, getpid());
	for (int sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	open_as(0, spec->stdin_path, slave);
	open_as(1, spec->stdout_path, slave);
	open_as(2, spec->stderr_path, slave);
	close_range(3, ~0u, 0);
	if (spec->folder && chdir(spec->folder))
		_exit(126);
	/* Some tests crash it. */
	setrlimit(RLIMIT_CORE, &(struct rlimit){0});
	execvpe(spec->argv[0], spec->argv, spec->env);
	_exit(127);
}

static void tell(int fd, int value)
{
	if (write(fd, &value, sizeof(value)) != sizeof(value))
		_exit(1);
}

/* Other sessions' descriptors, held here, would keep their leaders from ending. */
static void keep_only(int *a, int *b, int *c)
{
	enum { FIRST = 64 };

	*a = dup2(*a, FIRST);
	*b = dup2(*b, FIRST + 1);
	*c = dup2(*c, FIRST + 2);
	close_range(3, FIRST - 1, 0);
	close_range(FIRST + 3, ~0u, 0);
}

/* The part of a shell: reports what becomes of its job, and waits for orders. */
static _Noreturn void be_leader(const struct pty_spec *spec, int slave, int status_fd, int order_fd)
{
	static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE};
	sigset_t all;
	char order;
	pid_t pid;
	int status;

	keep_only(&slave, &status_fd, &order_fd);
	setsid();
	/* Until the program has its own handlers none is to be lost as ignored. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	ioctl(slave, TIOCSCTTY, 0);
	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		signal(ignored[i], SIG_IGN);
	pid = fork();
	if (pid == 0)
		be_program(spec, slave);
	setpgid(pid, pid);
	tell(status_fd, pid);
	while (waitpid(pid, &status, WUNTRACED) == pid) {
		if (WIFSTOPPED(status))
			tcsetpgrp(slave, getpid());
		tell(status_fd, status);
		/* Also holds the terminal open until the last of it has been read. */
		if (read(order_fd, &order, 1) != 1 || !WIFSTOPPED(status))
			break;
		tcsetpgrp(slave, pid);
		kill(-pid, SIGCONT);
	}
	kill(-pid, SIGKILL);
	_exit(0);
}

int pty__start(struct pty *pty, const struct pty_spec *spec)
{
	struct winsize size = {.ws_row = (unsigned short)spec->rows,
			       .ws_col = (unsigned short)spec->cols};
	int status[2], order[2], pid;

	*pty = (struct pty){.master = -1, .slave = -1};
	if (pipe2(status, O_CLOEXEC) || pipe2(order, O_CLOEXEC) ||
	    openpty(&pty->master, &pty->slave, NULL, NULL, &size))
		return -errno;
	tcgetattr(pty->slave, &pty->before);
	fcntl(pty->master, F_SETFL, O_NONBLOCK);
	fcntl(pty->master, F_SETFD, FD_CLOEXEC);
	pty->leader = fork();
	if (pty->leader < 0)
		return -errno;
	if (pty->leader == 0)
		be_leader(spec, pty->slave, status[1], order[0]);
	close(status[1]);
	close(order[0]);
	pty->status_fd = status[0];
	pty->order_fd = order[1];
	if (read(pty->status_fd, &pid, sizeof(pid)) != sizeof(pid))
		return -ESRCH;
	pty->pid = pid;
	fcntl(pty->status_fd, F_SETFL, O_NONBLOCK);
	return 0;
}

void pty__close(struct pty *pty)
{
	if (!pty->leader)
		return;
	if (!pty->ended)
		kill(pty->pid, SIGKILL);
	pty__hangup(pty);
	close(pty->order_fd);
	close(pty->status_fd);
	waitpid(pty->leader, NULL, 0);
	pty->leader = 0;
}

ssize_t pty__read(struct pty *pty, char *bytes, size_t size, int timeout_ms)
{
	struct pollfd fd = {.fd = pty->master, .events = POLLIN};
	ssize_t n;

	if (pty->master < 0)
		return -EIO;
	if (poll(&fd, 1, timeout_ms) <= 0)
		return 0;
	n = read(pty->master, bytes, size);
	if (n < 0)
		return errno == EAGAIN ? 0 : -EIO;
	return n;
}

void pty__write(struct pty *pty, const char *bytes, size_t len)
{
	while (len > 0 && pty->master >= 0) {
		ssize_t n = write(pty->master, bytes, len);

		if (n < 0) /* full: it does not read; what it misses it misses */
			return;
		bytes += n;
		len -= (size_t)n;
	}
}

void pty__resize(struct pty *pty, unsigned int rows, unsigned int cols)
{
	struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};

	ioctl(pty->master, TIOCSWINSZ, &size);
}

void pty__signal(const struct pty *pty, int sig)
{
	kill(pty->pid, sig);
}

bool pty__changed(struct pty *pty)
{
	if (pty->ended ||
	    read(pty->status_fd, &pty->status, sizeof(pty->status)) != sizeof(pty->status))
		return false;
	pty->ended = !WIFSTOPPED(pty->status);
	return true;
}

void pty__foreground(struct pty *pty)
{
	if (write(pty->order_fd, "c", 1) != 1)
		perror("pty__foreground");
}

void pty__hangup(struct pty *pty)
{
	if (pty->slave >= 0)
		close(pty->slave);
	if (pty->master >= 0)
		close(pty->master);
	pty->slave = pty->master = -1;
}

/* Value of a line of /proc/PID/status, in base 16; all ones when it is not to be had. */
static unsigned long long pending_signals(pid_t pid)
{
	unsigned long long all = 0, v;
	char path[64], line[256];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	f = fopen(path, "r");
	if (!f)
		return ~0ull;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "SigPnd: %llx", &v) == 1 || sscanf(line, "ShdPnd: %llx", &v) == 1)
			all |= v;
	}
	fclose(f);
	return all;
}

/* State and CPU time in ticks.  False for a process that is gone. */
static bool read_stat(pid_t pid, char *state, long *ticks)
{
	char path[64], line[1024], *p;
	long user, system;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "r");
	if (!f)
		return false;
	n = fread(line, 1, sizeof(line) - 1, f);
	fclose(f);
	line[n] = 0;
	p = strrchr(line, ')');
	if (!p || sscanf(p, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", state, &user,
			 &system) != 3)
		return false;
	*ticks = user + system;
	return true;
}

bool pty__is_idle(const struct pty *pty)
{
	struct pollfd unread = {.fd = pty->slave, .events = POLLIN};
	long ticks;
	char state;

	/* Unlike FIONREAD, poll first moves on what is on its way from the master. */
	if (poll(&unread, 1, 0) > 0)
		return false;
	return !pending_signals(pty->pid) && read_stat(pty->pid, &state, &ticks) && state == 'S';
}

long pty__cpu_ticks(const struct pty *pty)
{
	char state;
	long ticks;

	return read_stat(pty->pid, &state, &ticks) ? ticks : -1;
}

bool pty__is_restored(const struct pty *pty)
{
	struct termios now;

	return tcgetattr(pty->slave, &now) == 0 && now.c_iflag == pty->before.c_iflag &&
	       now.c_oflag == pty->before.c_oflag && now.c_cflag == pty->before.c_cflag &&
	       now.c_lflag == pty->before.c_lflag &&
	       memcmp(now.c_cc, pty->before.c_cc, sizeof(now.c_cc)) == 0;
}
