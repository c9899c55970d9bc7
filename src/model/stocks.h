/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which cgroups each CPU's memcg_stock holds pages of, at one moment. */
#ifndef MODEL_STOCKS_H
#define MODEL_STOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STOCK_SLOTS_MAX 16

struct stock_slot {
	uint64_t cgroup_id; /* 0: could not be read */
	uint32_t pages;
	char *name; /* path, or NULL: not known */
};

struct cpu_stock {
	uint32_t cpu;
	bool online;
	bool known;	/* false: this CPU's stock could not be read */
	bool locked;	/* the lock was held at that moment (only where lock_state) */
	unsigned int n; /* slots in use */
	struct stock_slot slot[STOCK_SLOTS_MAX];
};

struct stocks {
	uint64_t wall_ns;
	unsigned int slots; /* a CPU's stock has on this kernel: 1 on 6.x, 7 on 7.x */
	bool lock_state;
	size_t n_cpus;
	struct cpu_stock *cpus; /* ascending id */
};

/* Room for @n_cpus CPUs, or NULL when memory is short. */
struct stocks *stocks__new(size_t n_cpus);
void stocks__free(struct stocks *stocks);

#endif
