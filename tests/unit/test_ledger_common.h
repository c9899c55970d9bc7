/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tests of the ledger share: snapshots in which all counters of a row
 * are multiples of one number, its count k, so that one number tells whether all
 * of them were added up.
 */
#ifndef TEST_LEDGER_COMMON_H
#define TEST_LEDGER_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "export/ledger.h"
#include "model/hist.h"
#include "model/words.h"

#define ROWS_MOST 12
#define S	  1000000000ull

struct row {
	uint64_t id; /* 0: no more rows */
	const char *name;
	uint64_t k;
	bool gone;
};

/* A host at @t_s seconds; @rest: what its CPUs counted beside the rows. */
struct scene {
	uint64_t t_s;
	uint64_t rest;
	struct row rows[ROWS_MOST];
};

#define ROW(id_, name_, k_)  { .id = id_, .name = name_, .k = k_, .gone = false }
#define GONE(id_, name_, k_) { .id = id_, .name = name_, .k = k_, .gone = true }
#define NO_ROW		     { .id = 0 }

/* How much of a counter one event of @k is.  Holds are longer than their corrections. */
static inline uint64_t weight(size_t word)
{
	size_t hold = offsetof(struct counters, hold) / 8;

	if (word == hold + offsetof(struct mct_hold, raw_ns) / 8 ||
	    word == hold + offsetof(struct mct_hold, span_raw_ns) / 8)
		return 1000;
	return word + 1;
}

static inline uint64_t slot_weight(unsigned int slot)
{
	return slot % 7 + 1;
}

#define HOLD_WEIGHT (1000 - weight((offsetof(struct counters, hold) + offsetof(struct mct_hold, corr_ns)) / 8))

static inline void set_counters(struct counters *c, uint64_t k)
{
	for (size_t i = 0; i < WORDS_OF(*c); i++)
		words__set(c, i, k * weight(i));
}

/* A fine slot that lies in this coarse one. */
static inline unsigned int fine_slot(unsigned int coarse)
{
	return hist_fine.slot_of(hist_coarse.low(coarse));
}

static inline struct snapshot *snapshot_of(const struct scene *scene)
{
	uint64_t total = scene->rest;
	struct snapshot *snap;
	size_t n = 0;

	while (n < ROWS_MOST && scene->rows[n].id)
		n++;
	snap = snapshot__new(NULL, 1, n);
	assert_non_null(snap);
	snap->taken_ns = scene->t_s * S;
	snap->active_ns = scene->t_s * S;
	for (size_t i = 0; i < n; i++) {
		const struct row *row = &scene->rows[i];
		struct cgroup_row *to = &snap->cgroups[i];

		to->id = row->id;
		to->gone = row->gone;
		to->name = row->name ? strdup(row->name) : NULL;
		set_counters(&to->c, row->k);
		for (unsigned int j = 0; j < MCT_COARSE_SLOTS; j++)
			to->hist[j] = (uint32_t)(row->k * slot_weight(j));
		total += row->k;
	}
	set_counters(&snap->cpus[0].c, total);
	for (unsigned int j = 0; j < MCT_COARSE_SLOTS; j++)
		snap->cpus[0].hist.slot[fine_slot(j)] += total * slot_weight(j);
	snapshot__finish(snap);
	return snap;
}

/* The count of a series; fails when its counters are not all multiples of the same one. */
static inline uint64_t count_of(const struct ledger_series *s)
{
	uint64_t k = s->c.refills / weight(0);

	for (size_t i = 0; i < WORDS_OF(s->c); i++)
		if (words__get(&s->c, i) != k * weight(i))
			fail_msg("%s: counter %zu is %lu, wanted %lu of %lu",
				 s->label ? s->label : "other", i,
				 (unsigned long)words__get(&s->c, i), (unsigned long)weight(i),
				 (unsigned long)k);
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		assert_int_equal(s->hist[i], k * slot_weight(i));
	assert_int_equal(s->hold_ns, k * HOLD_WEIGHT);
	return k;
}

static inline const struct ledger_series *find_series(const struct ledger *l, const char *label)
{
	const struct ledger_view *view = ledger__view(l);

	for (size_t i = 0; i < view->n_series; i++)
		if (!strcmp(view->series[i].label, label))
			return &view->series[i];
	return NULL;
}

#define assert_series(l, label, k)                                                                \
	do {                                                                                      \
		assert_non_null(find_series(l, label));                                           \
		assert_int_equal(count_of(find_series(l, label)), k);                             \
	} while (0)
#define assert_no_series(l, label) assert_null(find_series(l, label))
#define assert_other(l, k)	   assert_int_equal(count_of(&ledger__view(l)->other), k)

static inline struct ledger_rules rules_of(size_t max_series)
{
	return (struct ledger_rules){
		.max_series = max_series,
		.linger_ns = LEDGER_LINGER_NS,
		.max_window_ns = LEDGER_MAX_WINDOW_NS,
	};
}

static inline struct ledger *ledger_of(struct ledger_rules rules)
{
	struct ledger *l = ledger__new(&rules);

	assert_non_null(l);
	return l;
}

static inline void update(struct ledger *l, struct scene scene)
{
	assert_int_equal(ledger__update(l, snapshot_of(&scene)), 0);
}

/* The same, and somebody is shown it. */
static inline void update_shown(struct ledger *l, struct scene scene)
{
	update(l, scene);
	ledger__published(l);
}

/* A scene at @t_s with these rows, after @rest. */
#define UPDATE(l, t_s_, rest_, ...) \
	update(l, (struct scene){ .t_s = t_s_, .rest = rest_, .rows = { __VA_ARGS__ } })
#define UPDATE_SHOWN(l, t_s_, rest_, ...) \
	update_shown(l, (struct scene){ .t_s = t_s_, .rest = rest_, .rows = { __VA_ARGS__ } })

#endif
