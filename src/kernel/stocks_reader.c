// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/stocks_reader.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/live_cpus.h"
#include "kernel/object.h"
#include "mct_stock.h"
#include "util/clock.h"

/* A slot that changes hands in some nanoseconds will hold still the next time. */
#define TRIES 3

_Static_assert(STOCK_SLOTS_MAX >= MCT_STOCK_SLOTS, "room for every slot");

struct stocks_reader {
	struct bpf_object *obj;
	int prog_fd;
	unsigned int n_cpus;
};

static const char *reason(int err)
{
	switch (err) {
	case -EPERM:
	case -EACCES:
		return "loading the program that reads the stocks takes CAP_BPF and CAP_PERFMON";
	case -ENOMEM:
		return "out of memory";
	default:
		return "the kernel refused the program that reads the stocks (-v says more)";
	}
}

static int load(struct stocks_reader *r)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts, .object_name = "memcgtop_stocks");
	struct bpf_program *prog;
	const void *bytes;
	size_t n_bytes;
	int err;

	bytes = object__find("stocks", &n_bytes);
	r->obj = bytes ? bpf_object__open_mem(bytes, n_bytes, &opts) : NULL;
	if (!r->obj)
		return bytes ? -errno : -ENOENT;
	err = bpf_object__load(r->obj);
	if (err)
		return err;
	prog = bpf_object__find_program_by_name(r->obj, "read_stock");
	r->prog_fd = prog ? bpf_program__fd(prog) : -ENOENT;
	return r->prog_fd < 0 ? r->prog_fd : 0;
}

int stocks_reader__open(struct stocks_reader **reader, const struct facts *facts, const char **why)
{
	struct stocks_reader *r;
	int err;

	if (facts__percpu_bytes(facts, "memcg_stock") < 0) {
		*why = "this kernel's BTF has no memcg_stock variable";
		return -ENOTSUP;
	}
	r = calloc(1, sizeof(*r));
	err = r ? load(r) : -ENOMEM;
	if (err) {
		*why = reason(err);
		stocks_reader__close(r);
		return err;
	}
	r->n_cpus = facts->possible_cpus;
	*reader = r;
	return 0;
}

void stocks_reader__close(struct stocks_reader *r)
{
	if (!r)
		return;
	bpf_object__close(r->obj);
	free(r);
}

static bool torn(const struct mct_stock *raw)
{
	for (unsigned int i = 0; i < MCT_STOCK_SLOTS; i++)
		if (raw->slot[i].state == MCT_SLOT_TORN)
			return true;
	return false;
}

/* 0 or a negative errno; raw->slots == 0: there is nothing of that CPU to read. */
static int read_cpu(const struct stocks_reader *r, unsigned int cpu, struct mct_stock *raw)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = raw, .ctx_size_in = sizeof(*raw));

	for (int i = 0; i < TRIES; i++) {
		memset(raw, 0, sizeof(*raw));
		raw->cpu = cpu;
		if (bpf_prog_test_run_opts(r->prog_fd, &opts))
			return -errno;
		if (!torn(raw))
			break;
	}
	return 0;
}

static void keep(struct cpu_stock *cpu, const struct mct_stock *raw)
{
	cpu->known = raw->slots > 0;
	cpu->locked = raw->locked;
	for (unsigned int i = 0; i < raw->slots; i++) {
		const struct mct_stock_slot *slot = &raw->slot[i];

		if (slot->state == MCT_SLOT_FREE)
			continue;
		cpu->slot[cpu->n++] = (struct stock_slot){
			.cgroup_id = slot->state == MCT_SLOT_HELD ? slot->cgroup_id : 0,
			.pages = slot->pages,
		};
	}
}

/* Those that are offline keep a stock too, which hotplug has emptied. */
static int read_cpus(const struct stocks_reader *r, struct stocks *stocks)
{
	for (unsigned int i = 0; i < r->n_cpus; i++) {
		struct mct_stock raw;
		int err = read_cpu(r, i, &raw);

		if (err)
			return err;
		keep(&stocks->cpus[i], &raw);
		if (raw.slots) {
			stocks->slots = raw.slots;
			stocks->lock_state = raw.lock_known;
		}
	}
	return 0;
}

/* What is not in the stocks themselves. */
static int complete(struct stocks *stocks, struct live_names *names)
{
	struct cpulist *online = live_cpus__online();

	for (size_t i = 0; i < stocks->n_cpus; i++)
		stocks->cpus[i].online = !online || cpulist__has(online, stocks->cpus[i].cpu);
	cpulist__free(online);
	return names ? live_names__fill_stocks(names, stocks, clock__ns(CLOCK_MONOTONIC)) : 0;
}

int stocks_reader__read(struct stocks_reader *r, struct live_names *names, struct stocks **out,
			const char **why)
{
	struct stocks *stocks = stocks__new(r->n_cpus);
	int err = -ENOMEM;

	*why = "out of memory";
	if (!stocks)
		return err;
	stocks->wall_ns = clock__ns(CLOCK_REALTIME);
	err = read_cpus(r, stocks);
	if (err) {
		*why = "the kernel refused to run the program that reads the stocks";
	} else if (!stocks->slots) {
		*why = "memcg_stock has a shape that is not known";
		err = -ENOTSUP;
	} else {
		err = complete(stocks, names);
	}
	if (err) {
		stocks__free(stocks);
		return err;
	}
	*out = stocks;
	return 0;
}
