// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "options.h"

int plan__add_cgroup(struct plan *plan, char stem, unsigned int index)
{
	char(*grown)[PLAN_NAME_MAX];

	grown = realloc(plan->cgroup, (plan->nr_cgroups + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	plan->cgroup = grown;
	snprintf(grown[plan->nr_cgroups++], PLAN_NAME_MAX, "%c%u", stem, index);
	return 0;
}

int plan__add_worker(struct plan *plan, const struct plan_worker *worker)
{
	struct plan_worker *grown;

	grown = realloc(plan->worker, (plan->nr_workers + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	plan->worker = grown;
	grown[plan->nr_workers++] = *worker;
	return 0;
}

int plan__spread(struct plan *plan, const struct plan_worker *like)
{
	const struct options *opts = plan->opts;
	unsigned int first = plan->nr_cgroups, i;
	unsigned int workers = (unsigned int)opts->workers;
	unsigned int cgroups = (unsigned int)opts->cgroups;
	struct plan_worker worker = *like;
	int err = 0;

	for (i = 0; !err && i < cgroups; i++)
		err = plan__add_cgroup(plan, 'c', i);
	for (i = 0; !err && i < workers; i++) {
		worker.cgroup = cgroups ? first + i % cgroups : PLAN_NO_CGROUP;
		worker.lanes = 1;
		worker.quota = QUOTA_NONE;
		if (worker.foreground && opts->ops)
			worker.quota = share_of(opts->ops, workers, i);
		err = plan__add_worker(plan, &worker);
	}
	return err;
}

void plan__free(struct plan *plan)
{
	free(plan->cgroup);
	free(plan->worker);
	free(plan->data);
}
