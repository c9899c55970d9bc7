/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rows the user asked to see.  A filter chooses rows only: totals stay
 * those of the host, and every view that has one says so.
 */
#ifndef VIEW_SELECT_H
#define VIEW_SELECT_H

#include <stdbool.h>

#include "model/snapshot.h"

struct select;

/*
 * select__new - filter for a subtree of cgroups and a list of CPUs.
 * @cgroup: path below the memory hierarchy, or below /sys/fs/cgroup; NULL: all.
 * @cpus: list such as "0-3,8"; NULL: all.
 *
 * Returns 0 and *@select, NULL there when nothing is filtered; -EINVAL for a
 * list that is none, -ENOMEM.  Free with select__free.
 */
int select__new(const char *cgroup, const char *cpus, struct select **select);
void select__free(struct select *select);

/* What is selected, in words: "cgroup /web, cpus 0-3". */
const char *select__text(const struct select *select);

/* Are cgroups selected?  A list of CPUs alone leaves all cgroups in. */
bool select__is_of_cgroups(const struct select *select);

/* Is the row selected?  @select NULL selects all. */
bool select__has_cpu(const struct select *select, const struct cpu_row *row);
bool select__has_cgroup(const struct select *select, const struct cgroup_row *row);

#endif
