// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A ledger through long random histories: cgroups are born, die, are renamed
 * and made anew under their paths, lose their cells and get new ones, do not
 * fit the kernel's table, have no name yet; rules change, and what is shown is
 * given to somebody now and then.  After each step the promises are checked
 * against the view before it.
 */
#include "test_ledger_common.h"

#include <stdio.h>

#define SIM_MOST 60

struct sim_cgroup {
	uint64_t id;
	char name[64];
	bool named, gone, has_row;
	struct counters c; /* of its row */
	uint32_t hist[MCT_COARSE_SLOTS];
};

struct sim {
	uint64_t seed;
	uint64_t now_ns, next_id;
	size_t n;
	struct sim_cgroup cgroups[SIM_MOST];
	struct cpu_row cpus[2]; /* what they counted never falls */
};

static uint64_t roll(struct sim *sim, uint64_t below)
{
	sim->seed = sim->seed * 6364136223846793005ull + 1442695040888963407ull;
	return (sim->seed >> 33) % below;
}

static bool chance(struct sim *sim, unsigned int percent)
{
	return roll(sim, 100) < percent;
}

/* Few paths, so that they are met again; some come out alike, or fold alike. */
static void pick_name(struct sim *sim, char *name, size_t size)
{
	static const char *const tops[] = {"/k", "/k\\xff", "/k\xff", "/j", ""};

	snprintf(name, size, "%s/p%u%s", tops[roll(sim, 5)], (unsigned int)roll(sim, 8),
		 chance(sim, 30) ? "/deep" : "");
}

static void birth(struct sim *sim)
{
	struct sim_cgroup *cg;

	if (sim->n == SIM_MOST)
		return;
	cg = &sim->cgroups[sim->n++];
	memset(cg, 0, sizeof(*cg));
	cg->id = sim->next_id++;
	cg->named = chance(sim, 90);
	cg->has_row = chance(sim, 90);
	cg->gone = chance(sim, 10);
	pick_name(sim, cg->name, sizeof(cg->name));
}

/* Its cells go to others; what comes back starts at zero. */
static void recycle(struct sim_cgroup *cg, bool at_once)
{
	memset(&cg->c, 0, sizeof(cg->c));
	memset(cg->hist, 0, sizeof(cg->hist));
	cg->has_row = at_once;
}

static void work(struct sim *sim, struct sim_cgroup *cg)
{
	struct cpu_row *cpu = &sim->cpus[roll(sim, 2)];
	unsigned int coarse = (unsigned int)roll(sim, MCT_COARSE_SLOTS);
	uint64_t holds = chance(sim, 2) ? 3000000000u : roll(sim, 50);
	struct counters more;

	for (size_t i = 0; i < WORDS_OF(more); i++)
		words__set(&more, i, chance(sim, 70) ? roll(sim, 1000) : 0);
	/* Corrections are less than raw sums, but for an interval now and then. */
	more.hold.raw_ns = roll(sim, 10000);
	more.hold.corr_ns = chance(sim, 5) ? 20000 : more.hold.raw_ns / 3;
	counters__add(&cpu->c, &more);
	cpu->hist.slot[fine_slot(coarse)] += holds;
	if (!cg->has_row)
		return;
	counters__add(&cg->c, &more);
	cg->hist[coarse] += (uint32_t)holds;
}

static void step(struct sim *sim)
{
	sim->now_ns += chance(sim, 3) ? 40 * S : roll(sim, 2 * S);
	if (chance(sim, 30))
		birth(sim);
	for (size_t i = 0; i < sim->n; i++) {
		struct sim_cgroup *cg = &sim->cgroups[i];

		if (chance(sim, 60))
			work(sim, cg);
		cg->gone |= chance(sim, 3);
		cg->named ^= chance(sim, 3);
		if (chance(sim, 2))
			pick_name(sim, cg->name, sizeof(cg->name));
		if (chance(sim, 2))
			recycle(cg, chance(sim, 50));
		else if (!cg->has_row && chance(sim, 10))
			cg->has_row = true;
	}
	/* A dead one is forgotten by the kernel in the end. */
	for (size_t i = 0; i < sim->n; i++)
		if (sim->cgroups[i].gone && chance(sim, 5)) {
			memmove(&sim->cgroups[i], &sim->cgroups[i + 1],
				(--sim->n - i) * sizeof(sim->cgroups[0]));
			break;
		}
}

static struct snapshot *take(const struct sim *sim)
{
	struct snapshot *snap = snapshot__new(NULL, 2, sim->n);
	size_t n = 0;

	assert_non_null(snap);
	snap->taken_ns = sim->now_ns;
	memcpy(snap->cpus, sim->cpus, sizeof(sim->cpus));
	snap->cpus[1].cpu = 1;
	for (size_t i = 0; i < sim->n; i++) {
		const struct sim_cgroup *cg = &sim->cgroups[i];
		struct cgroup_row *row = &snap->cgroups[n];

		if (!cg->has_row)
			continue;
		n++;
		row->id = cg->id;
		row->name = cg->named ? strdup(cg->name) : NULL;
		row->gone = cg->gone;
		row->c = cg->c;
		memcpy(row->hist, cg->hist, sizeof(row->hist));
	}
	snap->n_cgroups = n;
	snapshot__finish(snap);
	return snap;
}

