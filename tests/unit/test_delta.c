// SPDX-License-Identifier: GPL-2.0-or-later
/* Differences, their sums, and the numbers derived from them. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/delta.h"
#include "model/hist.h"

/* A host whose counters are @k times a base; cgroups as listed, ended by 0. */
static struct snapshot *host(uint64_t k, const uint64_t *ids)
{
	size_t n = 0;
	struct snapshot *s;

	while (ids[n])
		n++;
	s = snapshot__new(NULL, 2, n);
	assert_non_null(s);
	s->seq = k;
	s->taken_ns = 1000 * k;
	s->wall_ns = 500000 + 1000 * k;
	s->active_ns = 1000000000ull * k;
	s->timed_ns = 1000000000ull * k;
	s->floor.exit_ns = 100 + (double)k;
	s->floor.epoch = (uint32_t)k;
	s->counter_other = 3 * k;
	s->big_refills = 2 * k;
	s->loss.stale = 5 * k;
	s->loss.misses[ROLE_DRAIN] = 7 * k;
	s->loss.misses_known[ROLE_DRAIN] = true;
	s->cost.user_ns = 11 * k;
	s->cost.rss_bytes = 4096;
	s->cost.run_count[ROLE_REFILL] = 200 * k;
	s->cost.bpf_known = true;
	s->cells_used = 4;
	for (unsigned int i = 0; i < 2; i++) {
		struct cpu_row *cpu = &s->cpus[i];

		cpu->cpu = i;
		cpu->online = true;
		cpu->c.refills = 100 * k;
		cpu->c.hold.count = 90 * k;
		cpu->c.hold.raw_ns = 90 * 1100 * k;
		cpu->c.hold.corr_ns = 90 * 100 * k;
		cpu->c.hold.lower_ns = 90 * 400 * k;
		cpu->c.hold.span_count = 100 * k;
		cpu->c.hold.span_raw_ns = 100 * 3100 * k;
		cpu->c.hold.span_corr_ns = 100 * 100 * k;
		cpu->c.uncharge[MCT_UNCHARGE_UNDER_LOCK] = 25 * k;
		cpu->c.charge[MCT_CHARGE_NO_STOCK] = 8 * k;
		cpu->c.charge[MCT_CHARGE_LOCK_BUSY] = 2 * k;
		cpu->c.charge[MCT_CHARGE_OVERSIZE] = k;
		cpu->c.charge[MCT_CHARGE_RETRY] = 50 * k;
		cpu->c.refill_oversize = 3 * k;
		cpu->c.refill_lock_busy = 4 * k;
		cpu->c.evict_caused = cpu->c.evict_suffered = 20 * k;
		cpu->drain_hold.count = 5 * k;
		cpu->drain_hold.raw_ns = 5 * 2100 * k;
		cpu->drain_hold.corr_ns = 5 * 100 * k;
		cpu->refills_ctx[MCT_CTX_TASK] = 100 * k;
		cpu->entry_busy = 4 * k;
		cpu->hist.slot[hist_fine.slot_of(1000)] = 90 * k;
		cpu->drain_hist.slot[hist_fine.slot_of(2000)] = 5 * k;
		cpu->max = (struct longest){.ns = 1000 + i, .cgroup_id = ids[0], .at_ns = k};
	}
	for (size_t i = 0; i < n; i++) {
		s->cgroups[i].id = ids[i];
		s->cgroups[i].name = strdup(i ? "/b" : "/a");
		s->cgroups[i].c.refills = 60 * k;
		s->cgroups[i].c.hold.count = 54 * k;
		s->cgroups[i].hist[hist_coarse.slot_of(1000)] = (uint32_t)(54 * k);
		s->cgroups[i].max.ns = 10 * k;
	}
	snapshot__finish(s);
	return s;
}

static const uint64_t ab[] = {7, 9, 0}, b_only[] = {9, 0}, bc[] = {9, 11, 0};

