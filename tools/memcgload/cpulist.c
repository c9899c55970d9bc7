// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpulist.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

static int add_cpu(struct cpulist *list, unsigned int cpu)
{
	unsigned int *grown;

	if (list->count > CPULIST_MAX_CPU)
		return -EINVAL;
	grown = realloc(list->cpu, (list->count + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	grown[list->count++] = cpu;
	list->cpu = grown;
	return 0;
}

static int parse_cpu(const char **text, unsigned int *cpu)
{
	unsigned int value = 0;

	if (**text < '0' || **text > '9')
		return -EINVAL;
	for (; **text >= '0' && **text <= '9'; (*text)++) {
		value = value * 10 + (unsigned int)(**text - '0');
		if (value > CPULIST_MAX_CPU)
			return -EINVAL;
	}
	*cpu = value;
	return 0;
}

static int parse_into(struct cpulist *list, const char *text)
{
	unsigned int first, last;
	int err;

	do {
		err = parse_cpu(&text, &first);
		last = first;
		if (!err && *text == '-') {
			text++;
			err = parse_cpu(&text, &last);
			if (!err && last < first)
				err = -EINVAL;
		}
		for (; !err && first <= last; first++)
			err = add_cpu(list, first);
		if (err)
			return err;
	} while (*text++ == ',');
	return text[-1] ? -EINVAL : 0;
}

int cpulist__parse(struct cpulist *list, const char *text)
{
	int err;

	cpulist__free(list);
	err = parse_into(list, text);
	if (err)
		cpulist__free(list);
	return err;
}

int cpulist__allowed(struct cpulist *list)
{
	size_t size = CPU_ALLOC_SIZE(CPULIST_MAX_CPU + 1);
	cpu_set_t *set = CPU_ALLOC(CPULIST_MAX_CPU + 1);
	unsigned int cpu;
	int err = 0;

	cpulist__free(list);
	if (!set)
		return -ENOMEM;
	CPU_ZERO_S(size, set);
	if (sched_getaffinity(0, size, set))
		err = -errno;
	for (cpu = 0; !err && cpu <= CPULIST_MAX_CPU; cpu++)
		if (CPU_ISSET_S(cpu, size, set))
			err = add_cpu(list, cpu);
	CPU_FREE(set);
	return err;
}

bool cpulist__has(const struct cpulist *list, unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < list->count; i++)
		if (list->cpu[i] == cpu)
			return true;
	return false;
}

void cpulist__free(struct cpulist *list)
{
	free(list->cpu);
	list->cpu = NULL;
	list->count = 0;
}

int cpu_pin(unsigned int cpu)
{
	size_t size = CPU_ALLOC_SIZE(CPULIST_MAX_CPU + 1);
	cpu_set_t *set = CPU_ALLOC(CPULIST_MAX_CPU + 1);
	int err = 0;

	if (!set)
		return -ENOMEM;
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	if (sched_setaffinity(0, size, set))
		err = -errno;
	CPU_FREE(set);
	return err;
}
