// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_names.h"

#include <stdlib.h>
#include <unistd.h>

#include "model/cgroup_walk.h"
#include "model/scan_budget.h"

/* Names of removed cgroups kept: some 1.5 MB at usual lengths. */
#define MAX_GONE 8192

struct cgroup_names {
	int root_fd;
	uint64_t (*clock_ns)(void);
	struct cgroup_cache *cache;
	struct scan_budget budget;
};

struct cgroup_names *cgroup_names__new(int root_fd, uint64_t (*clock_ns)(void))
{
	struct cgroup_names *names = calloc(1, sizeof(*names));

	if (!names) {
		close(root_fd);
		return NULL;
	}
	names->root_fd = root_fd;
	names->clock_ns = clock_ns;
	names->cache = cgroup_cache__new(MAX_GONE);
	if (!names->cache) {
		cgroup_names__free(names);
		return NULL;
	}
	return names;
}

void cgroup_names__free(struct cgroup_names *names)
{
	if (!names)
		return;
	close(names->root_fd);
	cgroup_cache__free(names->cache);
	free(names);
}

bool cgroup_names__lookup(struct cgroup_names *names, uint64_t id, struct cgroup_name *name)
{
	return cgroup_cache__lookup(names->cache, id, name);
}

int cgroup_names__learn(struct cgroup_names *names, uint64_t id, const char *path)
{
	return cgroup_cache__seen(names->cache, id, path);
}

static int saw_dir(void *cache, uint64_t id, const char *path)
{
	return cgroup_cache__seen(cache, id, path);
}

static void saw_unread(void *cache, const char *path, int err)
{
	(void)err;
	cgroup_cache__unread(cache, path);
}

static enum scan_reason reason_for(const struct cgroup_cache_stats *stats)
{
	if (stats->fresh)
		return SCAN_FRESH;
	return stats->stale ? SCAN_STALE : SCAN_REFRESH;
}

int cgroup_names__rescan(struct cgroup_names *names, uint64_t now_ns)
{
	struct cgroup_cache_stats stats = cgroup_cache__stats(names->cache);
	enum scan_reason reason = reason_for(&stats);
	struct cgroup_visitor visitor = {saw_dir, saw_unread, names->cache};
	int ret;

	if (!scan_budget__allows(&names->budget, reason, now_ns))
		return 0;
	cgroup_cache__begin(names->cache);
	ret = cgroup_walk(names->root_fd, &visitor);
	cgroup_cache__end(names->cache, ret >= 0);
	stats = cgroup_cache__stats(names->cache);
	scan_budget__spend(&names->budget, reason, now_ns, names->clock_ns(), stats.resolved > 0);
	return ret < 0 ? ret : 1;
}

struct cgroup_cache_stats cgroup_names__stats(const struct cgroup_names *names)
{
	return cgroup_cache__stats(names->cache);
}
