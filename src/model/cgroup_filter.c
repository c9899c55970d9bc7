// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_filter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_dots(const char *part, size_t len)
{
	return (len == 1 && part[0] == '.') || (len == 2 && part[0] == '.' && part[1] == '.');
}

int cgroup_filter__new(const char *text, char **filter)
{
	char *out, *p;

	if (!*text)
		return -EINVAL;
	out = malloc(strlen(text) + 2);
	if (!out)
		return -ENOMEM;
	p = out;
	for (;;) {
		size_t len;

		text += strspn(text, "/");
		len = strcspn(text, "/");
		if (len == 0)
			break;
		if (is_dots(text, len)) {
			free(out);
			return -EINVAL;
		}
		*p++ = '/';
		memcpy(p, text, len);
		p += len;
		text += len;
	}
	if (p == out)
		*p++ = '/';
	*p = '\0';
	*filter = out;
	return 0;
}

bool cgroup_filter__has(const char *filter, const char *name)
{
	size_t len = strlen(filter);

	if (!strcmp(filter, "/"))
		return true;
	return !strncmp(filter, name, len) && (name[len] == '\0' || name[len] == '/');
}
