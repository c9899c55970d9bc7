// SPDX-License-Identifier: GPL-2.0-or-later
/* memcgload - load for the memory cgroup charge path. */
#include "base.h"

#include <errno.h>
#include <string.h>

#include "cgroup.h"
#include "kind.h"
#include "options.h"
#include "plan.h"
#include "report.h"
#include "rps.h"
#include "run.h"

/* Makes the cgroups of a plan and carries it out inside them. */
static int load(struct plan *plan, struct cgroup_tree *tree, struct outcome *outcome)
{
	unsigned int i;
	int err;

	for (i = 0; i < plan->nr_cgroups; i++) {
		err = cgroup_tree__make(tree, plan->cgroup[i]);
		if (err) {
			msg_error("%s/%s: cannot make the cgroup: %s; use fewer with -k",
				  cgroup_tree__path(tree), plan->cgroup[i], strerror(-err));
			return err;
		}
	}
	err = rps__apply(plan->opts->rps_mask);
	if (err)
		return err;
	err = run__execute(plan, tree, outcome);
	rps__restore();
	return err;
}

static int check_cpus(const struct cpulist *wanted)
{
	struct cpulist allowed = {0};
	unsigned int i;
	int err = 0;

	if (!wanted->count)
		return 0;
	err = cpulist__allowed(&allowed);
	for (i = 0; !err && i < wanted->count; i++) {
		if (!cpulist__has(&allowed, wanted->cpu[i])) {
			msg_error("--cpus: CPU %u is offline or not allowed here; see nproc and "
				  "taskset -p",
				  wanted->cpu[i]);
			err = -1;
		}
	}
	cpulist__free(&allowed);
	return err;
}

static int run_load(const struct options *opts)
{
	struct plan plan = {.opts = opts};
	char path[8192] = "";
	struct cgroup_tree *tree = NULL;
	static struct outcome outcome;
	int err, status = EXIT_FAILED;

	err = opts->kind->plan(&plan, opts);
	if (err) {
		status = err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
		goto out;
	}
	if (check_cpus(&opts->cpus))
		goto out;
	run__hold_signals();
	if (!opts->no_cgroups) {
		if (cgroup_tree__create(&tree, opts->cgroup_root, opts->name))
			goto out;
		strncpy(path, cgroup_tree__path(tree), sizeof(path) - 1);
		if ((opts->kind->uses & USES_FLOWS) && !cgroup_tree__is_v2(tree))
			msg_note("cgroup v1 does not charge sockets to the memory counter; expect "
				 "few charges from TCP");
	}
	if (plan.note[0])
		msg_note("%s", plan.note);
	err = load(&plan, tree, &outcome);
	if (cgroup_tree__destroy(tree, opts->keep_cgroups) && !err)
		err = -EBUSY;
	if (!err)
		err = report__print(&plan, &outcome, *path ? path : NULL);
	if (!err)
		status = EXIT_OK;
out:
	plan__free(&plan);
	if (outcome.signal)
		run__raise(outcome.signal);
	return status;
}

int main(int argc, char **argv)
{
	struct options opts;
	int status = EXIT_OK;

	switch (options__parse(&opts, argc, argv)) {
	case OPTIONS_RUN:
		status = run_load(&opts);
		break;
	case OPTIONS_WRONG:
		status = EXIT_USAGE;
		break;
	case OPTIONS_DONE:
		break;
	}
	options__free(&opts);
	return status;
}
