// SPDX-License-Identifier: GPL-2.0-or-later
/* Bucket bounds and quantiles. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/hist.h"

static const struct hist_layout *const layouts[] = {&hist_fine, &hist_coarse};

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void sizes_are_those_of_the_abi(void **state)
{
	(void)state;
	assert_int_equal(hist_fine.slots, 432);
	assert_int_equal(hist_fine.per_octave, 16);
	assert_int_equal(hist_coarse.slots, 64);
	assert_int_equal(hist_coarse.per_octave, 4);
}

static void bounds_are_contiguous_and_agree_with_slot_of(void **state)
{
	(void)state;
	for (size_t l = 0; l < 2; l++) {
		const struct hist_layout *h = layouts[l];

		assert_int_equal(h->low(0), 0);
		for (unsigned int i = 0; i < h->slots; i++) {
			assert_true(h->low(i) < h->high(i));
			assert_int_equal(h->slot_of(h->low(i)), i);
			assert_int_equal(h->slot_of(h->high(i) - 1), i);
			if (i + 1 < h->slots) {
				assert_int_equal(h->high(i), h->low(i + 1));
				assert_int_equal(h->slot_of(h->high(i)), i + 1);
			}
		}
		assert_true(h->high(h->slots - 1) == UINT64_MAX);
		assert_int_equal(h->slot_of(UINT64_MAX), h->slots - 1);
	}
}

/* Values worked out by hand from the text of memcgtop_abi.h. */
static void known_slots(void **state)
{
	static const struct {
		uint64_t ns;
		unsigned int fine, coarse;
	} known[] = {
		{0, 0, 0},
		{15, 15, 0},
		{16, 16, 0},
		{31, 31, 0},
		{32, 32, 0},
		{33, 32, 0},
		{34, 33, 0},
		{63, 47, 0},
		{64, 48, 0},
		{79, 51, 0},
		{80, 52, 1},
		{127, 63, 3},
		{128, 64, 4},
		{1000, 16 + 16 * 5 + 15, 15},
		{1024, 16 + 16 * 6, 16},
		{(1ull << 22) - 1, 16 + 16 * 17 + 15, 63},
		{1ull << 22, 16 + 16 * 18, 63},
		{(1ull << 30) - 1, 431, 63},
		{1ull << 30, 431, 63},
		{1ull << 32, 431, 63},
		{(1ull << 32) + 100, 431, 63},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		assert_int_equal(hist_fine.slot_of(known[i].ns), known[i].fine);
		assert_int_equal(hist_coarse.slot_of(known[i].ns), known[i].coarse);
	}
}

static void a_bucket_is_never_wider_than_its_share_of_an_octave(void **state)
{
	(void)state;
	for (unsigned int i = 16; i + 1 < hist_fine.slots; i++)
		assert_true((hist_fine.high(i) - hist_fine.low(i)) * 16 <= hist_fine.low(i));
	for (unsigned int i = 1; i + 1 < hist_coarse.slots; i++)
		assert_true((hist_coarse.high(i) - hist_coarse.low(i)) * 4 <= hist_coarse.low(i));
}

static void every_fine_slot_lies_in_one_coarse_slot(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < hist_fine.slots; i++) {
		unsigned int slot = hist_coarse.slot_of(hist_fine.low(i));

		assert_int_equal(hist_coarse.slot_of(hist_fine.high(i) - 1), slot);
	}
}

static void no_events_no_quantile(void **state)
{
	uint64_t wide[MCT_FINE_SLOTS] = {0};
	uint32_t narrow[MCT_COARSE_SLOTS] = {0};

	(void)state;
	assert_false(hist__quantile(&hist_fine, wide, 0.5, 0).known);
	assert_false(hist__quantile32(&hist_coarse, narrow, 0.5, 100).known);
}

static void a_single_event(void **state)
{
	uint64_t wide[MCT_FINE_SLOTS] = {0};
	struct quantile q;

	(void)state;
	wide[hist_fine.slot_of(1000)] = 1;
	for (double p = 0; p <= 1; p += 0.25) {
		q = hist__quantile(&hist_fine, wide, p, 0);
		assert_true(q.known);
		assert_int_equal(q.low_ns, 992);
		assert_int_equal(q.high_ns, 1024);
		assert_float_equal(q.ns, sqrt(992.0 * 1024.0), 1e-6);
		q = hist__quantile(&hist_fine, wide, p, 1000);
		assert_int_equal(q.high_ns, 1000);
		assert_true(q.ns <= 1000);
	}
}

static void unit_buckets_are_exact(void **state)
{
	uint64_t wide[MCT_FINE_SLOTS] = {0};

	(void)state;
	wide[0] = 5;
	assert_true(hist__quantile(&hist_fine, wide, 0.99, 0).ns == 0);
	wide[7] = 100;
	assert_true(hist__quantile(&hist_fine, wide, 0.99, 0).ns == 7);
}

