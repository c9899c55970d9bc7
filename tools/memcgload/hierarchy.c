// SPDX-License-Identifier: GPL-2.0-or-later
#include "hierarchy.h"

#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "textfile.h"

/* Is @word one of the words of @list, which @separators keep apart? */
static bool has_word(const char *list, const char *word, const char *separators)
{
	size_t length = strlen(word);

	while (*list) {
		size_t here = strcspn(list, separators);

		if (here == length && !strncmp(list, word, length))
			return true;
		list += here;
		list += strspn(list, separators);
	}
	return false;
}

static bool v2_has_memory(const char *path)
{
	char file[HIERARCHY_PATH_MAX + 32], words[1024];

	snprintf(file, sizeof(file), "%s/cgroup.controllers", path);
	return textfile__read(file, words, sizeof(words)) >= 0 && has_word(words, "memory", " \n");
}

/* mountinfo writes blanks and the like as three octal digits. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; text++) {
		if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' && text[2] >= '0' &&
		    text[2] <= '7' && text[3] >= '0' && text[3] <= '7') {
			*to++ = (char)((text[1] - '0') * 64 + (text[2] - '0') * 8 + text[3] - '0');
			text += 3;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

struct mount {
	char *root, *point, *type, *super_options;
};

/* Cuts a line of mountinfo into the fields we want. */
static bool parse_mount(char *line, struct mount *mount)
{
	char *save = NULL, *word;
	int field = 0;

	for (word = strtok_r(line, " \n", &save); word;
	     word = strtok_r(NULL, " \n", &save), field++) {
		if (field == 3)
			mount->root = word;
		else if (field == 4)
			mount->point = word;
		else if (field > 5 && !strcmp(word, "-"))
			break;
	}
	mount->type = strtok_r(NULL, " \n", &save);
	strtok_r(NULL, " \n", &save); /* the source */
	mount->super_options = strtok_r(NULL, " \n", &save);
	if (!word || !mount->type || !mount->super_options)
		return false;
	unescape(mount->root);
	unescape(mount->point);
	return true;
}

/* The caller's cgroup in the v1 memory hierarchy, "" if not to be had. */
static void own_v1_path(char *path, size_t size)
{
	char *line = NULL, *save, *controllers, *rest;
	FILE *file = fopen("/proc/self/cgroup", "re");
	size_t room = 0;

	*path = '\0';
	while (file && getline(&line, &room, file) > 0) {
		save = NULL;
		if (!strtok_r(line, ":", &save))
			continue;
		controllers = strtok_r(NULL, ":", &save);
		rest = strtok_r(NULL, "\n", &save);
		if (controllers && rest && has_word(controllers, "memory", ","))
			snprintf(path, size, "%s", rest);
	}
	free(line);
	if (file)
		fclose(file);
}

static void set_v1_parent(struct hierarchy *hier, const struct mount *mount)
{
	char own[HIERARCHY_PATH_MAX];
	size_t cut = strlen(mount->root);
	struct stat st;
	int length;

	own_v1_path(own, sizeof(own));
	/* The mount may show only a subtree: its root is left out then. */
	if (cut == 1)
		cut = 0;
	if (strncmp(own, mount->root, cut) || (own[cut] && own[cut] != '/') || !strcmp(own, "/"))
		cut = strlen(own);
	length = snprintf(hier->parent, sizeof(hier->parent), "%s%s", mount->point, own + cut);
	if (length >= (int)sizeof(hier->parent) || stat(hier->parent, &st))
		snprintf(hier->parent, sizeof(hier->parent), "%s", mount->point);
}

static int search(struct hierarchy *hier)
{
	FILE *file = fopen("/proc/self/mountinfo", "re");
	struct mount mount;
	char *line = NULL;
	size_t room = 0;
	int found = -ENOENT;

	while (file && getline(&line, &room, file) > 0) {
		memset(&mount, 0, sizeof(mount));
		if (!parse_mount(line, &mount))
			continue;
		if (!strcmp(mount.type, "cgroup2") && v2_has_memory(mount.point)) {
			hier->v2 = true;
			snprintf(hier->parent, sizeof(hier->parent), "%s", mount.point);
			found = 0;
			break;
		}
		if (!strcmp(mount.type, "cgroup") && has_word(mount.super_options, "memory", ",")) {
			set_v1_parent(hier, &mount);
			found = 0;
			break;
		}
	}
	free(line);
	if (file)
		fclose(file);
	return found;
}

static int take_root(struct hierarchy *hier, const char *root)
{
	char file[HIERARCHY_PATH_MAX + 32];
	struct statfs fs;

	if (strlen(root) > HIERARCHY_PATH_MAX / 2) {
		msg_error("--cgroup-root: path too long; use a shorter one");
		return -ENAMETOOLONG;
	}
	if (statfs(root, &fs)) {
		msg_error("--cgroup-root %s: %s; name a directory of the memory cgroup hierarchy",
			  root, strerror(errno));
		return -errno;
	}
	hier->v2 = fs.f_type == CGROUP2_SUPER_MAGIC;
	snprintf(file, sizeof(file), "%s/memory.usage_in_bytes", root);
	if (hier->v2 ? !v2_has_memory(root)
		     : fs.f_type != CGROUP_SUPER_MAGIC || access(file, F_OK)) {
		msg_error("--cgroup-root %s: no memory controller there; name a directory of the "
			  "memory cgroup hierarchy",
			  root);
		return -EINVAL;
	}
	snprintf(hier->parent, sizeof(hier->parent), "%s", root);
	return 0;
}

int hierarchy__find(struct hierarchy *hier, const char *root)
{
	int err;

	memset(hier, 0, sizeof(*hier));
	if (root)
		return take_root(hier, root);
	err = search(hier);
	if (err)
		msg_error("memory cgroups: no mounted hierarchy has the memory controller; mount "
			  "cgroup2, or use --no-cgroups");
	return err;
}
