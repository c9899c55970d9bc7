// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/own_cgroup.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "kernel/read_file.h"
#include "model/cgroup_mount.h"

#define ROOT_ID 1 /* of every kernfs */

uint64_t own_cgroup__id(void)
{
	char *self = read_file("/proc/self/cgroup", NULL), *path = NULL, *mountinfo;
	struct cgroup_mount mount = {0};
	struct stat st = {0};
	size_t len = 0;

	mountinfo = read_file("/proc/self/mountinfo", &len);
	if (self && mountinfo && !cgroup_mount__find(mountinfo, len, self, &mount))
		cgroup_mount__own(&mount, self, &path);
	if (!path || stat(path, &st))
		st.st_ino = 0;
	free(path);
	free(self);
	free(mountinfo);
	cgroup_mount__clear(&mount);
	return st.st_ino == ROOT_ID ? 0 : st.st_ino;
}
