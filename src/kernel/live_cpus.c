// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/live_cpus.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/read_file.h"

#define NODES_DIR "/sys/devices/system/node"

/* A file in the kernel's list format; NULL when it cannot be read. */
static struct cpulist *read_list(const char *path)
{
	char *text = read_file(path, NULL);
	struct cpulist *list = NULL;

	if (text && *text)
		cpulist__parse(text, &list, NULL);
	free(text);
	return list;
}

struct cpulist *live_cpus__online(void)
{
	return read_list("/sys/devices/system/cpu/online");
}

void live_cpus__mark(struct snapshot *snap)
{
	struct cpulist *online = live_cpus__online();

	for (size_t i = 0; i < snap->n_cpus; i++)
		snap->cpus[i].online = !online || cpulist__has(online, snap->cpus[i].cpu);
	cpulist__free(online);
}

static void read_node(struct live_nodes *nodes, const struct snapshot *snap, int node)
{
	char path[64];
	struct cpulist *cpus;

	snprintf(path, sizeof(path), NODES_DIR "/node%d/cpulist", node);
	cpus = read_list(path);
	for (size_t i = 0; cpus && i < snap->n_cpus; i++)
		if (cpulist__has(cpus, snap->cpus[i].cpu))
			nodes->of[i] = node;
	cpulist__free(cpus);
}

static void read_nodes(struct live_nodes *nodes, const struct snapshot *snap)
{
	DIR *dir = opendir(NODES_DIR);
	struct dirent *entry;
	int node, len;

	while (dir && (entry = readdir(dir)))
		if (sscanf(entry->d_name, "node%d%n", &node, &len) == 1 && node >= 0 &&
		    !entry->d_name[len])
			read_node(nodes, snap, node);
	if (dir)
		closedir(dir);
}

static int make_room(struct live_nodes *nodes, size_t n_cpus)
{
	live_nodes__clear(nodes);
	nodes->of = malloc((n_cpus + 1) * sizeof(*nodes->of));
	nodes->online = calloc(n_cpus + 1, sizeof(*nodes->online));
	if (!nodes->of || !nodes->online) {
		live_nodes__clear(nodes);
		return -ENOMEM;
	}
	nodes->n_cpus = n_cpus;
	for (size_t i = 0; i < n_cpus; i++)
		nodes->of[i] = -1;
	return 0;
}

int live_nodes__fill(struct live_nodes *nodes, struct snapshot *snap)
{
	bool changed = nodes->n_cpus != snap->n_cpus;

	if (changed && make_room(nodes, snap->n_cpus))
		return -ENOMEM;
	for (size_t i = 0; i < snap->n_cpus; i++) {
		changed |= nodes->online[i] != snap->cpus[i].online;
		nodes->online[i] = snap->cpus[i].online;
	}
	if (changed)
		read_nodes(nodes, snap);
	for (size_t i = 0; i < snap->n_cpus; i++)
		snap->cpus[i].node = nodes->of[i];
	return 0;
}

void live_nodes__clear(struct live_nodes *nodes)
{
	free(nodes->of);
	free(nodes->online);
	memset(nodes, 0, sizeof(*nodes));
}
