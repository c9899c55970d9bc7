// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts from /proc/kallsyms and, where tracefs can be read, what ftrace can reach. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/facts_probe.h"

#define KALLSYMS "/proc/kallsyms"

static const char *const filter_functions[] = {
	"/sys/kernel/tracing/available_filter_functions",
	"/sys/kernel/debug/tracing/available_filter_functions",
};

/* One line of kallsyms: a text symbol of the kernel itself, or NULL. */
static char *text_symbol(char *line, unsigned long long *address)
{
	char *rest = line, *addr, *type, *name;

	addr = strsep(&rest, " ");
	type = strsep(&rest, " ");
	name = strsep(&rest, "\t\n");
	if (!type || !name || !strchr("tTwW", *type))
		return NULL;
	/* a module's symbol has "\t[module]" behind it */
	if (rest && *rest == '[')
		return NULL;
	*address = strtoull(addr, NULL, 16);
	return name;
}

static struct fact_func *find(struct facts *facts, const char *name)
{
	return (struct fact_func *)facts__func(facts, name);
}

static int see_symbol(struct facts *facts, const char *name)
{
	struct fact_func f = {.name = (char *)name, .symbols = 1, .traceable = -1};
	struct fact_func *known = find(facts, name);

	if (known) {
		known->symbols++;
		return 0;
	}
	return facts__add_func(facts, &f);
}

static int read_kallsyms(struct facts *facts)
{
	FILE *in = fopen(KALLSYMS, "re");
	unsigned long long address;
	char *line = NULL, *name;
	size_t size = 0;
	int err = 0;

	if (!in)
		return 0;
	while (!err && getline(&line, &size, in) > 0) {
		name = text_symbol(line, &address);
		if (!name)
			continue;
		facts->kallsyms = true;
		if (address)
			facts->addresses = true;
		if (facts__wants_symbol(name))
			err = see_symbol(facts, name);
	}
	free(line);
	fclose(in);
	return err;
}

static int read_traceable(struct facts *facts)
{
	FILE *in = NULL;
	char *line = NULL;
	size_t size = 0;

	for (size_t i = 0; !in && i < sizeof(filter_functions) / sizeof(filter_functions[0]); i++)
		in = fopen(filter_functions[i], "re");
	if (!in)
		return 0;
	for (size_t i = 0; i < facts->n_funcs; i++)
		facts->funcs[i].traceable = 0;
	while (getline(&line, &size, in) > 0) {
		struct fact_func *f;

		line[strcspn(line, " \n")] = '\0';
		f = find(facts, line);
		if (f)
			f->traceable = 1;
	}
	free(line);
	fclose(in);
	return 0;
}

int facts__probe_symbols(struct facts *facts)
{
	int err = read_kallsyms(facts);

	return err ? err : read_traceable(facts);
}

int symbols__each(const char *want, int (*each)(unsigned long long, void *), void *arg)
{
	FILE *in = fopen(KALLSYMS, "re");
	unsigned long long address;
	char *line = NULL, *name;
	size_t size = 0;
	int err = 0;

	if (!in)
		return -errno;
	while (!err && getline(&line, &size, in) > 0) {
		name = text_symbol(line, &address);
		if (name && !strcmp(name, want))
			err = each(address, arg);
	}
	free(line);
	fclose(in);
	return err;
}
