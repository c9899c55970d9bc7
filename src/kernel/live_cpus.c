// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/live_cpus.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/cpulist.h"

void live_cpus__mark(struct snapshot *snap)
{
	FILE *in = fopen("/sys/devices/system/cpu/online", "re");
	struct cpulist *online = NULL;
	char *line = NULL;
	size_t size = 0;

	if (in && getline(&line, &size, in) > 0)
		cpulist__parse(line, &online, NULL);
	for (size_t i = 0; i < snap->n_cpus; i++)
		snap->cpus[i].online = !online || cpulist__has(online, snap->cpus[i].cpu);
	cpulist__free(online);
	free(line);
	if (in)
		fclose(in);
}
