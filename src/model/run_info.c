// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of modes, roles and metrics, and the end of a run's strings. */
#include "model/run_info.h"

#include <stdlib.h>
#include <string.h>

const char *attach_mode__name(enum attach_mode mode)
{
	static const char *const names[ATTACH_NR] = {
		[ATTACH_ABSENT] = "absent", [ATTACH_SESSION] = "session",
		[ATTACH_FENTRY] = "fentry", [ATTACH_KPROBE_MULTI] = "kprobe.multi",
		[ATTACH_KPROBE] = "kprobe", [ATTACH_DERIVED] = "derived",
	};

	return (unsigned int)mode < ATTACH_NR ? names[mode] : "?";
}

const char *role__name(enum role role)
{
	static const char *const names[ROLE_NR] = {
		[ROLE_REFILL] = "refill",	    [ROLE_DRAIN] = "drain",
		[ROLE_DRAIN_WORK] = "drain_work",   [ROLE_UNCHARGE] = "uncharge",
		[ROLE_SLOW_CHARGE] = "slow_charge", [ROLE_CHARGE] = "charge",
	};

	return (unsigned int)role < ROLE_NR ? names[role] : "?";
}

const char *metric__name(enum metric metric)
{
	static const char *const names[METRIC_NR] = {
#define METRIC_NAME(e, n) [e] = n,
		METRICS(METRIC_NAME)
#undef METRIC_NAME
	};

	return (unsigned int)metric < METRIC_NR ? names[metric] : "?";
}

const char *run_info__na(const struct run_info *run, enum metric metric)
{
	return (unsigned int)metric < METRIC_NR ? run->na[metric] : NULL;
}

void run_info__clear(struct run_info *run)
{
	free(run->kernel_release);
	free(run->machine);
	free(run->preemption);
	free(run->filter);
	for (int i = 0; i < ROLE_NR; i++) {
		free(run->roles[i].hook);
		free(run->roles[i].reason);
		free(run->roles[i].remedy);
	}
	for (int i = 0; i < METRIC_NR; i++)
		free(run->na[i]);
	memset(run, 0, sizeof(*run));
}