static void differences_of_everything(void **state)
{
	struct snapshot *from = host(3, ab), *to = host(5, ab);
	struct snapshot *d = delta__new(from, to);

	(void)state;
	assert_non_null(d);
	assert_int_equal(d->active_ns, 2000000000ull);
	assert_int_equal(d->taken_ns, to->taken_ns);
	assert_int_equal(d->wall_ns, to->wall_ns);
	assert_int_equal(d->seq, 5);
	assert_true(d->floor.exit_ns == 105);
	assert_int_equal(d->floor.epoch, 5);
	assert_int_equal(d->counter_other, 6);
	assert_int_equal(d->big_refills, 4);
	assert_int_equal(d->loss.stale, 10);
	assert_int_equal(d->loss.misses[ROLE_DRAIN], 14);
	assert_true(d->loss.misses_known[ROLE_DRAIN]);
	assert_false(d->loss.misses_known[ROLE_REFILL]);
	assert_int_equal(d->cost.user_ns, 22);
	assert_int_equal(d->cost.rss_bytes, 4096);
	assert_int_equal(d->cost.run_count[ROLE_REFILL], 400);
	assert_int_equal(d->cells_used, 4);
	assert_int_equal(d->total.refills, 400);
	assert_int_equal(d->total.hold.count, 360);
	assert_int_equal(d->drain_hold.count, 20);
	assert_int_equal(d->refills_ctx[MCT_CTX_TASK], 400);
	assert_int_equal(d->entry_busy, 16);
	assert_int_equal(d->hist.slot[hist_fine.slot_of(1000)], 360);
	assert_int_equal(d->drain_hist.slot[hist_fine.slot_of(2000)], 20);
	assert_int_equal(d->cpus[1].c.refills, 200);
	assert_int_equal(d->cgroups[0].c.refills, 120);
	assert_int_equal(d->cgroups[1].hist[hist_coarse.slot_of(1000)], 108);
	assert_string_equal(d->cgroups[1].name, "/b");
	assert_int_equal(d->overflow.c.refills, 400 - 240);
	assert_int_equal(d->overflow.hist[hist_coarse.slot_of(1000)], 360 - 216);
	/* Maxima have no difference: they are those of the window. */
	assert_int_equal(d->max.ns, 1001);
	assert_int_equal(d->cgroups[0].max.ns, 50);
	snapshot__free(d);
	snapshot__free(from);
	snapshot__free(to);
}

static void from_nothing_is_since_attach(void **state)
{
	struct snapshot *to = host(5, ab);
	struct snapshot *d = delta__new(NULL, to);

	(void)state;
	assert_int_equal(d->total.refills, to->total.refills);
	assert_int_equal(d->active_ns, to->active_ns);
	assert_int_equal(d->cgroups[0].c.refills, 300);
	assert_int_equal(d->overflow.c.refills, to->overflow.c.refills);
	snapshot__free(d);
	snapshot__free(to);
}

static void a_new_cgroup_counts_from_zero(void **state)
{
	struct snapshot *from = host(3, b_only), *to = host(5, ab);
	struct snapshot *d = delta__new(from, to);

	(void)state;
	assert_int_equal(d->n_cgroups, 2);
	assert_int_equal(d->cgroups[0].id, 7);
	assert_int_equal(d->cgroups[0].c.refills, 300);
	assert_int_equal(d->cgroups[1].c.refills, 120);
	snapshot__free(d);
	snapshot__free(from);
	snapshot__free(to);
}

/* The history of a cgroup that left must not appear as events of the window. */
static void a_cgroup_that_left_goes_to_overflow_for_this_window_only(void **state)
{
	struct snapshot *from = host(3, ab), *to = host(5, b_only);
	struct snapshot *d = delta__new(from, to);

	(void)state;
	assert_int_equal(d->n_cgroups, 1);
	assert_int_equal(d->cgroups[0].id, 9);
	assert_int_equal(d->cgroups[0].c.refills, 120);
	assert_int_equal(d->overflow.c.refills, 400 - 120);
	assert_true(to->overflow.c.refills - from->overflow.c.refills != 400 - 120);
	snapshot__free(d);
	snapshot__free(from);
	snapshot__free(to);
}

static void a_row_whose_counter_fell_counts_from_zero_as_a_whole(void **state)
{
	struct snapshot *from = host(3, ab), *to = host(5, ab), *d;

	(void)state;
	/* The map was made anew: one field is below, another happens to be above. */
	to->cgroups[0].c.refills = 10;
	to->cgroups[0].c.hold.count = 1000;
	to->cgroups[0].hist[hist_coarse.slot_of(1000)] = 1000;
	to->cpus[1].c.refills = 17;
	to->active_ns = to->timed_ns = 17;
	to->counter_other = 2;
	to->loss.stale = 1;
	d = delta__new(from, to);
	assert_int_equal(d->cgroups[0].c.refills, 10);
	assert_int_equal(d->cgroups[0].c.hold.count, 1000);
	assert_int_equal(d->cgroups[0].hist[hist_coarse.slot_of(1000)], 1000);
	assert_int_equal(d->cgroups[1].c.refills, 120);
	assert_int_equal(d->cpus[0].c.refills, 200);
	assert_int_equal(d->cpus[1].c.refills, 17);
	assert_int_equal(d->cpus[1].c.hold.count, 450);
	assert_int_equal(d->active_ns, 17);
	assert_int_equal(d->counter_other, 2);
	assert_int_equal(d->loss.stale, 1);
	assert_int_equal(d->loss.misses[ROLE_DRAIN], 35);
	snapshot__free(d);
	snapshot__free(from);
	snapshot__free(to);
}

