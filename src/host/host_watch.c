// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/host_watch.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/host_file.h"
#include "model/host_text.h"

#define DEPTH_MOST 64 /* of descendants: a fork bomb is not to be followed down */

/* --- ksoftirqd ------------------------------------------------------------------ */

static bool is_ksoftirqd(const char *pid)
{
	char path[64], *comm;
	bool is;

	snprintf(path, sizeof(path), "/proc/%.16s/comm", pid);
	comm = host_file__read(path, NULL);
	is = comm && !strncmp(comm, "ksoftirqd/", strlen("ksoftirqd/"));
	free(comm);
	return is;
}

/* They are as old as the host, or as a CPU that was brought in: found once. */
static void find_ksoftirqd(struct host_watch *watch)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		pid_t *pids;

		if (!isdigit((unsigned char)entry->d_name[0]) || !is_ksoftirqd(entry->d_name))
			continue;
		pids = realloc(watch->ksoftirqd, (watch->n_ksoftirqd + 1) * sizeof(*pids));
		if (!pids)
			break;
		watch->ksoftirqd = pids;
		pids[watch->n_ksoftirqd++] = (pid_t)atoi(entry->d_name);
	}
	if (dir)
		closedir(dir);
}

static char *read_of(pid_t pid, const char *file)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, file);
	return host_file__read(path, NULL);
}

/* To the nanosecond, unless the kernel keeps that only on demand (all zero), or not at all. */
static bool cpu_time_of(pid_t pid, uint64_t *ns)
{
	char *text = read_of(pid, "schedstat");
	bool known = text && host_text__schedstat(text, ns) && *ns;
	uint64_t ticks;

	free(text);
	if (known)
		return true;
	text = read_of(pid, "stat");
	known = text && host_text__cpu_ticks(text, &ticks);
	free(text);
	if (known)
		*ns = ticks * (1000000000ull / (uint64_t)sysconf(_SC_CLK_TCK));
	return known;
}

static void read_ksoftirqd(const struct host_watch *watch, struct host_context *host)
{
	for (size_t i = 0; i < watch->n_ksoftirqd; i++) {
		uint64_t ns;

		/* One whose CPU has left is gone; its time then is too. */
		if (!cpu_time_of(watch->ksoftirqd[i], &ns))
			continue;
		host->ksoftirqd_ns += ns;
		host->has_ksoftirqd = true;
	}
}

/* --- CMD ------------------------------------------------------------------------- */

struct switches {
	uint64_t voluntary, involuntary;
};

static void add_process(pid_t pid, struct switches *sum, int depth);

/* "PID PID ": what a thread has forked and not lost yet. */
static void add_children(pid_t pid, const char *tid, struct switches *sum, int depth)
{
	char path[64], *text, *end;

	snprintf(path, sizeof(path), "/proc/%d/task/%.16s/children", (int)pid, tid);
	text = host_file__read(path, NULL);
	for (char *at = text; at && *at; at = end) {
		long child = strtol(at, &end, 10);

		if (end == at)
			break;
		add_process((pid_t)child, sum, depth);
		end += strspn(end, " ");
	}
	free(text);
}

static void add_thread(pid_t pid, const char *tid, struct switches *sum)
{
	char path[64], *text;

	snprintf(path, sizeof(path), "/proc/%d/task/%.16s/status", (int)pid, tid);
	text = host_file__read(path, NULL);
	if (text)
		host_text__thread_switches(text, &sum->voluntary, &sum->involuntary);
	free(text);
}

/* @own: its threads count; else only what they have forked. */
static void walk_threads(pid_t pid, struct switches *sum, int depth, bool own)
{
	struct dirent *entry;
	char path[64];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		if (own)
			add_thread(pid, entry->d_name, sum);
		add_children(pid, entry->d_name, sum, depth);
	}
	if (dir)
		closedir(dir);
}

static void add_process(pid_t pid, struct switches *sum, int depth)
{
	if (depth < DEPTH_MOST)
		walk_threads(pid, sum, depth + 1, true);
}

static bool has_children_files(void)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	return !access(path, R_OK);
}

/*
 * The dead before the living: one that dies in between is missed, and found
 * among the dead the next time; the other way round it would count twice.
 */
static void read_cmd(struct host_watch *watch, struct host_context *host)
{
	struct switches now = {0};
	struct rusage dead;

	if (!watch->cmd || getrusage(RUSAGE_CHILDREN, &dead))
		return;
	now.voluntary = (uint64_t)dead.ru_nvcsw - watch->base_voluntary;
	now.involuntary = (uint64_t)dead.ru_nivcsw - watch->base_involuntary;
	if (watch->sees_children)
		walk_threads(getpid(), &now, 0, false);
	else
		add_process(watch->cmd, &now, 0);
	if (now.voluntary > watch->voluntary)
		watch->voluntary = now.voluntary;
	if (now.involuntary > watch->involuntary)
		watch->involuntary = now.involuntary;
	host->cmd_voluntary = watch->voluntary;
	host->cmd_involuntary = watch->involuntary;
	host->has_cmd = true;
}

/* --- all --------------------------------------------------------------------------- */

void host_watch__start(struct host_watch *watch, pid_t cmd)
{
	struct rusage dead;

	*watch = (struct host_watch){.cmd = cmd, .sees_children = has_children_files()};
	find_ksoftirqd(watch);
	if (!getrusage(RUSAGE_CHILDREN, &dead)) {
		watch->base_voluntary = (uint64_t)dead.ru_nvcsw;
		watch->base_involuntary = (uint64_t)dead.ru_nivcsw;
	}
}

static void read_text(const char *path, void (*parse)(const char *, struct host_context *),
		      struct host_context *host)
{
	char *text = host_file__read(path, NULL);

	if (text)
		parse(text, host);
	free(text);
}

void host_watch__read(struct host_watch *watch, struct host_context *host)
{
	*host = (struct host_context){0};
	read_text("/proc/stat", host_text__stat, host);
	read_text("/proc/softirqs", host_text__softirqs, host);
	read_text("/proc/net/softnet_stat", host_text__softnet, host);
	read_ksoftirqd(watch, host);
	read_cmd(watch, host);
}

void host_watch__stop(struct host_watch *watch)
{
	free(watch->ksoftirqd);
	*watch = (struct host_watch){0};
}
