// SPDX-License-Identifier: GPL-2.0-or-later
#include "crew.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgroup.h"
#include "run.h"
#include "worker.h"

struct crew {
	const struct plan *plan;
	struct worker *worker;
	pid_t *pid; /* 0: not running */
	unsigned int left, foreground_left;
	bool failure_told;
	int ready_fd, go_fd, stop_fd;
	/* Shared with the workers: */
	size_t shared_bytes;
	int *stop_flag;
	struct worker_text *text;
	struct lane *lane;
};

static unsigned int count_lanes(const struct plan *plan)
{
	unsigned int i, lanes = 0;

	for (i = 0; i < plan->nr_workers; i++)
		lanes += plan->worker[i].lanes;
	return lanes;
}

/* Touched here and now, so that no worker's cgroup is charged for it. */
static int map_shared(struct crew *crew)
{
	size_t lanes = count_lanes(crew->plan) * sizeof(struct lane);
	size_t texts = crew->plan->nr_workers * sizeof(struct worker_text);
	char *at;

	crew->shared_bytes = lanes + texts + sizeof(int);
	at = mmap(NULL, crew->shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		  0);
	if (at == MAP_FAILED)
		return -errno;
	memset(at, 0, crew->shared_bytes);
	crew->lane = (struct lane *)at;
	crew->text = (struct worker_text *)(at + lanes);
	crew->stop_flag = (int *)(at + lanes + texts);
	return 0;
}

static void describe_workers(struct crew *crew, const struct cgroup_tree *tree)
{
	const struct plan *plan = crew->plan;
	unsigned int i, lane = 0;

	for (i = 0; i < plan->nr_workers; i++) {
		struct worker *worker = &crew->worker[i];

		worker->plan = &plan->worker[i];
		worker->opts = plan->opts;
		worker->tree = tree;
		if (worker->plan->cgroup != PLAN_NO_CGROUP)
			worker->cgroup = plan->cgroup[worker->plan->cgroup];
		worker->index = i;
		worker->first_lane = lane;
		worker->lane = &crew->lane[lane];
		worker->text = &crew->text[i];
		worker->stop_flag = crew->stop_flag;
		worker->ready_fd = crew->ready_fd;
		worker->go_fd = crew->go_fd;
		worker->stop_fd = crew->stop_fd;
		lane += worker->plan->lanes;
	}
}

int crew__create(struct crew **result, const struct plan *plan, const struct cgroup_tree *tree)
{
	struct crew *crew = calloc(1, sizeof(*crew));
	int err = 0;

	if (!crew)
		return -ENOMEM;
	crew->plan = plan;
	crew->worker = calloc(plan->nr_workers, sizeof(*crew->worker));
	crew->pid = calloc(plan->nr_workers, sizeof(*crew->pid));
	crew->ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	crew->go_fd = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	crew->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (crew->ready_fd < 0 || crew->go_fd < 0 || crew->stop_fd < 0)
		err = -errno;
	else if (!crew->worker || !crew->pid)
		err = -ENOMEM;
	else
		err = map_shared(crew);
	if (err) {
		crew__free(crew);
		return err;
	}
	describe_workers(crew, tree);
	*result = crew;
	return 0;
}

/* The life of a worker process. */
static void live(const struct worker *worker, pid_t parent)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigset_t none;
	int err;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILED);
	/* ^C reaches the whole process group; the coordinator handles it. */
	sigaction(SIGINT, &ignore, NULL);
	sigaction(SIGTERM, &ignore, NULL);
	sigaction(SIGHUP, &ignore, NULL);
	sigaction(SIGQUIT, &ignore, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (worker->cgroup) {
		err = cgroup_tree__enter(worker->tree, worker->cgroup);
		if (err)
			worker__fail(worker, "cannot move into %s/%s: %s; check its cgroup.procs",
				     cgroup_tree__path(worker->tree), worker->cgroup,
				     strerror(-err));
	}
	/* Maps the shared pages here too; later that would count as faults. */
	memset(worker->lane, 0, worker->plan->lanes * sizeof(*worker->lane));
	worker__pin(worker, 0);
	worker->plan->body((struct worker *)worker);
	if (!worker->lane->end_ns)
		worker->lane->end_ns = now_ns();
	_exit(EXIT_OK);
}

int crew__start(struct crew *crew)
{
	pid_t parent = getpid();
	unsigned int i;
	int err;

	for (i = 0; i < crew->plan->nr_workers; i++) {
		crew->pid[i] = fork();
		if (!crew->pid[i])
			live(&crew->worker[i], parent);
		if (crew->pid[i] < 0) {
			err = -errno;
			crew->pid[i] = 0;
			crew->failure_told = true;
			msg_error("worker %u: cannot start it: %s; use fewer workers or raise the "
				  "process limit",
				  i, strerror(-err));
			return err;
		}
		crew->left++;
		crew->foreground_left += crew->plan->worker[i].foreground;
	}
	return 0;
}