static void coarse_slots_wrap(void **state)
{
	struct snapshot *from = host(3, ab), *to = host(5, ab), *d;

	(void)state;
	from->cgroups[0].hist[4] = UINT32_MAX - 1;
	to->cgroups[0].hist[4] = 3;
	d = delta__new(from, to);
	assert_int_equal(d->cgroups[0].hist[4], 5);
	snapshot__free(d);
	snapshot__free(from);
	snapshot__free(to);
}

static void assert_same(const struct snapshot *a, const struct snapshot *b)
{
	assert_int_equal(a->active_ns, b->active_ns);
	assert_int_equal(a->seq, b->seq);
	assert_int_equal(a->taken_ns, b->taken_ns);
	assert_int_equal(a->wall_ns, b->wall_ns);
	assert_memory_equal(&a->total, &b->total, sizeof(a->total));
	assert_memory_equal(&a->drain_hold, &b->drain_hold, sizeof(a->drain_hold));
	assert_memory_equal(&a->hist, &b->hist, sizeof(a->hist));
	assert_memory_equal(&a->drain_hist, &b->drain_hist, sizeof(a->drain_hist));
	assert_memory_equal(a->refills_ctx, b->refills_ctx, sizeof(a->refills_ctx));
	assert_int_equal(a->entry_busy, b->entry_busy);
	assert_int_equal(a->counter_other, b->counter_other);
	assert_int_equal(a->big_refills, b->big_refills);
	assert_memory_equal(&a->loss.stale, &b->loss.stale, sizeof(a->loss.stale));
	assert_memory_equal(a->loss.misses, b->loss.misses, sizeof(a->loss.misses));
	assert_int_equal(a->cost.user_ns, b->cost.user_ns);
	assert_memory_equal(a->cost.run_count, b->cost.run_count, sizeof(a->cost.run_count));
	assert_int_equal(a->cost.rss_bytes, b->cost.rss_bytes);
	assert_true(a->floor.exit_ns == b->floor.exit_ns);
	assert_int_equal(a->n_cpus, b->n_cpus);
	for (size_t i = 0; i < a->n_cpus; i++) {
		assert_memory_equal(&a->cpus[i].c, &b->cpus[i].c, sizeof(a->cpus[i].c));
		assert_memory_equal(&a->cpus[i].hist, &b->cpus[i].hist, sizeof(a->cpus[i].hist));
		assert_int_equal(a->cpus[i].online, b->cpus[i].online);
		assert_int_equal(a->cpus[i].entry_busy, b->cpus[i].entry_busy);
	}
	assert_int_equal(a->n_cgroups, b->n_cgroups);
	for (size_t i = 0; i < a->n_cgroups; i++) {
		const struct cgroup_row *x = &a->cgroups[i], *y = &b->cgroups[i];

		assert_int_equal(x->id, y->id);
		assert_string_equal(x->name, y->name);
		assert_memory_equal(&x->c, &y->c, sizeof(x->c));
		assert_memory_equal(x->hist, y->hist, sizeof(x->hist));
	}
	assert_memory_equal(&a->overflow.c, &b->overflow.c, sizeof(a->overflow.c));
	assert_memory_equal(a->overflow.hist, b->overflow.hist, sizeof(a->overflow.hist));
}

static void deltas_add_up_to_the_long_one(void **state)
{
	struct snapshot *s[6], *acc = NULL, *big;

	(void)state;
	/* A cgroup appears on the way. */
	for (uint64_t i = 0; i < 6; i++)
		s[i] = host(1 + i * i, i < 3 ? b_only : bc);
	for (int i = 1; i < 6; i++) {
		struct snapshot *d = delta__new(s[i - 1], s[i]);

		assert_int_equal(delta__accumulate(&acc, d), 0);
		snapshot__free(d);
	}
	big = delta__new(s[0], s[5]);
	/* Row "11" counts from zero in both; the overflow row had it before. */
	assert_same(acc, big);
	snapshot__free(acc);
	snapshot__free(big);
	for (int i = 0; i < 6; i++)
		snapshot__free(s[i]);
}

