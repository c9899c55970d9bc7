// SPDX-License-Identifier: GPL-2.0-or-later
/* Text form of a synthetic host. */
#include <errno.h>
#include <string.h>

#include "model/synthetic_kernel.h"

/* Ceilings: what the bench needs, many times over, and no more. */
#define MAX_CPUS    8192u
#define MAX_CGROUPS 100000u
#define MAX_RATE    1000000u

struct number_key {
	const char *name;
	size_t offset;
	unsigned int min, max;
};

static const struct number_key number_keys[] = {
	{"cpus", offsetof(struct synthetic_spec, cpus), 1, MAX_CPUS},
	{"offline", offsetof(struct synthetic_spec, offline), 0, MAX_CPUS},
	{"cgroups", offsetof(struct synthetic_spec, cgroups), 0, MAX_CGROUPS},
	{"gone", offsetof(struct synthetic_spec, gone), 0, MAX_CGROUPS},
	{"unnamed", offsetof(struct synthetic_spec, unnamed), 0, MAX_CGROUPS},
	{"norow", offsetof(struct synthetic_spec, norow), 0, MAX_CGROUPS},
	{"nodes", offsetof(struct synthetic_spec, nodes), 0, MAX_CPUS},
	{"rate", offsetof(struct synthetic_spec, rate_per_sec), 0, MAX_RATE},
};

static const struct {
	const char *name;
	size_t offset;
} flag_keys[] = {
	{"losses", offsetof(struct synthetic_spec, losses)},
	{"charges", offsetof(struct synthetic_spec, charges)},
	{"cost", offsetof(struct synthetic_spec, cost)},
};

/* One "key=value" of the text. */
struct item {
	const char *key;
	size_t key_len;
	const char *value;
	size_t value_len;
};

static bool is(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(text, word, len);
}

static int read_number(const struct item *item, uint64_t max, uint64_t *v)
{
	*v = 0;
	if (item->value_len == 0)
		return -EINVAL;
	for (size_t i = 0; i < item->value_len; i++) {
		char c = item->value[i];
		uint64_t digit;

		if (c < '0' || c > '9')
			return -EINVAL;
		digit = (uint64_t)(c - '0');
		if (digit > max || *v > (max - digit) / 10)
			return -EINVAL;
		*v = *v * 10 + digit;
	}
	return 0;
}

static int set_item(struct synthetic_spec *spec, const struct item *item)
{
	uint64_t v;

	for (size_t i = 0; i < sizeof(number_keys) / sizeof(number_keys[0]); i++) {
		const struct number_key *key = &number_keys[i];

		if (!is(item->key, item->key_len, key->name))
			continue;
		if (read_number(item, key->max, &v) || v < key->min)
			return -EINVAL;
		*(unsigned int *)((char *)spec + key->offset) = (unsigned int)v;
		return 0;
	}
	for (size_t i = 0; i < sizeof(flag_keys) / sizeof(flag_keys[0]); i++) {
		if (!is(item->key, item->key_len, flag_keys[i].name))
			continue;
		if (read_number(item, 1, &v))
			return -EINVAL;
		*(bool *)((char *)spec + flag_keys[i].offset) = v;
		return 0;
	}
	if (is(item->key, item->key_len, "seed"))
		return read_number(item, UINT64_MAX, &spec->seed);
	if (is(item->key, item->key_len, "names")) {
		spec->odd_names = is(item->value, item->value_len, "odd");
		return spec->odd_names || is(item->value, item->value_len, "plain") ? 0 : -EINVAL;
	}
	if (is(item->key, item->key_len, "clock")) {
		spec->step_clock = is(item->value, item->value_len, "step");
		spec->real_clock = is(item->value, item->value_len, "real");
		return spec->step_clock || spec->real_clock ||
				       is(item->value, item->value_len, "run") ?
			       0 :
			       -EINVAL;
	}
	if (is(item->key, item->key_len, "kernel")) {
		spec->kernel = synthetic_kernel__find(item->value, item->value_len);
		return spec->kernel ? 0 : -EINVAL;
	}
	return -EINVAL;
}

/* Special cgroups are taken from the end of the list; there must be as many. */
static bool fits(const struct synthetic_spec *spec)
{
	if (spec->nodes > spec->cpus + spec->offline)
		return false;
	return (uint64_t)spec->gone + spec->unnamed + spec->norow <= spec->cgroups;
}

int synthetic_spec__parse(const char *text, struct synthetic_spec *spec, const char **bad)
{
	static const char default_kernel[] = "7.3";
	const char *p = text;

	*spec = (struct synthetic_spec){
		.cpus = 4,
		.cgroups = 12,
		.rate_per_sec = 500,
		.seed = 1,
		.kernel = synthetic_kernel__find(default_kernel, strlen(default_kernel)),
	};
	while (*p) {
		size_t len = strcspn(p, ","), key_len = strcspn(p, "=,");
		struct item item = {p, key_len, p + key_len + 1, len - key_len - 1};

		if (key_len == len || set_item(spec, &item)) {
			if (bad)
				*bad = p;
			return -EINVAL;
		}
		p += len + (p[len] == ',');
	}
	if (!fits(spec)) {
		if (bad)
			*bad = text;
		return -EINVAL;
	}
	return 0;
}
