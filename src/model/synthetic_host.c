// SPDX-License-Identifier: GPL-2.0-or-later
/* Cgroups, CPUs and rates of a synthetic host. */
#include "model/synthetic_host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mct_hist.h"
#include "model/synthetic_kernel.h"

/* Most CPUs a cgroup runs on: the shape the cost limits of the tool speak of. */
#define MAX_ACTIVE_CPUS 64u

/* The finalizer of splitmix64. */
uint64_t synthetic__mix(uint64_t seed, enum synthetic_salt salt, uint64_t a, uint64_t b)
{
	uint64_t z = seed + 0x9e3779b97f4a7c15ull * (1 + salt + 4 * a + 4000003 * b);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

static char *plain_name(unsigned int i)
{
	char *name = NULL;
	int len;

	switch (i % 4) {
	case 0:
		len = asprintf(&name, "/system.slice/unit-%u.service", i);
		break;
	case 1:
		len = asprintf(&name, "/user.slice/user-%u.slice/session-%u.scope", 1000 + i, i);
		break;
	case 2:
		len = asprintf(&name, "/kubepods.slice/kubepods-burstable.slice/pod%u/container%u",
			       i / 4, i);
		break;
	default:
		len = asprintf(&name, "/batch/job%u", i);
		break;
	}
	return len < 0 ? NULL : name;
}

/* Names that broke other tools; the number keeps them distinct. */
static char *odd_name(unsigned int i)
{
	static const char *const patterns[] = {
		"/system.slice/dev-disk-by\\x2duuid-%u.swap",
		"/odd/escape\033[31mred%u",
		"/odd/not-utf8-\xff\xfe%u",
		"/odd/caf\xc3\xa9-%u",
		"/odd/quote\"brace{a=\"b\"}%u",
		"/odd/tab\there%u",
		"/odd/wide-\xe6\xb1\x89\xe5\xad\x97-%u",
		"/odd/<b>html&amp;</b>%u",
	};
	char *name = NULL;
	int len;

	if (i % 9 == 8) {
		char part[201];

		memset(part, 'x', sizeof(part) - 1);
		part[sizeof(part) - 1] = '\0';
		len = asprintf(&name, "/odd/%s/%s/%u", part, part, i);
	} else {
		len = asprintf(&name, patterns[i % 9], i);
	}
	return len < 0 ? NULL : name;
}

static uint32_t level_of(const char *name)
{
	uint32_t level = 0;

	for (; *name; name++)
		level += *name == '/';
	return level;
}

/*
 * Lengths grow by about 45 % from class to class, so that the longest class
 * has the longest holds.  Where uncharges wait for the unlock, holds are
 * shorter and lie closer together.
 */
static void fill_classes(struct synthetic_cgroup *cg, unsigned int i,
			 const struct synthetic_spec *spec)
{
	bool deferred = spec->kernel->deferred;
	uint64_t ns = 180 + synthetic__mix(spec->seed, SALT_HOLD, i, 0) % 240;

	if (deferred)
		ns = ns * 3 / 5;
	for (unsigned int c = 0; c < SYNTHETIC_CLASSES; c++) {
		struct synthetic_class *class = &cg->class[c];

		class->ns = (uint32_t)ns;
		class->drain_ns = (uint32_t)(ns * 3);
		class->fine = (uint16_t)mct_fine_slot(class->ns);
		class->drain_fine = (uint16_t)mct_fine_slot(class->drain_ns);
		class->coarse = (uint8_t)mct_coarse_slot(class->ns);
		ns = ns * (deferred ? 26 : 29) / 20 +
		     synthetic__mix(spec->seed, SALT_HOLD, i, c + 1) % (ns / 16);
	}
}

static int fill_cgroups(struct synthetic_host *host, const struct synthetic_spec *spec)
{
	unsigned int rows = spec->cgroups - spec->norow, named = rows - spec->unnamed;

	host->cgroups = calloc(spec->cgroups + 1, sizeof(*host->cgroups));
	if (!host->cgroups)
		return -ENOMEM;
	host->n_cgroups = spec->cgroups;
	for (unsigned int i = 0; i < spec->cgroups; i++) {
		struct synthetic_cgroup *cg = &host->cgroups[i];

		cg->id = 1000 + 17ull * i;
		cg->has_row = i < rows;
		cg->gone = i < named && i >= named - spec->gone;
		cg->level = 1;
		fill_classes(cg, i, spec);
		if (i >= named)
			continue;
		cg->name = spec->odd_names ? odd_name(i) : plain_name(i);
		if (!cg->name)
			return -ENOMEM;
		cg->level = level_of(cg->name);
	}
	return 0;
}

static int fill_cpus(struct synthetic_host *host, const struct synthetic_spec *spec)
{
	unsigned int offline = spec->offline, online = spec->cpus;

	host->n_cpus = (size_t)spec->cpus + spec->offline;
	host->online = calloc(host->n_cpus, sizeof(*host->online));
	if (!host->online)
		return -ENOMEM;
	for (size_t i = 0; i < host->n_cpus; i++) {
		host->online[i] = online && (i % 2 == 0 || !offline);
		if (host->online[i])
			online--;
		else
			offline--;
	}
	return 0;
}

/* Does cgroup @i run on the @nth online CPU?  On a window of CPUs, if there are many. */
static bool runs_on(unsigned int i, unsigned int nth, unsigned int n_online)
{
	unsigned int width = n_online < MAX_ACTIVE_CPUS ? n_online : MAX_ACTIVE_CPUS;

	return (nth + n_online - i * 13u % n_online) % n_online < width;
}

/* Adds the pairs of one CPU; each evicts the next, the last the first. */
static void add_pairs(struct synthetic_host *host, const struct synthetic_spec *spec, uint32_t cpu,
		      unsigned int nth)
{
	struct synthetic_pair *pairs = &host->pairs[host->n_pairs];
	size_t n = 0;

	for (unsigned int i = 0; i < spec->cgroups; i++) {
		uint64_t spread;

		if (!runs_on(i, nth, spec->cpus))
			continue;
		/* A few are busy, most are not: from a quarter of the mean to four times. */
		spread = 250 + synthetic__mix(spec->seed, SALT_RATE, i, cpu) % 500;
		if (i % 5 == 0)
			spread = spread * 11 / 2;
		pairs[n++] = (struct synthetic_pair){
			.cpu = cpu,
			.cgroup = i,
			.rate_mhz = spec->rate_per_sec * spread,
		};
	}
	for (size_t i = 0; i < n; i++) {
		bool evicts = n > (spec->kernel->slots ? 7 : 1);

		pairs[i].victim = pairs[evicts ? (i + 1) % n : i].cgroup;
	}
	host->n_pairs += n;
}

static int fill_pairs(struct synthetic_host *host, const struct synthetic_spec *spec)
{
	size_t width = spec->cpus < MAX_ACTIVE_CPUS ? spec->cpus : MAX_ACTIVE_CPUS;
	unsigned int nth = 0;

	host->pairs = calloc(width * spec->cgroups + 1, sizeof(*host->pairs));
	if (!host->pairs)
		return -ENOMEM;
	for (uint32_t cpu = 0; cpu < host->n_cpus; cpu++)
		if (host->online[cpu])
			add_pairs(host, spec, cpu, nth++);
	return 0;
}

int synthetic_host__init(struct synthetic_host *host, const struct synthetic_spec *spec)
{
	int err;

	memset(host, 0, sizeof(*host));
	err = fill_cgroups(host, spec);
	if (!err)
		err = fill_cpus(host, spec);
	if (!err)
		err = fill_pairs(host, spec);
	return err;
}

void synthetic_host__clear(struct synthetic_host *host)
{
	for (size_t i = 0; i < host->n_cgroups; i++)
		free(host->cgroups[i].name);
	free(host->cgroups);
	free(host->online);
	free(host->pairs);
	memset(host, 0, sizeof(*host));
}