static void accumulated_maxima_and_names(void **state)
{
	struct snapshot *a = host(2, ab), *b = host(1, bc), *acc = NULL;

	(void)state;
	a->cpus[0].max = (struct longest){.ns = 9000, .cgroup_id = 7, .at_ns = 1};
	b->cgroups[0].max.ns = 77;
	free(b->cgroups[0].name);
	b->cgroups[0].name = NULL; /* no name this time: the last one stays */
	b->cgroups[0].gone = true;
	snapshot__finish(a);
	assert_int_equal(delta__accumulate(&acc, a), 0);
	assert_int_equal(delta__accumulate(&acc, b), 0);
	assert_int_equal(acc->max.ns, 9000);
	assert_int_equal(acc->cpus[0].max.ns, 9000);
	assert_int_equal(acc->n_cgroups, 3);
	assert_int_equal(acc->cgroups[0].id, 7);
	assert_int_equal(acc->cgroups[0].c.refills, 120); /* left, kept */
	assert_int_equal(acc->cgroups[1].id, 9);
	assert_string_equal(acc->cgroups[1].name, "/b");
	assert_true(acc->cgroups[1].gone);
	assert_int_equal(acc->cgroups[1].max.ns, 77);
	assert_int_equal(acc->cgroups[1].c.refills, 180);
	assert_int_equal(acc->cgroups[2].id, 11);
	assert_int_equal(b->n_cgroups, 2); /* the other side is not touched */
	assert_int_equal(b->cgroups[1].c.refills, 60);
	snapshot__free(a);
	snapshot__free(b);
	snapshot__free(acc);
}

static void accumulated_slots_do_not_wrap(void **state)
{
	struct snapshot *a = host(1, ab), *acc = NULL;

	(void)state;
	a->cgroups[0].hist[3] = 3000000000u;
	assert_int_equal(delta__accumulate(&acc, a), 0);
	assert_int_equal(delta__accumulate(&acc, a), 0);
	assert_int_equal(acc->cgroups[0].hist[3], UINT32_MAX);
	snapshot__free(a);
	snapshot__free(acc);
}

static void other_cpus_are_refused(void **state)
{
	struct snapshot *a = host(1, ab), *b = host(1, ab), *acc = NULL;

	(void)state;
	assert_int_equal(delta__accumulate(&acc, a), 0);
	b->cpus[1].cpu = 5;
	assert_int_equal(delta__accumulate(&acc, b), -EINVAL);
	assert_same(acc, a);
	snapshot__free(a);
	snapshot__free(b);
	snapshot__free(acc);
}

static void derived_numbers(void **state)
{
	struct snapshot *d = host(2, ab);

	(void)state;
	assert_float_equal(delta__seconds(d), 2, 1e-12);
	assert_float_equal(hold__mean_ns(&d->total.hold), 1000, 1e-9);
	assert_float_equal(hold__lower_mean_ns(&d->total.hold), 400, 1e-9);
	assert_float_equal(hold__span_mean_ns(&d->total.hold), 3000, 1e-9);
	/* 360 holds of 1000 ns and 20 drains of 2000 ns on two CPUs in two seconds. */
	assert_float_equal(delta__held_share(d), 400000.0 / 4e9, 1e-15);
	d->cpus[1].online = false;
	assert_float_equal(delta__held_share(d), 400000.0 / 2e9, 1e-15);
	assert_float_equal(counters__under_lock_share(&d->total), 0.25, 1e-12);
	assert_int_equal(counters__evictions(&d->total), 80);
	assert_int_equal(counters__charge_fallbacks(&d->total), 44);
	assert_int_equal(counters__uncharge_fallbacks(&d->total), 28);
	/* A mean is unclamped: more probe time taken out than seen is below zero. */
	d->total.hold.corr_ns = d->total.hold.raw_ns + 360;
	assert_float_equal(hold__mean_ns(&d->total.hold), -1, 1e-9);
	snapshot__free(d);
}

static void nothing_divided_is_not_a_number(void **state)
{
	struct snapshot *d = snapshot__new(NULL, 1, 0);

	(void)state;
	assert_true(isnan(hold__mean_ns(&d->total.hold)));
	assert_true(isnan(hold__lower_mean_ns(&d->total.hold)));
	assert_true(isnan(hold__span_mean_ns(&d->total.hold)));
	assert_true(isnan(delta__held_share(d)));
	d->active_ns = d->timed_ns = 1;
	assert_true(isnan(delta__held_share(d))); /* no CPU online */
	d->cpus[0].online = true;
	assert_true(delta__held_share(d) == 0);
	assert_true(isnan(counters__under_lock_share(&d->total)));
	snapshot__free(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(differences_of_everything),
		cmocka_unit_test(from_nothing_is_since_attach),
		cmocka_unit_test(a_new_cgroup_counts_from_zero),
		cmocka_unit_test(a_cgroup_that_left_goes_to_overflow_for_this_window_only),
		cmocka_unit_test(a_row_whose_counter_fell_counts_from_zero_as_a_whole),
		cmocka_unit_test(coarse_slots_wrap),
		cmocka_unit_test(deltas_add_up_to_the_long_one),
		cmocka_unit_test(accumulated_maxima_and_names),
		cmocka_unit_test(accumulated_slots_do_not_wrap),
		cmocka_unit_test(other_cpus_are_refused),
		cmocka_unit_test(derived_numbers),
		cmocka_unit_test(nothing_divided_is_not_a_number),
	};

	return cmocka_run_group_tests_name("delta", tests, NULL, NULL);
}
