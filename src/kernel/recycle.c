// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/recycle.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/grace.h"
#include "model/quiet.h"
#include "model/words.h"
#include "util/log.h"

/* A cgroup without a name may be alive and out of view: left in peace for longer. */
#define UNNAMED_TIMES 10
#define PRESSED_NS 10000000000ull

/* A disowned cell. */
struct leaving {
	uint32_t cell;
	bool unseen;		/* a grace period ago no program and no frame had it */
	uint64_t serial;	/* it had */
	uint64_t since_ns;	/* of this state; 0: not yet seen by recycle__advance */
};

struct recycle {
	struct session *s;
	struct quiet *quiet;
	const uint64_t *chosen; /* cgroups left out from the next read on, ascending; quiet's */
	size_t n_chosen;
	bool *left_out;		/* by cell */
	struct leaving *leaving;
	size_t n_leaving;
	struct mct_cell *retired; /* by CPU */
	struct grace grace;
	uint64_t named;		/* entries of the ring that recycle__newcomer has returned */
};

struct recycle *recycle__new(struct session *s, uint64_t after_ns)
{
	const struct quiet_rules rules = {
		.gone_ns = after_ns,
		.unnamed_ns = UNNAMED_TIMES * after_ns,
		.pressed_ns = after_ns < PRESSED_NS ? after_ns : PRESSED_NS,
	};
	struct recycle *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->s = s;
	r->quiet = quiet__new(&rules);
	r->left_out = calloc(s->max_cells, sizeof(*r->left_out));
	r->leaving = calloc(s->max_cells, sizeof(*r->leaving));
	r->retired = calloc(s->n_cpus, sizeof(*r->retired));
	if (!r->quiet || !r->left_out || !r->leaving || !r->retired) {
		recycle__free(r);
		return NULL;
	}
	grace__init(&r->grace);
	return r;
}

