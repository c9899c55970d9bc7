// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/grace.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/live_cpus.h"
#include "util/log.h"

#define EVERY_NS 500000000ull

static long membarrier(int cmd)
{
	return syscall(SYS_membarrier, cmd, 0, 0);
}

void grace__init(struct grace *g)
{
	long commands = membarrier(MEMBARRIER_CMD_QUERY);

	*g = (struct grace){ .barrier = commands > 0 && (commands & MEMBARRIER_CMD_GLOBAL) };
	if (!g->barrier)
		log__verbose("no membarrier: cells of removed cgroups rest for minutes before they "
			     "are used again");
}

bool grace__due(struct grace *g, uint64_t now_ns)
{
	if (now_ns < g->next_ns)
		return false;
	g->next_ns = now_ns + EVERY_NS;
	return true;
}

static bool several_cpus(void)
{
	struct cpulist *online = live_cpus__online();
	bool several = online && cpulist__count(online) > 1;

	cpulist__free(online);
	return several;
}

bool grace__wait(const struct grace *g)
{
	return g->barrier && several_cpus() && !membarrier(MEMBARRIER_CMD_GLOBAL) &&
	       several_cpus();
}
