// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/live_names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/read_file.h"
#include "model/cgroup_mount.h"
#include "model/cgroup_names.h"
#include "util/clock.h"

/* Directories looked at in one fill, to see which are gone: some 2 us each. */
#define MAX_CHECKED 2000

struct live_names {
	int root_fd;
	struct cgroup_names *names;
};

static uint64_t monotonic_ns(void)
{
	return clock__ns(CLOCK_MONOTONIC);
}

/* Finds the mount; *@self is /proc/self/cgroup, to be freed, or NULL. */
static int find_mount(struct cgroup_mount *mount, char **self)
{
	size_t len = 0;
	char *mountinfo = read_file("/proc/self/mountinfo", &len);
	int err;

	*self = read_file("/proc/self/cgroup", NULL);
	err = cgroup_mount__find(mountinfo ? mountinfo : "", len, *self, mount);
	free(mountinfo);
	return err;
}

int live_names__probe(struct facts *facts)
{
	struct cgroup_mount mount = { 0 };
	struct stat st = { 0 };
	char *self = NULL;
	int err = find_mount(&mount, &self);

	if (!err) {
		facts->cgroup_version = strdup(cgroup_version__name(mount.version));
		if (!facts->cgroup_version)
			err = -ENOMEM;
		if (mount.path && stat(mount.path, &st))
			st.st_ino = 0;
		facts->paths_relative = mount.path &&
					cgroup_mount__relative(&mount, self, st.st_ino);
	}
	cgroup_mount__clear(&mount);
	free(self);
	return err;
}

struct live_names *live_names__new(void)
{
	struct live_names *ln = calloc(1, sizeof(*ln));
	struct cgroup_mount mount = { 0 };
	char *self = NULL;
	int fd = -1;

	if (ln && !find_mount(&mount, &self) && mount.path)
		fd = open(mount.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0) {
		ln->root_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
		ln->names = cgroup_names__new(fd, monotonic_ns);
	}
	cgroup_mount__clear(&mount);
	free(self);
	if (ln && (!ln->names || ln->root_fd < 0)) {
		live_names__free(ln);
		return NULL;
	}
	if (ln)
		cgroup_names__rescan(ln->names, monotonic_ns());
	return ln;
}

void live_names__free(struct live_names *ln)
{
	if (!ln)
		return;
	if (ln->names)
		cgroup_names__free(ln->names);
	if (ln->root_fd > 0)
		close(ln->root_fd);
	free(ln);
}

/* Is the cgroup still there, and still the same?  Walks notice only now and then. */
static bool is_gone(const struct live_names *ln, uint64_t id, const char *path)
{
	struct stat st;

	path += strspn(path, "/");
	return fstatat(ln->root_fd, *path ? path : ".", &st, AT_SYMLINK_NOFOLLOW) ||
	       st.st_ino != id;
}

static int name_rows(struct live_names *ln, struct snapshot *snap)
{
	struct cgroup_name name;
	int checked = 0;

	for (size_t i = 0; i < snap->n_cgroups; i++) {
		struct cgroup_row *row = &snap->cgroups[i];

		if (!cgroup_names__lookup(ln->names, row->id, &name))
			continue;
		row->gone = name.gone || (checked++ < MAX_CHECKED &&
					  is_gone(ln, row->id, name.path));
		free(row->name);
		row->name = strdup(name.path);
		if (!row->name)
			return -ENOMEM;
	}
	return 0;
}

int live_names__fill(struct live_names *ln, struct snapshot *snap, uint64_t now_ns)
{
	int err = name_rows(ln, snap);

	if (!err && cgroup_names__rescan(ln->names, now_ns) > 0)
		err = name_rows(ln, snap);
	return err;
}

static int name_slots(struct live_names *ln, struct stocks *stocks)
{
	struct cgroup_name name;

	for (size_t i = 0; i < stocks->n_cpus; i++) {
		for (unsigned int j = 0; j < stocks->cpus[i].n; j++) {
			struct stock_slot *slot = &stocks->cpus[i].slot[j];

			if (slot->name || !cgroup_names__lookup(ln->names, slot->cgroup_id, &name))
				continue;
			slot->name = strdup(name.path);
			if (!slot->name)
				return -ENOMEM;
		}
	}
	return 0;
}

int live_names__fill_stocks(struct live_names *ln, struct stocks *stocks, uint64_t now_ns)
{
	int err = name_slots(ln, stocks);

	if (!err && cgroup_names__rescan(ln->names, now_ns) > 0)
		err = name_slots(ln, stocks);
	return err;
}

int live_names__notice(struct live_names *ln, uint64_t id, const struct mct_label *label)
{
	struct cgroup_name parent;
	char *path;
	int err;

	/* The root has no parent; a name that fills the label may have been cut. */
	if (!label->parent_id || !label->name[0] ||
	    strnlen(label->name, sizeof(label->name)) >= sizeof(label->name) - 1)
		return 0;
	if (!cgroup_names__lookup(ln->names, label->parent_id, &parent))
		return 0;
	if (asprintf(&path, "%s/%s", strcmp(parent.path, "/") ? parent.path : "", label->name) < 0)
		return -ENOMEM;
	err = cgroup_names__learn(ln->names, id, path);
	free(path);
	return err;
}
