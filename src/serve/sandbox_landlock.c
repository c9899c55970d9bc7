// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Landlock by its system calls: glibc has no wrappers.  Only rights to change
 * something are handled, so reading (cgroup names, /proc) stays as free as it was.
 */
#include "serve/sandbox_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Later than the oldest headers we build with. */
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13) /* 5.19, ABI 2 */
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14) /* 6.2, ABI 3 */
#endif

/* What each ABI added; a ruleset may name only rights that the kernel knows. */
static const struct {
	int abi;
	uint64_t rights;
} changing[] = {
	{1, LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
	    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
	    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
	    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
	    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM},
	{2, LANDLOCK_ACCESS_FS_REFER},
	{3, LANDLOCK_ACCESS_FS_TRUNCATE},
};

/* What replacing a file by rename takes. */
#define IN_FOLDER (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
		   LANDLOCK_ACCESS_FS_MAKE_REG)

static int create_ruleset(int abi)
{
	struct landlock_ruleset_attr attr = {0};

	for (size_t i = 0; i < sizeof(changing) / sizeof(changing[0]); i++)
		if (abi >= changing[i].abi)
			attr.handled_access_fs |= changing[i].rights;
	return syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);
}

static int allow_folder(int ruleset, const char *folder)
{
	struct landlock_path_beneath_attr beneath = {.allowed_access = IN_FOLDER};
	int err = 0;

	beneath.parent_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (beneath.parent_fd < 0)
		return -errno;
	if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0))
		err = -errno;
	close(beneath.parent_fd);
	return err;
}

static const char *why_not(int err)
{
	switch (err) {
	case -ENOSYS:
		return "this kernel has no Landlock";
	case -EOPNOTSUPP:
		return "Landlock is switched off at boot (lsm=)";
	case -EPERM:
		return "the system calls of Landlock are refused here";
	default:
		return "Landlock failed";
	}
}

int landlock__enter(const char *folder, const char **why)
{
	int abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	int ruleset = abi < 0 ? -1 : create_ruleset(abi);
	int err = ruleset < 0 ? -errno : 0;

	if (!err && folder)
		err = allow_folder(ruleset, folder);
	if (!err && syscall(SYS_landlock_restrict_self, ruleset, 0))
		err = -errno;
	if (ruleset >= 0)
		close(ruleset);
	if (err)
		*why = why_not(err);
	return err;
}
