// SPDX-License-Identifier: GPL-2.0-or-later
/* How the flows of tcp_rr are laid out over processes and cgroups. */
#include "base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "options.h"
#include "plan.h"
#include "tcp.h"
#include "worker.h"

/* A process holds its flows, and the listening_fd of every pair. */
static void raise_open_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static int make_pairs(struct plan *plan, unsigned int count)
{
	unsigned int flows = (unsigned int)plan->opts->flows, first = 0, i;
	struct tcp_pair *pairs = calloc(count, sizeof(*pairs));
	uint16_t *ports;

	plan->data = pairs;
	if (!pairs)
		return -ENOMEM;
	/* Lives as long as the program. */
	ports = mmap(NULL, count * sizeof(*ports), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (ports == MAP_FAILED)
		return -errno;
	memset(ports, 0, count * sizeof(*ports));
	for (i = 0; i < count; i++) {
		pairs[i].listening_fd = eventfd(0, EFD_CLOEXEC);
		if (pairs[i].listening_fd < 0)
			return -errno;
		pairs[i].port = &ports[i];
		pairs[i].flows = (unsigned int)share_of(flows, count, i);
		pairs[i].first_flow = first;
		pairs[i].all_flows = flows;
		first += pairs[i].flows;
	}
	return 0;
}

static int add_pair(struct plan *plan, const struct tcp_pair *pair, unsigned int client_cgroup,
		    unsigned int server_cgroup)
{
	struct plan_worker server = {.role = "tcp_rr server",
				     .body = tcp__serve,
				     .cgroup = server_cgroup,
				     .lanes = (unsigned int)plan->opts->threads,
				     .quota = QUOTA_NONE,
				     .arg = pair};
	struct plan_worker client = {.role = "tcp_rr client",
				     .body = tcp__request,
				     .cgroup = client_cgroup,
				     .lanes = (unsigned int)plan->opts->threads,
				     .foreground = true,
				     .quota = QUOTA_NONE,
				     .arg = pair};
	int err = plan__add_worker(plan, &server);

	return err ? err : plan__add_worker(plan, &client);
}

int tcp__plan(struct plan *plan, char stem, unsigned int groups)
{
	const struct options *opts = plan->opts;
	unsigned int count = opts->no_cgroups ? 1 : groups;
	unsigned int first = plan->nr_cgroups, i;
	const struct tcp_pair *pairs;
	int err;

	if (opts->flows < count * opts->threads) {
		msg_error("--flows %llu: fewer than %u threads need; raise it, or lower -t or -k",
			  (unsigned long long)opts->flows, (unsigned int)(count * opts->threads));
		return -EINVAL;
	}
	raise_open_files();
	err = make_pairs(plan, count);
	for (i = 0; !err && !opts->no_cgroups && i < count; i++)
		err = plan__add_cgroup(plan, stem, i);
	pairs = plan->data;
	for (i = 0; !err && i < count; i++) {
		if (opts->no_cgroups)
			err = add_pair(plan, &pairs[i], PLAN_NO_CGROUP, PLAN_NO_CGROUP);
		else
			err = add_pair(plan, &pairs[i], first + i, first + (i + 1) % count);
	}
	if (err)
		msg_error("flows: %s; lower -f or -k", strerror(-err));
	return err;
}

static int plan_tcp_rr(struct plan *plan, const struct options *opts)
{
	return tcp__plan(plan, 'c', (unsigned int)opts->cgroups);
}

const struct kind kind_tcp_rr = {
	.name = "tcp_rr",
	.op = "requests answered",
	.summary = "one-byte requests and answers over loopback TCP",
	.uses = USES_DURATION | USES_CGROUPS | USES_FLOWS | USES_CPUS,
	.cgroups = 2,
	.plan = plan_tcp_rr,
};
