/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the memory controller's hierarchy is mounted, told from the text of
 * /proc/self/mountinfo and /proc/self/cgroup.  Pure: no file is opened.
 */
#ifndef MODEL_CGROUP_MOUNT_H
#define MODEL_CGROUP_MOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cgroup_version {
	CGROUP_NONE, /* no hierarchy with the memory controller is mounted */
	CGROUP_V2,
	CGROUP_HYBRID, /* memory on v1, a cgroup2 mount beside it */
	CGROUP_V1,
};

struct cgroup_mount {
	enum cgroup_version version;
	char *path; /* mount point, escapes undone; NULL when none */
	char *root; /* which cgroup of the hierarchy is mounted there, "/" at best */
};

/* "v2", "hybrid", "v1", "none": static strings, fit for struct run_info. */
const char *cgroup_version__name(enum cgroup_version version);

/*
 * cgroup_mount__find - picks the mount that shows most of the hierarchy.
 * @mountinfo, @len: contents of /proc/self/mountinfo; lines that cannot be
 *	understood are skipped.
 * @self_cgroup: contents of /proc/self/cgroup, NUL-terminated, or NULL.  A line
 *	of a v1 memory controller there says that cgroup2 has no memory to show,
 *	even when the v1 hierarchy is not mounted in this mount namespace.
 * Returns 0, or -ENOMEM.  Clear @mount in either case.
 */
int cgroup_mount__find(const char *mountinfo, size_t len, const char *self_cgroup,
		       struct cgroup_mount *mount);
void cgroup_mount__clear(struct cgroup_mount *mount);

/*
 * cgroup_mount__relative - are names relative to something below the real root?
 * True in a cgroup namespace, in a container's bind mount, or when our own
 * cgroup lies outside of what we see ("/..").
 * @self_cgroup: as above.
 * @root_id: inode number of the mount point, 0 if not known.  The root of a
 *	kernfs is always 1, which is the only sign of a namespace whose mount was
 *	made inside of it.
 */
bool cgroup_mount__relative(const struct cgroup_mount *mount, const char *self_cgroup,
			    uint64_t root_id);

/*
 * cgroup_mount__own - the folder of our own cgroup, as the mount shows it; *@path is NULL
 * when it does not.  @self_cgroup: as above.  Returns 0 or -ENOMEM.  Caller frees.
 */
int cgroup_mount__own(const struct cgroup_mount *mount, const char *self_cgroup, char **path);

#endif
