// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A person at a terminal, for guests: runs a command on a pseudo-terminal, waits
 * and types, and keeps what the terminal was sent.  Static, as it goes into a
 * guest; tests/terminal/capture --replay shows on the host what was to be seen.
 *
 * usage: pty_type ROWS COLS PREFIX STEPS... -- CMD [ARG...]
 *	wait:SECONDS	lets it run
 *	keep:NAME	writes all bytes so far into PREFIX-NAME
 *	until:TEXT	waits until the bytes since the last key hold TEXT
 *	run:COMMAND	starts a shell command beside it
 *	anything else	is typed
 * At the end all bytes go into PREFIX-end.
 * Exit status: CMD's; 125 when it could not be started or TEXT never came.
 */
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define UNTIL_SECONDS 120

static int master;
static char *bytes;
static size_t n_bytes, since_key;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Takes what comes for @seconds.  False: the terminal has been closed. */
static int take(double seconds)
{
	double end = now() + seconds;

	do {
		struct pollfd fd = {.fd = master, .events = POLLIN};
		double left = end - now();
		char piece[4096];
		ssize_t n;

		if (poll(&fd, 1, left > 0 ? (int)(left * 1000) + 1 : 0) <= 0)
			continue;
		n = read(master, piece, sizeof(piece));
		if (n <= 0)
			return 0;
		bytes = realloc(bytes, n_bytes + (size_t)n);
		if (!bytes)
			exit(125);
		memcpy(bytes + n_bytes, piece, (size_t)n);
		n_bytes += (size_t)n;
	} while (now() < end);
	return 1;
}

static void keep(const char *prefix, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s-%s", prefix, name);
	f = fopen(path, "w");
	if (!f || fwrite(bytes, 1, n_bytes, f) != n_bytes || fclose(f)) {
		fprintf(stderr, "pty_type: cannot write %s: %s\n", path, strerror(errno));
		exit(125);
	}
}

static void until(const char *text)
{
	double end = now() + UNTIL_SECONDS;

	while (!memmem(bytes + since_key, n_bytes - since_key, text, strlen(text))) {
		if (!take(0.1) || now() > end) {
			fprintf(stderr, "pty_type: '%s' was never shown\n", text);
			exit(125);
		}
	}
}

static void beside(const char *command)
{
	if (fork())
		return;
	close(master);
	execl("/bin/sh", "sh", "-c", command, NULL);
	_exit(127);
}

static void step(const char *word, const char *prefix)
{
	if (!strncmp(word, "wait:", 5)) {
		take(atof(word + 5));
	} else if (!strncmp(word, "keep:", 5)) {
		keep(prefix, word + 5);
	} else if (!strncmp(word, "until:", 6)) {
		until(word + 6);
	} else if (!strncmp(word, "run:", 4)) {
		beside(word + 4);
	} else {
		since_key = n_bytes;
		if (write(master, word, strlen(word)) < 0)
			fprintf(stderr, "pty_type: cannot type: %s\n", strerror(errno));
	}
}

int main(int argc, char **argv)
{
	struct winsize size = {0};
	int status, i = 4;
	pid_t pid;

	if (argc < 6)
		return 125;
	size.ws_row = (unsigned short)atoi(argv[1]);
	size.ws_col = (unsigned short)atoi(argv[2]);
	while (i < argc && strcmp(argv[i], "--"))
		i++;
	if (i + 1 >= argc)
		return 125;
	pid = forkpty(&master, NULL, NULL, &size);
	if (pid < 0)
		return 125;
	if (!pid) {
		execvp(argv[i + 1], argv + i + 1);
		_exit(127);
	}
	for (int s = 4; s < i; s++)
		step(argv[s], argv[3]);
	while (take(1)) /* until it ends */
		;
	keep(argv[3], "end");
	if (waitpid(pid, &status, 0) < 0)
		return 125;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