void recycle__free(struct recycle *r)
{
	if (!r)
		return;
	quiet__free(r->quiet);
	free(r->left_out);
	free(r->leaving);
	free(r->retired);
	free(r);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static bool is_chosen(const struct recycle *r, uint64_t id)
{
	return r->n_chosen && bsearch(&id, r->chosen, r->n_chosen, sizeof(id), by_value);
}

bool recycle__hides(const struct recycle *r, uint32_t cell, uint64_t id)
{
	return r && (r->left_out[cell] || is_chosen(r, id));
}

const struct mct_cell *recycle__retired(const struct recycle *r, uint32_t cpu)
{
	return r ? &r->retired[cpu] : NULL;
}

static uint64_t spares_taken(const struct recycle *r)
{
	return __atomic_load_n(&r->s->claims->spares_taken, __ATOMIC_ACQUIRE);
}

size_t recycle__spares(const struct recycle *r)
{
	return r ? r->s->ctl->spares_given - spares_taken(r) : 0;
}

/*
 * Takes a cell out of its CPU's index.  False: it is not filed there, or not
 * yet: the program that claims it writes its number into the slot at the end.
 */
static bool unfile(const struct recycle *r, uint32_t cell, uint64_t serial)
{
	const struct session *s = r->s;
	struct mct_slot *block = s->index + (size_t)s->cells[cell].cpu * s->index_slots;

	for (uint32_t i = 0; i < MCT_INDEX_PROBES; i++) {
		struct mct_slot *slot = &block[(mct_index_hash(serial) + i) & (s->index_slots - 1)];

		if (__atomic_load_n(&slot->key, __ATOMIC_ACQUIRE) != serial ||
		    __atomic_load_n(&slot->cell, __ATOMIC_ACQUIRE) != cell)
			continue;
		/* In this order: a key that is gone can be claimed, and then the cell is not ours. */
		__atomic_store_n(&slot->cell, MCT_CELL_NONE, __ATOMIC_RELAXED);
		__atomic_store_n(&slot->key, MCT_KEY_GONE, __ATOMIC_RELEASE);
		return true;
	}
	return false;
}

static void disown(struct recycle *r, uint32_t n)
{
	struct mct_cell *cell = &r->s->cells[n];
	struct leaving *l = &r->leaving[r->n_leaving++];

	*l = (struct leaving){ .cell = n, .serial = cell->serial };
	r->left_out[n] = true;
	unfile(r, n, l->serial);
	__atomic_store_n(&cell->serial, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&cell->memcg, 0, __ATOMIC_RELAXED);
}

static void disown_chosen(struct recycle *r)
{
	uint32_t end = session__cells_end(r->s);

	if (!r->n_chosen)
		return;
	for (uint32_t n = MCT_CELL_FIRST(r->s->n_cpus); n < end; n++) {
		uint64_t id = __atomic_load_n(&r->s->cells[n].cgroup_id, __ATOMIC_ACQUIRE);

		if (id && !r->left_out[n] && is_chosen(r, id))
			disown(r, n);
	}
}

void recycle__after_read(struct recycle *r, const struct snapshot *snap)
{
	disown_chosen(r);
	if (quiet__look(r->quiet, snap, &r->chosen, &r->n_chosen))
		log__verbose("out of memory: no cells are freed this time");
}

/* Does a call that has not ended yet count in this cell? */
static bool in_open_frame(const struct recycle *r, uint32_t cell)
{
	const struct mct_cpu *cpu = &r->s->cpus[r->s->cells[cell].cpu];

	for (int i = 0; i < MCT_FRAMES; i++) {
		const struct mct_frame *f = &cpu->frames[MCT_SITE_REFILL][i];

		if (__atomic_load_n(&f->key, __ATOMIC_ACQUIRE) && f->cell == cell)
			return true;
	}
	return false;
}

static void keep_max(struct mct_max *to, const struct mct_max *from)
{
	if (from->epoch > to->epoch || (from->epoch == to->epoch && from->ns > to->ns))
		*to = *from;
}

/* Its counts go to the retired ones of its CPU; its histogram had a meaning for its row only. */
static void empty(struct recycle *r, uint32_t n)
{
	const size_t first = offsetof(struct mct_cell, refills);
	const size_t words = (offsetof(struct mct_cell, max) - first) / sizeof(uint64_t);
	struct mct_cell *cell = &r->s->cells[n];
	struct mct_cell *to = &r->retired[cell->cpu];

	words__add((char *)to + first, (const char *)cell + first, words);
	for (int i = 0; i < 2; i++)
		keep_max(&to->max[i], &cell->max[i]);
	memset(cell, 0, sizeof(*cell));
	memset(&r->s->labels[n], 0, sizeof(r->s->labels[n]));
	r->left_out[n] = false;
}

/* Into the ring, from entry @given on; room was seen to before. */
static void give(struct recycle *r, uint64_t given, uint32_t cell)
{
	r->s->spares[given & (r->s->spare_slots - 1)] = cell;
}

/* One step for a disowned cell; true: it is free now. */
static bool step(struct recycle *r, struct leaving *l, bool grace, uint64_t now_ns)
{
	if (!l->since_ns)
		l->since_ns = now_ns;
	if (!grace && now_ns - l->since_ns < GRACE_LONG_NS)
		return false;
	if (l->unseen)
		return true;
	l->since_ns = now_ns;
	l->unseen = !unfile(r, l->cell, l->serial) && !in_open_frame(r, l->cell);
	return false;
}

void recycle__advance(struct recycle *r, uint64_t now_ns)
{
	uint64_t given = r->s->ctl->spares_given;
	size_t kept = 0;
	bool grace;

	if (!r->n_leaving || !grace__due(&r->grace, now_ns))
		return;
	grace = grace__wait(&r->grace);
	for (size_t i = 0; i < r->n_leaving; i++) {
		struct leaving *l = &r->leaving[i];

		/* An entry is written over only after its last owner was noticed. */
		if (given - r->named < r->s->spare_slots && step(r, l, grace, now_ns)) {
			empty(r, l->cell);
			give(r, given++, l->cell);
		} else {
			r->leaving[kept++] = *l;
		}
	}
	r->n_leaving = kept;
	__atomic_store_n(&r->s->ctl->spares_given, given, __ATOMIC_RELEASE);
}

bool recycle__newcomer(struct recycle *r, uint32_t *cell)
{
	if (r->named == spares_taken(r))
		return false;
	*cell = r->s->spares[r->named & (r->s->spare_slots - 1)];
	if (!__atomic_load_n(&r->s->cells[*cell].cgroup_id, __ATOMIC_ACQUIRE))
		return false; /* taken this moment and not complete yet */
	r->named++;
	return true;
}
