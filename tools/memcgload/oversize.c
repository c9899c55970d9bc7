// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * oversize: charges above the batch of 64 pages.
 *
 * Growing a pipe allocates one array of 40 bytes per page of the pipe in one
 * piece, charged at once; closing it uncharges it at once. 32 MiB is the
 * least that exceeds the batch. CAP_SYS_RESOURCE lifts fs.pipe-max-size;
 * without it the largest size allowed is used, and said.
 */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "textfile.h"
#include "worker.h"

#define MIB		     (1ULL << 20)
#define LEAST_OVERSIZE_BYTES (32 * MIB)

enum { EXTRA_PIPE_BYTES, EXTRA_RETRIES };

/* The pipe's size in bytes, or a negative errno. */
static long one_pipe(uint64_t bytes)
{
	int fd[2];
	long got;

	if (pipe2(fd, O_CLOEXEC))
		return -errno;
	got = fcntl(fd[0], F_SETPIPE_SZ, (int)bytes);
	if (got < 0)
		got = -errno;
	close(fd[0]);
	close(fd[1]);
	return got;
}

/* The largest size up to --pipe-mib that works here. */
static uint64_t find_size(const struct worker *worker)
{
	uint64_t bytes = worker->opts->pipe_mib * MIB, allowed;
	long got = one_pipe(bytes);

	if (got == -EPERM && !textfile__read_u64("/proc/sys/fs/pipe-max-size", &allowed) &&
	    allowed < bytes) {
		bytes = allowed;
		got = one_pipe(bytes);
	}
	while (got == -ENOMEM && bytes > MIB) {
		bytes /= 2;
		got = one_pipe(bytes);
	}
	if (got < 0)
		worker__fail(worker,
			     "pipe of %llu bytes: %s; lower --pipe-mib or raise fs.pipe-max-size",
			     (unsigned long long)bytes, strerror((int)-got));
	if (bytes < LEAST_OVERSIZE_BYTES)
		worker__note(worker,
			     "pipes of %llu bytes were the largest allowed and charge less than a "
			     "batch: nothing was oversize; give CAP_SYS_RESOURCE or raise "
			     "fs.pipe-max-size to 32 MiB",
			     (unsigned long long)bytes);
	else if (bytes < worker->opts->pipe_mib * MIB)
		worker__note(worker, "pipes of %llu MiB were the largest to be had",
			     (unsigned long long)(bytes / MIB));
	return bytes;
}

static void work(struct worker *worker)
{
	struct lane *lane = worker->lane;
	uint64_t start_ns, bytes;
	long got;

	bytes = find_size(worker);
	lane->extra[EXTRA_PIPE_BYTES] = bytes;
	worker__ready(worker);
	while (worker__more(worker)) {
		start_ns = now_ns();
		got = one_pipe(bytes);
		/* A large piece of memory may be missing for the moment. */
		if (got == -ENOMEM && lane->extra[EXTRA_RETRIES] < 1000) {
			lane->extra[EXTRA_RETRIES]++;
			continue;
		}
		if (got < 0)
			worker__fail(worker, "pipe of %llu bytes: %s; lower --pipe-mib or -w",
				     (unsigned long long)bytes, strerror((int)-got));
		lane__done(lane, now_ns() - start_ns);
	}
}

static int plan_oversize(struct plan *plan, const struct options *opts)
{
	const struct plan_worker like = {.role = "oversize", .body = work, .foreground = true};

	(void)opts;
	return plan__spread(plan, &like);
}

const struct kind kind_oversize = {
	.name = "oversize",
	.op = "large pipes made and closed",
	.summary = "large pipes: charges and uncharges above the batch",
	.uses = USES_DURATION | USES_CGROUPS | USES_WORKERS | USES_CPUS | USES_PIPE,
	.ops = 40,
	.cgroups = 1,
	.extra = {[EXTRA_PIPE_BYTES] = {"pipe_bytes", EXTRA_MAX},
		  [EXTRA_RETRIES] = {"retries", EXTRA_SUM}},
	.plan = plan_oversize,
};
