// SPDX-License-Identifier: GPL-2.0-or-later
#include "usage.h"

#include <stdio.h>

#include "kind.h"

/* The build of memcgtop passes its own version. */
#ifndef MEMCGTOP_VERSION
#define MEMCGTOP_VERSION "development"
#endif

void usage__print_head(void)
{
	unsigned int i;

	printf("Usage: memcgload KIND [options]\n\n"
	       "Loads the memory cgroup charge path in a known way, so that memcgtop has\n"
	       "something to measure.\n\n"
	       "Kinds (K cgroups by default; what -n counts):\n");
	for (i = 0; kinds[i]; i++)
		printf("  %-9s %s\n            (%llu; -n: %s)\n", kinds[i]->name, kinds[i]->summary,
		       (unsigned long long)kinds[i]->cgroups, kinds[i]->op);
	printf("\nOptions:\n");
}

void usage__print_option(char letter, const char *name, const char *value, const char *help)
{
	char left[40], short_form[8] = "    ";

	if (letter)
		snprintf(short_form, sizeof(short_form), "-%c, ", letter);
	snprintf(left, sizeof(left), "%s--%s%s%s", short_form, name, value ? " " : "",
		 value ? value : "");
	printf("  %-24s %s\n", left, help);
}

void usage__print_tail(void)
{
	usage__print_option('h', "help", NULL, "this text");
	usage__print_option(0, "version", NULL, "print the version");
	printf("\nPages per round: 40 (anon, mix) or 8 (churn).\n"
	       "Without -n and -d a kind runs its default work, or 5 seconds.\n"
	       "Seconds may have decimals. Options a kind has no use for are refused.\n"
	       "Exit status: 0 done, 1 failed, 2 wrong usage; SIGINT and SIGTERM end the\n"
	       "run early, with its report, and are raised again after cleaning up.\n");
}

void usage__print_version(void)
{
	printf("memcgload %s\n", MEMCGTOP_VERSION);
}