int crew__ready_fd(const struct crew *crew)
{
	return crew->ready_fd;
}

static void post(int fd, uint64_t value)
{
	ssize_t put = write(fd, &value, sizeof(value));

	(void)put; /* an eventfd far from its limit takes it */
}

void crew__go(struct crew *crew)
{
	post(crew->go_fd, crew->plan->nr_workers);
}

void crew__stop(struct crew *crew)
{
	__atomic_store_n(crew->stop_flag, 1, __ATOMIC_RELAXED);
	post(crew->stop_fd, 1);
}

void crew__kill(struct crew *crew)
{
	unsigned int i;

	for (i = 0; i < crew->plan->nr_workers; i++)
		if (crew->pid[i])
			kill(crew->pid[i], SIGKILL);
	/* What ends now was told to. */
	crew->failure_told = true;
}

static void tell_failure(struct crew *crew, unsigned int i, pid_t pid, int status)
{
	const struct worker *worker = &crew->worker[i];
	char who[160];

	if (crew->failure_told)
		return;
	crew->failure_told = true;
	snprintf(who, sizeof(who), "worker %u (%s, cgroup %s, pid %ld)", i, worker->plan->role,
		 worker->cgroup ? worker->cgroup : "of the caller", (long)pid);
	if (WIFSIGNALED(status))
		msg_error("%s: killed by signal %d (%s); if nobody sent it, look for the OOM "
			  "killer in the kernel log",
			  who, WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (worker->text->error[0])
		msg_error("%s: %s", who, worker->text->error);
	else
		msg_error("%s: exited with status %d; report this", who, WEXITSTATUS(status));
}

static int bury(struct crew *crew, unsigned int i, pid_t pid, int status)
{
	crew->pid[i] = 0;
	crew->left--;
	crew->foreground_left -= crew->plan->worker[i].foreground;
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OK)
		return 0;
	tell_failure(crew, i, pid, status);
	return -ECHILD;
}

int crew__reap(struct crew *crew)
{
	unsigned int i;
	int status, err = 0;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		for (i = 0; i < crew->plan->nr_workers; i++)
			if (crew->pid[i] == pid && bury(crew, i, pid, status))
				err = -ECHILD;
	return err;
}

unsigned int crew__size(const struct crew *crew)
{
	return crew->plan->nr_workers;
}

unsigned int crew__left(const struct crew *crew)
{
	return crew->left;
}

unsigned int crew__foreground_left(const struct crew *crew)
{
	return crew->foreground_left;
}

static void collect_lane(const struct kind *kind, const struct worker *worker,
			 const struct lane *lane, struct outcome *outcome)
{
	uint64_t *extra = outcome->extra;
	unsigned int i;

	for (i = 0; i < KIND_EXTRAS; i++) {
		if (kind->extra[i].how == EXTRA_SUM)
			extra[i] += lane->extra[i];
		else if (lane->extra[i] > extra[i])
			extra[i] = lane->extra[i];
	}
	if (!worker->plan->foreground)
		return;
	outcome->ops += lane->ops;
	latency__merge(&outcome->latency, &lane->latency);
}

void crew__collect(const struct crew *crew, uint64_t go_ns, struct outcome *outcome)
{
	const struct worker *worker;
	uint64_t end_ns = go_ns;
	unsigned int i, lane;

	for (i = 0; i < crew->plan->nr_workers; i++) {
		worker = &crew->worker[i];
		for (lane = 0; lane < worker->plan->lanes; lane++) {
			collect_lane(crew->plan->opts->kind, worker, &worker->lane[lane], outcome);
			if (worker->plan->foreground && worker->lane[lane].end_ns > end_ns)
				end_ns = worker->lane[lane].end_ns;
		}
	}
	outcome->elapsed_ns = end_ns - go_ns;
	for (i = 0; i < crew->plan->nr_workers; i++) {
		if (crew->text[i].note[0]) {
			msg_note("%s", crew->text[i].note);
			break;
		}
	}
}

void crew__free(struct crew *crew)
{
	if (crew->lane)
		munmap(crew->lane, crew->shared_bytes);
	if (crew->ready_fd >= 0)
		close(crew->ready_fd);
	if (crew->go_fd >= 0)
		close(crew->go_fd);
	if (crew->stop_fd >= 0)
		close(crew->stop_fd);
	free(crew->worker);
	free(crew->pid);
	free(crew);
}
