/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which cgroups may have series: --cgroup of export.  A path takes in that
 * cgroup and all below it; with *, ? or [ it is a pattern of fnmatch(3) in which
 * * and ? do not match a slash, and takes in what matches and all below that.  A
 * backslash is itself, as in the names that systemd makes; [*] is a star.
 * Pure.
 */
#ifndef EXPORT_PATTERN_H
#define EXPORT_PATTERN_H

#include <stdbool.h>

struct pattern;

/*
 * pattern__new - from a user's @text; a missing first slash is added, a mount
 * point in front (/sys/fs/cgroup) taken off.
 * Returns 0 and *@pattern (free with pattern__free), -EINVAL or -ENOMEM.
 */
int pattern__new(const char *text, struct pattern **pattern);
void pattern__free(struct pattern *pattern);

/* @path: raw bytes, "/a/b". */
bool pattern__has(const struct pattern *pattern, const char *path);

#endif
