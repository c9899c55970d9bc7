// SPDX-License-Identifier: GPL-2.0-or-later
#include "cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hierarchy.h"
#include "textfile.h"

#define REMOVE_TRIES	500
#define REMOVE_PAUSE_NS 10000000L

struct cgroup_tree {
	struct hierarchy hier;
	char path[HIERARCHY_PATH_MAX + 256];
};

/* Room for a tree's path, a child and a file. */
typedef char file_path[HIERARCHY_PATH_MAX + 512];

static const char *child_file(file_path path, const struct cgroup_tree *tree, const char *child,
			      const char *file)
{
	snprintf(path, sizeof(file_path), "%s/%s%s%s", tree->path, child, file ? "/" : "",
		 file ? file : "");
	return path;
}

static int enable_memory(const char *path)
{
	file_path file;
	char words[1024];

	snprintf(file, sizeof(file), "%s/cgroup.subtree_control", path);
	if (textfile__read(file, words, sizeof(words)) >= 0 && strstr(words, "memory"))
		return 0;
	return textfile__write(file, "+memory");
}

static int enable_for_children(const char *path)
{
	int err = enable_memory(path);

	if (err == -EBUSY)
		msg_error("%s: holds processes, so its children cannot have the memory controller; "
			  "give --cgroup-root a cgroup without processes",
			  path);
	else if (err)
		msg_error("%s/cgroup.subtree_control: cannot add +memory: %s; run as root or give "
			  "--cgroup-root a cgroup you own",
			  path, strerror(-err));
	return err;
}

int cgroup_tree__create(struct cgroup_tree **result, const char *root, const char *name)
{
	struct cgroup_tree *tree = calloc(1, sizeof(*tree));
	int err;

	if (!tree)
		return -ENOMEM;
	err = hierarchy__find(&tree->hier, root);
	if (!err && tree->hier.v2)
		err = enable_for_children(tree->hier.parent);
	if (err)
		goto fail;
	if (name)
		snprintf(tree->path, sizeof(tree->path), "%s/%s", tree->hier.parent, name);
	else
		snprintf(tree->path, sizeof(tree->path), "%s/memcgload.%ld", tree->hier.parent,
			 (long)getpid());
	if (mkdir(tree->path, 0755)) {
		err = -errno;
		msg_error("%s: cannot make the cgroup: %s; %s", tree->path, strerror(-err),
			  err == -EEXIST ? "choose another --name or remove it"
					 : "run as root or give --cgroup-root a cgroup you own");
		goto fail;
	}
	if (tree->hier.v2)
		err = enable_for_children(tree->path);
	if (err) {
		rmdir(tree->path);
		goto fail;
	}
	*result = tree;
	return 0;
fail:
	free(tree);
	return err;
}

/* Processes that have just died may hold a cgroup for a moment. */
static int remove_patiently(const char *path)
{
	const struct timespec pause = {.tv_nsec = REMOVE_PAUSE_NS};
	int tries;

	for (tries = 0; tries < REMOVE_TRIES; tries++) {
		if (!rmdir(path) || errno == ENOENT)
			return 0;
		if (errno != EBUSY)
			break;
		nanosleep(&pause, NULL);
	}
	return -errno;
}

static int remove_children(const struct cgroup_tree *tree)
{
	DIR *dir = opendir(tree->path);
	struct dirent *entry;
	file_path path;
	int err = 0, first = 0;

	if (!dir)
		return -errno;
	while ((entry = readdir(dir))) {
		if (entry->d_type != DT_DIR || !strcmp(entry->d_name, ".") ||
		    !strcmp(entry->d_name, ".."))
			continue;
		err = remove_patiently(child_file(path, tree, entry->d_name, NULL));
		if (err && !first)
			first = err;
	}
	closedir(dir);
	return first;
}

int cgroup_tree__destroy(struct cgroup_tree *tree, bool keep)
{
	int err = 0;

	if (!tree)
		return 0;
	if (!keep) {
		err = remove_children(tree);
		if (!err)
			err = remove_patiently(tree->path);
		if (err)
			msg_error("%s: cannot remove the cgroup: %s; see its cgroup.procs, then "
				  "rmdir it",
				  tree->path, strerror(-err));
	}
	free(tree);
	return err;
}

const char *cgroup_tree__path(const struct cgroup_tree *tree)
{
	return tree->path;
}

bool cgroup_tree__is_v2(const struct cgroup_tree *tree)
{
	return tree->hier.v2;
}

int cgroup_tree__make(const struct cgroup_tree *tree, const char *child)
{
	file_path path;

	return mkdir(child_file(path, tree, child, NULL), 0755) ? -errno : 0;
}

int cgroup_tree__drop(const struct cgroup_tree *tree, const char *child)
{
	file_path path;

	return remove_patiently(child_file(path, tree, child, NULL));
}

int cgroup_tree__enter(const struct cgroup_tree *tree, const char *child)
{
	file_path path;

	return textfile__write(child_file(path, tree, child, "cgroup.procs"), "0");
}

static int open_child_file(const struct cgroup_tree *tree, const char *child, const char *file,
			   int flags)
{
	file_path path;
	int fd = open(child_file(path, tree, child, file), flags | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int cgroup_tree__open_usage(const struct cgroup_tree *tree, const char *child)
{
	return open_child_file(
		tree, child, tree->hier.v2 ? "memory.current" : "memory.usage_in_bytes", O_RDONLY);
}

int cgroup_tree__open_limit(const struct cgroup_tree *tree, const char *child)
{
	return open_child_file(tree, child, tree->hier.v2 ? "memory.high" : "memory.limit_in_bytes",
			       O_WRONLY);
}

int cgroup_tree__set_limit(const struct cgroup_tree *tree, int limit_fd, uint64_t bytes)
{
	char value[32];
	int length;

	length = snprintf(value, sizeof(value), "%llu", (unsigned long long)bytes);
	if (bytes == UINT64_MAX)
		length = snprintf(value, sizeof(value), "%s", tree->hier.v2 ? "max" : "-1");
	return pwrite(limit_fd, value, (size_t)length, 0) < 0 ? -errno : 0;
}
