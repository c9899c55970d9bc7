// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/select.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/cpulist.h"

struct select {
	char *cgroup; /* "/a/b", without a slash at its end; "" for the root; NULL: all */
	size_t cgroup_length;
	struct cpulist *cpus; /* NULL: all */
	char *text;
};

/* Paths are typed as they stand in /proc/PID/cgroup or under the usual mount. */
static char *normal_path(const char *path)
{
	static const char mount[] = "/sys/fs/cgroup";
	size_t n = sizeof(mount) - 1;
	char *normal;

	if (!strncmp(path, mount, n) && (path[n] == '/' || !path[n]))
		path += n;
	while (*path == '/')
		path++;
	if (asprintf(&normal, "%s%s", *path ? "/" : "", path) < 0)
		return NULL;
	for (n = strlen(normal); n && normal[n - 1] == '/'; n--)
		normal[n - 1] = '\0';
	return normal;
}

static char *describe(const struct select *s, const char *cpus)
{
	char *text;
	int n;

	n = asprintf(&text, "%s%s%s%s%s", s->cgroup ? "cgroup " : "",
		     s->cgroup ? (*s->cgroup ? s->cgroup : "/") : "", s->cgroup && cpus ? ", " : "",
		     cpus ? "CPUs " : "", cpus ?: "");
	return n < 0 ? NULL : text;
}

int select__new(const char *cgroup, const char *cpus, struct select **select)
{
	struct select *s;
	int err = -ENOMEM;

	*select = NULL;
	if (!cgroup && !cpus)
		return 0;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	if (cgroup) {
		s->cgroup = normal_path(cgroup);
		if (!s->cgroup)
			goto fail;
		s->cgroup_length = strlen(s->cgroup);
	}
	if (cpus) {
		err = cpulist__parse(cpus, &s->cpus, NULL);
		if (err)
			goto fail;
		err = -ENOMEM;
	}
	s->text = describe(s, cpus);
	if (!s->text)
		goto fail;
	*select = s;
	return 0;
fail:
	select__free(s);
	return err;
}

void select__free(struct select *select)
{
	if (!select)
		return;
	cpulist__free(select->cpus);
	free(select->cgroup);
	free(select->text);
	free(select);
}

const char *select__text(const struct select *select)
{
	return select->text;
}

bool select__is_of_cgroups(const struct select *select)
{
	return select && select->cgroup;
}

bool select__has_cpu(const struct select *select, const struct cpu_row *row)
{
	return !select || !select->cpus || cpulist__has(select->cpus, row->cpu);
}

bool select__has_cgroup(const struct select *select, const struct cgroup_row *row)
{
	const char *name = row->name;

	if (!select || !select->cgroup)
		return true;
	if (!name)
		return false;
	/* The root's own name may be "/" or empty: it is below no other. */
	if (!*select->cgroup)
		return true;
	return !strncmp(name, select->cgroup, select->cgroup_length) &&
	       (name[select->cgroup_length] == '/' || !name[select->cgroup_length]);
}
