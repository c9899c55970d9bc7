/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sets of CPUs and the kernel's list format for them ("0-3,8,10-11"), as in
 * /sys/devices/system/cpu/possible.  A set is as large as its highest CPU: no
 * number of CPUs is built in, only a ceiling far above any kernel's (NR_CPUS
 * is at most 8192) that keeps a typing error from asking for gigabytes.
 */
#ifndef MODEL_CPULIST_H
#define MODEL_CPULIST_H

#include <stdbool.h>
#include <stddef.h>

#define CPULIST_MAX_CPU 65535u

struct cpulist;

/* An empty set, or NULL when memory is short. */
struct cpulist *cpulist__new(void);
void cpulist__free(struct cpulist *list);

/*
 * cpulist__parse - reads a list: numbers and ascending ranges, comma separated,
 * in any order, overlapping or not; blanks around them and at the end (sysfs
 * ends with a newline) are skipped.  Text of blanks only is the empty set, as
 * /sys/devices/system/cpu/offline has it.
 * @error_at: byte offset of the first thing not understood; may be NULL.
 * Returns 0 and *@list (free with cpulist__free), -EINVAL or -ENOMEM.
 */
int cpulist__parse(const char *text, struct cpulist **list, size_t *error_at);

/* Returns 0, -EINVAL above CPULIST_MAX_CPU, or -ENOMEM. */
int cpulist__add(struct cpulist *list, unsigned int cpu);

bool cpulist__has(const struct cpulist *list, unsigned int cpu);
size_t cpulist__count(const struct cpulist *list);

/* First CPU of the set not below @from, or -1. */
int cpulist__next(const struct cpulist *list, unsigned int from);

/* The set in list format, ascending, or NULL when memory is short.  Caller frees. */
char *cpulist__format(const struct cpulist *list);

#endif
