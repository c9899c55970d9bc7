/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fixed part of a synthetic host: its cgroups, which of them runs on which
 * CPU and how fast, and how long their holds are.  Inside model/synthetic*.c.
 */
#ifndef MODEL_SYNTHETIC_HOST_H
#define MODEL_SYNTHETIC_HOST_H

#include "model/synthetic.h"

/* Uses of the hash, so that equal numbers do not meet. */
enum synthetic_salt { SALT_HOLD, SALT_RATE, SALT_STOCK, SALT_PAGES };

/* A number for (seed, salt, a, b), well mixed. */
uint64_t synthetic__mix(uint64_t seed, enum synthetic_salt salt, uint64_t a, uint64_t b);

/*
 * Holds of a cgroup come in classes of growing length; hold number n (from 1)
 * is of class ctz(n), so class 0 has half of them, class 1 a quarter, and the
 * numbers of each can be told from the count alone and only grow.
 */
#define SYNTHETIC_CLASSES 12

struct synthetic_class {
	uint32_t ns, drain_ns;
	uint16_t fine, drain_fine; /* slots of the above */
	uint8_t coarse;
};

struct synthetic_cgroup {
	uint64_t id;
	char *name; /* NULL: never seen */
	uint32_t level;
	bool gone, has_row;
	struct synthetic_class class[SYNTHETIC_CLASSES];
};

/* A cgroup on a CPU. */
struct synthetic_pair {
	uint32_t cpu, cgroup;		  /* indices */
	uint32_t victim;		  /* index of the cgroup it evicts; itself: evicts none */
	uint64_t rate_mhz;		  /* refills in a thousand seconds */
	uint64_t seen_holds, seen_drains; /* at the last read, for the maxima */
};

struct synthetic_host {
	size_t n_cpus, n_cgroups, n_pairs;
	bool *online;
	struct synthetic_cgroup *cgroups;
	struct synthetic_pair *pairs; /* by CPU, then cgroup */
};

/* Returns 0 or -ENOMEM; clear in either case. */
int synthetic_host__init(struct synthetic_host *host, const struct synthetic_spec *spec);
void synthetic_host__clear(struct synthetic_host *host);

/* Holds of class @i among the first @n. */
static inline uint64_t synthetic_class__count(uint64_t n, unsigned int i)
{
	return i < SYNTHETIC_CLASSES - 1 ? (n >> i) - (n >> (i + 1)) : n >> i;
}

/* Longest class that has a hold among those after the first @seen, up to @n > @seen. */
static inline unsigned int synthetic_class__longest(uint64_t seen, uint64_t n)
{
	unsigned int i = 63 - (unsigned int)__builtin_clzll(seen ^ n);

	return i < SYNTHETIC_CLASSES ? i : SYNTHETIC_CLASSES - 1;
}

#endif
