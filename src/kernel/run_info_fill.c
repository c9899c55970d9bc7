// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/run_info_fill.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int copy(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return from && !*to ? -ENOMEM : 0;
}

static int fill_role(struct role_info *to, const struct role_plan *from)
{
	size_t size;
	FILE *out;
	int err;

	to->mode = from->mode;
	err = copy(&to->reason, from->reason);
	if (!err)
		err = copy(&to->remedy, from->remedy);
	if (err || !from->n_targets)
		return err;
	out = open_memstream(&to->hook, &size);
	if (!out)
		return -ENOMEM;
	for (int i = 0; i < from->n_targets; i++)
		fprintf(out, "%s%s", i ? "," : "", from->targets[i]);
	return fclose(out) ? -ENOMEM : 0;
}

static int fill_filter(struct run_info *run, const struct options *opt)
{
	if (!opt->cgroup && !opt->cpus)
		return 0;
	return asprintf(&run->filter, "%s%s%s%s%s", opt->cgroup ? "cgroup " : "",
			opt->cgroup ? opt->cgroup : "", opt->cgroup && opt->cpus ? ", " : "",
			opt->cpus ? "CPU " : "", opt->cpus ? opt->cpus : "") < 0
		       ? -ENOMEM
		       : 0;
}

static const char *version_word(const char *version)
{
	static const char *const words[] = {"v2", "hybrid", "v1", "none"};

	for (size_t i = 0; version && i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i], version))
			return words[i];
	return "none";
}

int run_info__fill(struct run_info *run, const struct facts *facts, const struct plan *plan,
		   const struct options *opt)
{
	int err;

	memset(run, 0, sizeof(*run));
	run->possible_cpus = facts->possible_cpus;
	run->page_bytes = facts->page_bytes;
	run->rt = plan->cfg.rt;
	run->lock_state = plan->cfg.has_state;
	run->inner_refill = plan->cfg.inner;
	run->cgroup_version = version_word(facts->cgroup_version);
	run->paths_relative = facts->paths_relative;
	run->charges = opt->charges;
	run->cost = opt->cost;
	err = copy(&run->kernel_release, facts->release);
	if (!err)
		err = copy(&run->machine, facts->machine);
	if (!err)
		err = copy(&run->preemption, plan->cfg.rt ? "rt" : facts->preemption);
	if (!err)
		err = fill_filter(run, opt);
	for (int role = 0; !err && role < ROLE_NR; role++)
		err = fill_role(&run->roles[role], &plan->roles[role]);
	for (int metric = 0; !err && metric < METRIC_NR; metric++)
		err = copy(&run->na[metric], plan->na[metric]);
	if (err)
		run_info__clear(run);
	return err;
}
