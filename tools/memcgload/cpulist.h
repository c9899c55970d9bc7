/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cpulist.h - lists of CPUs such as "0,2-3", and pinning to them.
 *
 * A list keeps the order it was written in. Its array is owned by the struct;
 * cpulist__free() releases it. Functions return 0 or a negative errno and
 * print nothing.
 */
#ifndef MEMCGLOAD_CPULIST_H
#define MEMCGLOAD_CPULIST_H

#include "base.h"

#define CPULIST_MAX_CPU 8191U

struct cpulist {
	unsigned int *cpu;
	unsigned int count;
};

/* -EINVAL for anything but numbers, commas and rising ranges. */
int cpulist__parse(struct cpulist *list, const char *text);
/* The CPUs the calling thread may run on. */
int cpulist__allowed(struct cpulist *list);
bool cpulist__has(const struct cpulist *list, unsigned int cpu);
void cpulist__free(struct cpulist *list);

/* Binds the calling thread to one CPU. */
int cpu_pin(unsigned int cpu);

#endif