/* A view, kept over the next update. */
struct kept {
	struct ledger_series *series, other;
	size_t n;
	struct counters host;
	uint64_t host_hist[MCT_COARSE_SLOTS];
	uint64_t hold_ns, cpu_hold_ns[2], refused;
};

static struct kept keep(const struct ledger_view *view)
{
	struct kept kept = {
		.series = calloc(view->n_series + 1, sizeof(*kept.series)),
		.n = view->n_series,
		.other = view->other,
		.host = view->now->total,
		.hold_ns = view->hold_ns[0],
		.cpu_hold_ns = {view->cpu_hold_ns[0], view->cpu_hold_ns[1]},
		.refused = view->refused,
	};

	assert_non_null(kept.series);
	for (size_t i = 0; i < kept.n; i++) {
		kept.series[i] = view->series[i];
		kept.series[i].label = strdup(view->series[i].label);
	}
	for (unsigned int i = 0; i < MCT_FINE_SLOTS; i++)
		kept.host_hist[hist_coarse.slot_of(hist_fine.low(i))] += view->now->hist.slot[i];
	return kept;
}

static void drop(struct kept *kept)
{
	for (size_t i = 0; i < kept->n; i++)
		free((char *)kept->series[i].label);
	free(kept->series);
}

static const struct ledger_series *kept_series(const struct kept *kept, const char *label)
{
	for (size_t i = 0; i < kept->n; i++)
		if (!strcmp(kept->series[i].label, label))
			return &kept->series[i];
	return NULL;
}

/* Adds what a series did; @was NULL: it is new, and counts from zero. */
static void add_increase(struct counters *sum, uint64_t *hist, const struct ledger_series *was,
			 const struct ledger_series *now)
{
	static const struct ledger_series zero;

	was = was ? was : &zero;
	assert_false(words__fell(&was->c, &now->c, WORDS_OF(now->c)));
	assert_false(words__fell(was->hist, now->hist, MCT_COARSE_SLOTS));
	assert_true(now->hold_ns >= was->hold_ns);
	for (size_t i = 0; i < WORDS_OF(*sum); i++)
		words__set(sum, i,
			   words__get(sum, i) + words__get(&now->c, i) - words__get(&was->c, i));
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		hist[i] += now->hist[i] - was->hist[i];
}

/* The host's increase is the sum of all increases, in every counter. */
static void check_sums(const struct kept *was, const struct ledger_view *view, bool shown_from_zero)
{
	static const struct counters none;
	uint64_t hist[MCT_COARSE_SLOTS] = {0};
	struct kept now = keep(view);
	struct counters sum = none;

	add_increase(&sum, hist, &was->other, &view->other);
	for (size_t i = 0; i < view->n_series; i++) {
		const struct ledger_series *old = kept_series(was, view->series[i].label);

		add_increase(&sum, hist, old, &view->series[i]);
		if (!old && shown_from_zero) {
			assert_memory_equal(&view->series[i].c, &none, sizeof(none));
			assert_int_equal(view->series[i].hold_ns, 0);
		}
	}
	for (size_t i = 0; i < WORDS_OF(sum); i++)
		assert_int_equal(words__get(&sum, i),
				 words__get(&now.host, i) - words__get(&was->host, i));
	for (unsigned int i = 0; i < MCT_COARSE_SLOTS; i++)
		assert_int_equal(hist[i], now.host_hist[i] - was->host_hist[i]);
	assert_int_equal(view->other_behind, 0);
	assert_true(now.hold_ns >= was->hold_ns);
	assert_true(now.cpu_hold_ns[0] >= was->cpu_hold_ns[0]);
	assert_true(now.cpu_hold_ns[1] >= was->cpu_hold_ns[1]);
	assert_true(now.refused >= was->refused);
	drop(&now);
}

static void check_labels(const struct ledger_view *view, size_t max_series)
{
	assert_int_equal(view->max_series, max_series);
	assert_true(view->n_series <= max_series);
	for (size_t i = 1; i < view->n_series; i++)
		assert_true(strcmp(view->series[i - 1].label, view->series[i].label) < 0);
}

/* What the histories must have met, or they prove nothing. */
struct met {
	size_t new_series, removed, full, gone, revived, counted, reloads;
};

static void note(struct met *met, const struct kept *was, const struct ledger_view *view)
{
	for (size_t i = 0; i < view->n_series; i++) {
		const struct ledger_series *now = &view->series[i];
		const struct ledger_series *old = kept_series(was, now->label);

		met->new_series += !old;
		met->gone += now->gone;
		met->revived += old && old->gone && !now->gone;
		met->counted += now->c.refills > 0;
	}
	for (size_t i = 0; i < was->n; i++) {
		bool there = false;

		for (size_t j = 0; j < view->n_series; j++)
			there |= !strcmp(view->series[j].label, was->series[i].label);
		met->removed += !there;
	}
	met->full += view->n_series == view->max_series;
}

