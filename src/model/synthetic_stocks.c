// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/synthetic_stocks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/synthetic_fate.h"
#include "model/synthetic_kernel.h"

/* Slots change hands this often, so that two looks in a row can be alike. */
#define TURN_NS 200000000ull

struct moment {
	const struct synthetic_spec *spec;
	const struct synthetic_host *host;
	uint64_t turn;
	bool gone; /* the removed cgroups are */
};

static uint64_t mix(const struct moment *at, enum synthetic_salt salt, uint64_t cpu, uint64_t slot)
{
	return synthetic__mix(at->spec->seed, salt, cpu * STOCK_SLOTS_MAX + slot, at->turn);
}

/* Index of the CPU's first pair; *@n of them follow each other. */
static size_t pairs_of(const struct synthetic_host *host, uint32_t cpu, size_t *n)
{
	size_t low = 0, high = host->n_pairs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (host->pairs[middle].cpu < cpu)
			low = middle + 1;
		else
			high = middle;
	}
	for (*n = 0; low + *n < host->n_pairs && host->pairs[low + *n].cpu == cpu; ++*n)
		;
	return low;
}

/* A window of the cgroups that run there, moving on turn by turn. */
static int fill_cpu(const struct moment *at, unsigned int slots, struct cpu_stock *cpu)
{
	size_t n, first = pairs_of(at->host, cpu->cpu, &n);
	size_t from = n ? mix(at, SALT_STOCK, cpu->cpu, 0) % n : 0;

	for (size_t i = 0; i < n && cpu->n < slots; i++) {
		const struct synthetic_pair *pair = &at->host->pairs[first + (from + i) % n];
		const struct synthetic_cgroup *cg = &at->host->cgroups[pair->cgroup];
		struct stock_slot *slot = &cpu->slot[cpu->n];

		if (cg->gone && at->gone)
			continue;
		slot->cgroup_id = cg->id;
		slot->pages = 1 + (uint32_t)(mix(at, SALT_PAGES, cpu->cpu, cpu->n) % 64);
		slot->name = cg->name ? strdup(cg->name) : NULL;
		if (cg->name && !slot->name)
			return -ENOMEM;
		cpu->n++;
	}
	return 0;
}

int synthetic_stocks__at(const struct synthetic_spec *spec, const struct synthetic_host *host,
			 uint64_t active_ns, struct stocks **out, const char **why)
{
	const struct moment at = {
		.spec = spec,
		.host = host,
		.turn = active_ns / TURN_NS,
		.gone = active_ns > SYNTHETIC_GONE_AFTER_NS,
	};
	struct stocks *stocks;
	int err = 0;

	if (spec->kernel->mode == ATTACH_KPROBE) {
		*why = "this kernel has no BTF, which reading the stocks needs";
		return -ENOTSUP;
	}
	*why = "out of memory";
	stocks = stocks__new(host->n_cpus);
	if (!stocks)
		return -ENOMEM;
	stocks->wall_ns = SYNTHETIC_WALL_NS + active_ns;
	stocks->slots = spec->kernel->slots ? 7 : 1;
	stocks->lock_state = spec->kernel->lock_state;
	for (size_t i = 0; !err && i < host->n_cpus; i++) {
		struct cpu_stock *cpu = &stocks->cpus[i];

		cpu->online = host->online[i];
		cpu->known = true;
		cpu->locked =
			stocks->lock_state && cpu->online && mix(&at, SALT_STOCK, i, 1) % 32 == 0;
		err = fill_cpu(&at, stocks->slots, cpu);
	}
	if (err) {
		stocks__free(stocks);
		return err;
	}
	*out = stocks;
	return 0;
}
