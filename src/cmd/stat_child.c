// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/stat_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cmd/common_stop.h"
#include "util/log.h"

#define EXIT_CANNOT_EXECUTE 126
#define EXIT_NOT_FOUND	    127
#define PATIENCE_MS	    2000
#define LOOK_EVERY_MS	    20

/* In the child: waits at the gate, then becomes CMD.  Never returns. */
static void __attribute__((noreturn))
run_child(char **argv, int gate_fd, int error_fd, int stdout_fd)
{
	ssize_t n;
	char byte;
	int error;

	stop__reset_for_exec();
	do
		n = read(gate_fd, &byte, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1) /* memcgtop could not measure, or was killed */
		_exit(EXIT_CANNOT_EXECUTE);
	if (stdout_fd >= 0)
		dup2(stdout_fd, STDOUT_FILENO);
	execvp(argv[0], argv);
	error = errno;
	if (write(error_fd, &error, sizeof(error)) < 0)
		error = 0;
	_exit(error == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_EXECUTE);
}

int stat_child__fork(struct stat_child *child, char **argv, int stdout_fd)
{
	int gate[2], error[2];

	*child = (struct stat_child){.pid = -1, .gate_fd = -1, .error_fd = -1};
	if (pipe2(gate, O_CLOEXEC))
		return -errno;
	if (pipe2(error, O_CLOEXEC)) {
		int err = -errno;

		close(gate[0]);
		close(gate[1]);
		return err;
	}
	child->pid = fork();
	if (child->pid == 0) {
		close(gate[1]);
		close(error[0]);
		run_child(argv, gate[0], error[1], stdout_fd);
	}
	close(gate[0]);
	close(error[1]);
	child->gate_fd = gate[1];
	child->error_fd = error[0];
	if (child->pid < 0) {
		int err = -errno;

		stat_child__abandon(child);
		return err;
	}
	return 0;
}

static void close_pipes(struct stat_child *child)
{
	if (child->gate_fd >= 0)
		close(child->gate_fd);
	if (child->error_fd >= 0)
		close(child->error_fd);
	child->gate_fd = child->error_fd = -1;
}

static void reap(struct stat_child *child)
{
	pid_t got;

	do
		got = waitpid(child->pid, &child->wait_status, 0);
	while (got < 0 && errno == EINTR);
	child->ended = true;
}

int stat_child__go(struct stat_child *child, char **argv)
{
	int error = 0;
	ssize_t n;

	/* It may have been killed at the gate: then this fails, and it has ended. */
	stop__pass_to(child->pid);
	if (write(child->gate_fd, "", 1) < 0)
		log__verbose("%s ended before its start", argv[0]);
	do
		n = read(child->error_fd, &error, sizeof(error));
	while (n < 0 && errno == EINTR);
	close_pipes(child);
	if (n != (ssize_t)sizeof(error))
		return 0;
	stop__pass_to(0);
	reap(child);
	log__error("cannot run %s: %s; give a command that runs by itself", argv[0],
		   strerror(error));
	return error == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_EXECUTE;
}

bool stat_child__ended(struct stat_child *child)
{
	if (child->ended)
		return true;
	if (waitpid(child->pid, &child->wait_status, WNOHANG) == child->pid) {
		stop__pass_to(0);
		child->ended = true;
	}
	return child->ended;
}

bool stat_child__terminate(struct stat_child *child)
{
	const struct timespec pause = {0, LOOK_EVERY_MS * 1000000};

	if (stat_child__ended(child))
		return true;
	kill(child->pid, SIGTERM);
	kill(child->pid, SIGCONT); /* a stopped one would never hear it */
	for (int ms = 0; ms < PATIENCE_MS && !stat_child__ended(child); ms += LOOK_EVERY_MS)
		nanosleep(&pause, NULL);
	return child->ended;
}

int stat_child__end(struct stat_child *child, const char *name)
{
	if (!stat_child__terminate(child)) {
		log__warn("%s (process %d) does not end on TERM and still runs", name,
			  (int)child->pid);
		return EXIT_FAILURE;
	}
	return stat_child__exit_status(child);
}

int stat_child__exit_status(const struct stat_child *child)
{
	if (WIFSIGNALED(child->wait_status))
		return 128 + WTERMSIG(child->wait_status);
	return WEXITSTATUS(child->wait_status);
}

void stat_child__abandon(struct stat_child *child)
{
	if (child->gate_fd < 0)
		return;
	close_pipes(child);
	if (child->pid > 0 && !child->ended)
		reap(child);
}