static void open_buckets(void **state)
{
	uint64_t wide[MCT_FINE_SLOTS] = {0};
	uint32_t narrow[MCT_COARSE_SLOTS] = {0};
	struct quantile q;

	(void)state;
	wide[MCT_FINE_SLOTS - 1] = 1;
	q = hist__quantile(&hist_fine, wide, 0.5, 0);
	assert_true(q.high_ns == UINT64_MAX);
	assert_true(q.ns == (double)hist_fine.low(MCT_FINE_SLOTS - 1));
	q = hist__quantile(&hist_fine, wide, 0.5, 5000000000ull);
	assert_int_equal(q.high_ns, 5000000000ull);
	assert_true(q.ns > (double)q.low_ns && q.ns < 5e9);

	narrow[0] = 1;
	q = hist__quantile32(&hist_coarse, narrow, 0.5, 0);
	assert_true(q.ns == 40 && q.low_ns == 0 && q.high_ns == 80);
	q = hist__quantile32(&hist_coarse, narrow, 0.5, 30);
	assert_true(q.ns <= 30 && q.high_ns == 30);
}

/* The maximum may be that of a shorter time than the counts; it still rules. */
static void a_maximum_below_the_bucket(void **state)
{
	uint64_t wide[MCT_FINE_SLOTS] = {0};
	struct quantile q;

	(void)state;
	wide[hist_fine.slot_of(1000)] = 1;
	q = hist__quantile(&hist_fine, wide, 0.5, 500);
	assert_true(q.ns <= 500);
	assert_int_equal(q.low_ns, 500);
	assert_int_equal(q.high_ns, 500);
}

static void rank_has_no_rounding_of_its_own(void **state)
{
	uint64_t wide[MCT_FINE_SLOTS] = {0};

	(void)state;
	/* 0.07 * 100 is 7.000000000000001 in floating point: still rank 7. */
	wide[1] = 7;
	wide[2] = 93;
	assert_true(hist__quantile(&hist_fine, wide, 0.07, 0).ns == 1);
	assert_true(hist__quantile(&hist_fine, wide, 0.0701, 0).ns == 2);
	/* q outside 0..1 means the ends. */
	assert_true(hist__quantile(&hist_fine, wide, -1, 0).ns == 1);
	assert_true(hist__quantile(&hist_fine, wide, 7, 0).ns == 2);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* The oracle: sort the samples and take the one at the rank. */
static void check_against_samples(uint64_t seed, unsigned int max_bits)
{
	static const double qs[] = {0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1};
	enum { N = 1000 };
	uint64_t samples[N], wide[MCT_FINE_SLOTS] = {0}, max;
	uint32_t narrow[MCT_COARSE_SLOTS] = {0};
	size_t n = 1 + next_random(&seed) % N;

	for (size_t i = 0; i < n; i++) {
		samples[i] = next_random(&seed) >> (63 - next_random(&seed) % max_bits);
		wide[hist_fine.slot_of(samples[i])]++;
		narrow[hist_coarse.slot_of(samples[i])]++;
	}
	qsort(samples, n, sizeof(samples[0]), by_value);
	max = samples[n - 1];
	assert_int_equal(hist__total(wide, MCT_FINE_SLOTS), n);
	for (size_t i = 0; i < sizeof(qs) / sizeof(qs[0]); i++) {
		size_t rank = (size_t)ceil(qs[i] * (double)n - 1e-9);
		uint64_t truth = samples[rank ? rank - 1 : 0];
		struct quantile f = hist__quantile(&hist_fine, wide, qs[i], max);
		struct quantile c = hist__quantile32(&hist_coarse, narrow, qs[i], max);

		assert_true(f.known && c.known);
		assert_true(f.low_ns <= truth && truth <= f.high_ns);
		assert_true(c.low_ns <= truth && truth <= c.high_ns);
		assert_true((double)f.low_ns <= f.ns && f.ns <= (double)f.high_ns);
		if (max) {
			assert_true(f.ns <= (double)max && c.ns <= (double)max);
			assert_true(f.high_ns <= max && c.high_ns <= max);
		}
		if (truth >= 16 && truth < hist_fine.low(MCT_FINE_SLOTS - 1))
			assert_true(fabs(f.ns - (double)truth) <= (double)truth / 16);
	}
}

static void quantiles_agree_with_sorted_samples(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 400; seed++) {
		check_against_samples(seed * 2654435761u, 12);
		check_against_samples(seed * 2654435761u, 29);
		check_against_samples(seed * 2654435761u, 62);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_are_those_of_the_abi),
		cmocka_unit_test(bounds_are_contiguous_and_agree_with_slot_of),
		cmocka_unit_test(known_slots),
		cmocka_unit_test(a_bucket_is_never_wider_than_its_share_of_an_octave),
		cmocka_unit_test(every_fine_slot_lies_in_one_coarse_slot),
		cmocka_unit_test(no_events_no_quantile),
		cmocka_unit_test(a_single_event),
		cmocka_unit_test(unit_buckets_are_exact),
		cmocka_unit_test(open_buckets),
		cmocka_unit_test(a_maximum_below_the_bucket),
		cmocka_unit_test(rank_has_no_rounding_of_its_own),
		cmocka_unit_test(quantiles_agree_with_sorted_samples),
	};

	return cmocka_run_group_tests_name("hist", tests, NULL, NULL);
}
