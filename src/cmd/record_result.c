// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/record_result.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/log.h"

#define LINE_MOST   (64u << 10)
#define PIPE_BYTES  (1 << 20) /* CMD is not to wait for us */
#define PATIENCE_MS 2000

/* Written by the process in the middle, read by memcgtop. */
struct shared {
	atomic_uint bytes; /* 0: none */
	char line[LINE_MOST];
};

/* --- the process in the middle ----------------------------------------------------- */

struct middle {
	struct shared *shared;
	char line[LINE_MOST]; /* what has come of the current line */
	size_t n;
	bool too_long;
};

static void end_line(struct middle *m)
{
	if (m->n > 1 && m->line[m->n - 1] == '\r')
		m->n--;
	if (!m->too_long && m->n > 1 && m->line[0] == '{' && m->line[m->n - 1] == '}') {
		atomic_store(&m->shared->bytes, 0);
		memcpy(m->shared->line, m->line, m->n);
		atomic_store(&m->shared->bytes, (unsigned int)m->n);
	}
	m->n = 0;
	m->too_long = false;
}

static void look_at(struct middle *m, const char *at, size_t n)
{
	while (n) {
		const char *stop = memchr(at, '\n', n);
		size_t part = stop ? (size_t)(stop - at) : n;

		if (part > LINE_MOST - m->n)
			m->too_long = true;
		else
			memcpy(m->line + m->n, at, part);
		if (!m->too_long)
			m->n += part;
		if (stop)
			end_line(m);
		part += stop != NULL;
		at += part;
		n -= part;
	}
}

static bool write_all(const char *at, size_t n)
{
	while (n) {
		ssize_t put = write(STDOUT_FILENO, at, n);
		struct pollfd p = {.fd = STDOUT_FILENO, .events = POLLOUT};

		if (put > 0) {
			at += put;
			n -= (size_t)put;
		} else if (put < 0 && errno == EAGAIN) {
			poll(&p, 1, -1);
		} else if (put < 0 && errno != EINTR) {
			return false;
		}
	}
	return true;
}

/* Until all writers have ended, or our reader has: then CMD gets its SIGPIPE by that. */
static void __attribute__((noreturn)) run_middle(struct shared *shared, int in)
{
	static struct middle m;
	static char buffer[64 << 10];
	ssize_t got;

	/* ^C is for CMD; what it still has to say then shall arrive. */
	setsid();
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGCHLD, SIG_DFL);
	prctl(PR_SET_NAME, "memcgtop-output");
	m.shared = shared;
	while ((got = read(in, buffer, sizeof(buffer)))) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 || !write_all(buffer, (size_t)got))
			break;
		look_at(&m, buffer, (size_t)got);
	}
	end_line(&m);
	_exit(0);
}

/* Closes what is not its own: a pipe of CMD's gate held open here would never end. */
static void keep_only(int in, int ended)
{
	for (int fd = 3; fd < 1024; fd++) {
		if (fd != in && fd != ended)
			close(fd);
	}
}

/* --- memcgtop ------------------------------------------------------------------------ */

static int make_pipes(int out[2], int ended[2])
{
	if (pipe2(out, O_CLOEXEC))
		return -errno;
	if (pipe2(ended, O_CLOEXEC)) {
		int err = -errno;

		close(out[0]);
		close(out[1]);
		return err;
	}
	/* More than a user may have is refused, and no harm. */
	fcntl(out[1], F_SETPIPE_SZ, PIPE_BYTES);
	return 0;
}

/* Forks twice: what runs in the end is a child of init, or whoever is one here. */
static int fork_middle(struct shared *shared, int in, int ended)
{
	pid_t pid = fork();
	int status = 0;

	if (pid < 0)
		return -errno;
	if (!pid) {
		pid = fork();
		if (pid)
			_exit(pid < 0);
		keep_only(in, ended);
		run_middle(shared, in);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status ? -EAGAIN : 0;
}

int record_result__start(struct record_result *result)
{
	struct shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int out[2], ended[2], err;

	*result = (struct record_result){.stdout_fd = -1, .ended_fd = -1};
	if (shared == MAP_FAILED)
		return -errno;
	err = make_pipes(out, ended);
	if (err) {
		munmap(shared, sizeof(*shared));
		return err;
	}
	err = fork_middle(shared, out[0], ended[1]);
	close(out[0]);
	close(ended[1]);
	result->shared = shared;
	result->stdout_fd = out[1];
	result->ended_fd = ended[0];
	if (err)
		free(record_result__take(result));
	return err;
}

void record_result__forked(struct record_result *result)
{
	if (result->stdout_fd >= 0)
		close(result->stdout_fd);
	result->stdout_fd = -1;
}

/* What memcgtop keeps is one line of ASCII, whatever it was. */
static char *check(const char *line, size_t n)
{
	json_t *json = json_loadb(line, n, 0, NULL);
	char *text = json_is_object(json) ? json_dumps(json, JSON_COMPACT | JSON_ENSURE_ASCII |
								     JSON_REAL_PRECISION(17))
					  : NULL;

	json_decref(json);
	return text;
}

char *record_result__take(struct record_result *result)
{
	struct pollfd ended = {.fd = result->ended_fd, .events = POLLIN};
	struct shared *shared = result->shared;
	char *text = NULL;

	if (!shared)
		return NULL;
	record_result__forked(result);
	while (poll(&ended, 1, PATIENCE_MS) < 0 && errno == EINTR)
		;
	if (!ended.revents)
		log__verbose("something CMD left behind still has its standard output");
	if (shared->bytes)
		text = check(shared->line, shared->bytes);
	munmap(shared, sizeof(*shared));
	close(result->ended_fd);
	result->shared = NULL;
	return text;
}
