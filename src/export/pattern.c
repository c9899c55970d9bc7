// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/pattern.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "model/cgroup_filter.h"

#define MOUNT "/sys/fs/cgroup"

struct pattern {
	char *path; /* as a cgroup's name, or a pattern of such */
	bool wild;
};

static const char *below_mount(const char *text)
{
	size_t n = strlen(MOUNT);

	if (strncmp(text, MOUNT, n) || (text[n] && text[n] != '/'))
		return text;
	return text[n] ? text + n : "/";
}

int pattern__new(const char *text, struct pattern **pattern)
{
	struct pattern *p = calloc(1, sizeof(*p));
	int err;

	if (!p)
		return -ENOMEM;
	err = cgroup_filter__new(below_mount(text), &p->path);
	if (err) {
		free(p);
		return err;
	}
	p->wild = strpbrk(p->path, "*?[") != NULL;
	*pattern = p;
	return 0;
}

void pattern__free(struct pattern *p)
{
	if (!p)
		return;
	free(p->path);
	free(p);
}

bool pattern__has(const struct pattern *p, const char *path)
{
	if (!p->wild)
		return cgroup_filter__has(p->path, path);
	/* A star matches nothing too, and so would the root, which has no component. */
	if (!strcmp(path, "/"))
		return false;
	return !fnmatch(p->path, path, FNM_PATHNAME | FNM_NOESCAPE | FNM_LEADING_DIR);
}