static void reload(struct sim *sim, struct ledger *l, struct ledger_rules *rules,
		   struct pattern *const *patterns)
{
	static const struct label_key key = {.n = 16, .bytes = "0123456789abcdef"};
	struct kept was = keep(ledger__view(l));

	rules->label.depth = (unsigned int)roll(sim, 4);
	rules->label.key = chance(sim, 20) ? &key : NULL;
	rules->max_series = chance(sim, 20) ? roll(sim, 4) : 5 + roll(sim, 40);
	rules->pattern = patterns[roll(sim, 3)];
	rules->linger_ns = roll(sim, 60) * S;
	assert_int_equal(ledger__set_rules(l, rules), 0);
	/* Nothing counts by itself: series only leave. */
	check_sums(&was, ledger__view(l), true);
	for (size_t i = 0; i < ledger__view(l)->n_series; i++)
		assert_non_null(kept_series(&was, ledger__view(l)->series[i].label));
	drop(&was);
}

static void live_through(uint64_t seed, unsigned int steps, struct met *met)
{
	struct pattern *patterns[3] = {NULL};
	struct ledger_rules rules = rules_of(12);
	struct sim sim = {.seed = seed, .now_ns = 100 * S, .next_id = 1 + seed};
	struct ledger *l;

	assert_int_equal(pattern__new("/k", &patterns[0]), 0);
	assert_int_equal(pattern__new("/*/p[1-5]", &patterns[1]), 0);
	rules.linger_ns = 20 * S;
	l = ledger_of(rules);
	for (unsigned int i = 0; i < 30; i++)
		birth(&sim);
	step(&sim);
	assert_int_equal(ledger__update(l, take(&sim)), 0);
	for (unsigned int i = 0; i < steps; i++) {
		struct kept was = keep(ledger__view(l));

		step(&sim);
		assert_int_equal(ledger__update(l, take(&sim)), 0);
		check_sums(&was, ledger__view(l), true);
		check_labels(ledger__view(l), rules.max_series);
		note(met, &was, ledger__view(l));
		drop(&was);
		if (chance(&sim, 60))
			ledger__published(l);
		if (chance(&sim, 2)) {
			reload(&sim, l, &rules, patterns);
			check_labels(ledger__view(l), rules.max_series);
			met->reloads++;
		}
	}
	ledger__free(l);
	pattern__free(patterns[0]);
	pattern__free(patterns[1]);
}

static void the_promises_hold_through_any_history(void **state)
{
	struct met met = {0};

	(void)state;
	for (uint64_t seed = 1; seed <= 12; seed++)
		live_through(seed, 700, &met);
	assert_true(met.new_series > 500);
	assert_true(met.removed > 500);
	assert_true(met.full > 500);
	assert_true(met.gone > 500);
	assert_true(met.revived > 100);
	assert_true(met.counted > 5000);
	assert_true(met.reloads > 100);
}

/*
 * Each series against what its cgroups did, told from the snapshots: with one
 * id a label, always shown, a series has what its row did since it was new.
 */
static void a_series_is_what_its_cgroup_did(void **state)
{
	struct ledger_rules rules = rules_of(100);
	struct sim sim = {.seed = 99, .now_ns = 100 * S, .next_id = 1};
	uint64_t began[SIM_MOST + 1] = {0};
	struct ledger *l;

	(void)state;
	rules.linger_ns = UINT64_MAX;
	l = ledger_of(rules);
	for (unsigned int i = 0; i < 200; i++) {
		if (sim.n < SIM_MOST) {
			birth(&sim);
			sim.cgroups[sim.n - 1].named = sim.cgroups[sim.n - 1].has_row = true;
			sim.cgroups[sim.n - 1].gone = false;
			snprintf(sim.cgroups[sim.n - 1].name, sizeof(sim.cgroups[0].name), "/c%zu",
				 sim.n);
		}
		for (size_t j = 0; j < sim.n; j++)
			work(&sim, &sim.cgroups[j]);
		if (i < SIM_MOST)
			began[sim.n] = sim.cgroups[sim.n - 1].c.uncharge[0];
		assert_int_equal(ledger__update(l, take(&sim)), 0);
		ledger__published(l);
		assert_int_equal(ledger__view(l)->n_series, sim.n);
		for (size_t j = 0; j < sim.n; j++)
			assert_int_equal(find_series(l, sim.cgroups[j].name)->c.uncharge[0],
					 sim.cgroups[j].c.uncharge[0] - began[j + 1]);
	}
	ledger__free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_promises_hold_through_any_history),
		cmocka_unit_test(a_series_is_what_its_cgroup_did),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
