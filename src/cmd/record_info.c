// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/record_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/host_facts.h"
#include "view/row.h"

/* The words of CMD with a blank between; what a person would recognise, not what a shell would run.
 */
static char *one_line(char **cmd)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *f = open_memstream(&text, &bytes);

	if (!f)
		return NULL;
	for (size_t i = 0; cmd[i]; i++)
		fprintf(f, "%s%s", i ? " " : "", cmd[i]);
	return fclose(f) ? NULL : text;
}

void record_info__of_host(struct recording_info *info, const struct options *opt)
{
	/* A made-up host has no facts but its own. */
	if (!opt->source)
		host_facts__fill(info);
	info->memcgtop_version = strdup(MEMCGTOP_VERSION);
	info->command = opt->cmd ? one_line(opt->cmd) : NULL;
	info->anonymous = opt->anonymous;
	if (opt->anonymous) {
		free(info->hostname);
		info->hostname = NULL;
	}
}

void record_info__at_start(struct recording_info *info, const struct run_info *run,
			   const struct snapshot *first)
{
	info->run = *run;
	info->online_cpus = (unsigned int)row__online_cpus(first);
	info->start_mono_ns = first->taken_ns;
	info->start_wall_ns = first->wall_ns;
}

void record_info__clear(struct recording_info *info)
{
	info->run = (struct run_info){0};
	recording_info__clear(info);
}
