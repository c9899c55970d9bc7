/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A subtree of cgroups as a filter on names.  Pure. */
#ifndef MODEL_CGROUP_FILTER_H
#define MODEL_CGROUP_FILTER_H

#include <stdbool.h>

/*
 * cgroup_filter__new - brings a user's text into the form of a cgroup's name:
 * one slash before each component, none at the end; "/" is everything.  A
 * missing first slash is added.  "." and ".." are refused: names have none.
 * Returns 0 and *@filter (free with free()), -EINVAL or -ENOMEM.
 */
int cgroup_filter__new(const char *text, char **filter);

/* Does @name lie in the subtree of @filter, its root included?  "/a" has not "/ab". */
bool cgroup_filter__has(const char *filter, const char *name);

#endif
