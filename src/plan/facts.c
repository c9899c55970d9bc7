// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan/facts.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "plan/roles.h"

void facts__clear(struct facts *facts)
{
	size_t i;

	for (i = 0; i < facts->n_funcs; i++) {
		free(facts->funcs[i].name);
		free(facts->funcs[i].signature);
	}
	for (i = 0; i < facts->n_percpu; i++)
		free(facts->percpu[i].name);
	for (i = 0; i < facts->n_enums; i++)
		free(facts->enums[i].name);
	for (i = 0; i < facts->n_fields; i++)
		free(facts->fields[i]);
	for (i = 0; i < facts->n_kfuncs; i++)
		free(facts->kfuncs[i]);
	free(facts->funcs);
	free(facts->percpu);
	free(facts->enums);
	free(facts->fields);
	free(facts->kfuncs);
	free(facts->release);
	free(facts->machine);
	free(facts->lock_type);
	free(facts->preemption);
	free(facts->lockdown);
	free(facts->cgroup_version);
	memset(facts, 0, sizeof(*facts));
}

const struct fact_func *facts__func(const struct facts *facts, const char *name)
{
	for (size_t i = 0; i < facts->n_funcs; i++)
		if (!strcmp(facts->funcs[i].name, name))
			return &facts->funcs[i];
	return NULL;
}

static bool has_string(char **list, size_t n, const char *what)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(list[i], what))
			return true;
	return false;
}

bool facts__has_field(const struct facts *facts, const char *path)
{
	return has_string(facts->fields, facts->n_fields, path);
}

bool facts__has_kfunc(const struct facts *facts, const char *name)
{
	return has_string(facts->kfuncs, facts->n_kfuncs, name);
}

static long long value_of(const struct fact_value *values, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(values[i].name, name))
			return values[i].value;
	return -1;
}

long long facts__percpu_bytes(const struct facts *facts, const char *name)
{
	return value_of(facts->percpu, facts->n_percpu, name);
}

long long facts__enum(const struct facts *facts, const char *name)
{
	return value_of(facts->enums, facts->n_enums, name);
}

bool facts__cap(const struct facts *facts, int cap)
{
	return facts->caps >> cap & 1;
}

/* Makes room for one more element; returns it, zeroed, or NULL. */
static void *grow(void *list_ptr, size_t *n, size_t size)
{
	void **list = list_ptr;
	void *more = reallocarray(*list, *n + 1, size);

	if (!more)
		return NULL;
	*list = more;
	more = (char *)more + *n * size;
	memset(more, 0, size);
	return more;
}

int facts__add_func(struct facts *facts, const struct fact_func *func)
{
	char *name = strdup(func->name);
	char *signature = func->signature ? strdup(func->signature) : NULL;
	struct fact_func *to = NULL;

	if (name && (signature || !func->signature))
		to = grow(&facts->funcs, &facts->n_funcs, sizeof(*to));
	if (!to) {
		free(name);
		free(signature);
		return -ENOMEM;
	}
	*to = *func;
	to->name = name;
	to->signature = signature;
	facts->n_funcs++;
	return 0;
}

static int add_value(struct fact_value **values, size_t *n, const char *name, long long value)
{
	char *copy = strdup(name);
	struct fact_value *to = copy ? grow(values, n, sizeof(*to)) : NULL;

	if (!to) {
		free(copy);
		return -ENOMEM;
	}
	to->name = copy;
	to->value = value;
	(*n)++;
	return 0;
}

int facts__add_percpu(struct facts *facts, const char *name, long long bytes)
{
	return add_value(&facts->percpu, &facts->n_percpu, name, bytes);
}

int facts__add_enum(struct facts *facts, const char *name, long long value)
{
	return add_value(&facts->enums, &facts->n_enums, name, value);
}

static int add_string(char ***list, size_t *n, const char *what)
{
	char *copy = strdup(what);
	char **to = copy ? grow(list, n, sizeof(*to)) : NULL;

	if (!to) {
		free(copy);
		return -ENOMEM;
	}
	*to = copy;
	(*n)++;
	return 0;
}

int facts__add_field(struct facts *facts, const char *path)
{
	return add_string(&facts->fields, &facts->n_fields, path);
}

int facts__add_kfunc(struct facts *facts, const char *name)
{
	return add_string(&facts->kfuncs, &facts->n_kfuncs, name);
}

/* A symbol with a compiler suffix counts for its base name. */
bool facts__wants_symbol(const char *name)
{
	size_t base = strcspn(name, ".");

	/* what calibration runs on */
	if (!strncmp(name, "bpf_fentry_test", 15) && strlen(name) == 16)
		return name[15] >= '1' && name[15] <= '3';
	for (const struct role_candidate *c = role_candidates; c->symbol; c++)
		if (strlen(c->symbol) == base && !strncmp(c->symbol, name, base))
			return true;
	return false;
}
