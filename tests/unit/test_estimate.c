// SPDX-License-Identifier: GPL-2.0-or-later
/* The estimate against texts that are really rendered, and the budget. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>

#include "export/estimate.h"

static const struct ledger_rules rules = {
	.max_series = 20,
	.linger_ns = LEDGER_LINGER_NS,
	.max_window_ns = LEDGER_MAX_WINDOW_NS,
};

static struct estimate make(unsigned int cpus, unsigned int cgroups, size_t max_series,
			    const struct exposition_opts *opts)
{
	struct estimate_size size = {cpus, cgroups};
	struct ledger_rules r = rules;
	struct estimate e;

	r.max_series = max_series;
	assert_int_equal(estimate__make(&size, &r, opts, &e), 0);
	assert_int_equal(e.series, e.host_series + e.cpu_series + e.cgroup_series);
	return e;
}

static void test_sizes(void **state)
{
	static const char *const bad[] = {
		"",	 "512",	  "x",	   "512x", "x10",    "0x10",	 "2x-1",
		"2x1.5", "2 x 3", "2x3x4", "2X3",  "8193x1", "1x100001", "99999999999999999999x1",
		"+2x3",	 "2x 3"};
	struct estimate_size size = {7, 7};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (estimate__parse_size(bad[i], &size) != -EINVAL)
			fail_msg("taken: '%s'", bad[i]);
		assert_int_equal(size.cpus, 7);
	}
	assert_int_equal(estimate__parse_size("512x1000", &size), 0);
	assert_int_equal(size.cpus, 512);
	assert_int_equal(size.cgroups, 1000);
	assert_int_equal(estimate__parse_size("1x0", &size), 0);
	assert_int_equal(size.cgroups, 0);
}

static void test_cannot_be_so_large(void **state)
{
	const struct exposition_opts opts = {.buckets = 2};
	const struct estimate_size none = {0, 1}, wide = {8193, 1}, many = {1, 100001};
	struct estimate e;

	(void)state;
	assert_int_equal(estimate__make(&none, &rules, &opts, &e), -EINVAL);
	assert_int_equal(estimate__make(&wide, &rules, &opts, &e), -EINVAL);
	assert_int_equal(estimate__make(&many, &rules, &opts, &e), -EINVAL);
}

/* Host series do not depend on the size, the others do in proportion. */
static void test_adds_up(void **state)
{
	const struct exposition_opts plain = {.buckets = 2};
	const struct exposition_opts rich = {
		.buckets = 2, .per_cpu = true, .cgroup_histograms = true};
	struct estimate small = make(2, 5, 20, &plain), large = make(8, 11, 20, &plain);
	struct estimate more = make(8, 11, 20, &rich), none = make(8, 11, 0, &plain);

	(void)state;
	assert_int_equal(small.host_series, large.host_series);
	assert_int_equal(small.cpu_series, 0);
	assert_int_equal(small.cgroups_shown, 5);
	assert_int_equal(large.cgroups_shown, 11);
	assert_int_equal(small.cgroup_series / 6, large.cgroup_series / 12);
	assert_int_equal(small.cgroup_series % 6, 0);
	assert_int_equal(none.cgroup_series, 0);
	assert_int_equal(none.series, large.host_series);
	assert_int_equal(more.cpu_series % 8, 0);
	assert_true(more.cpu_series > 0);
	assert_true(more.cgroup_series > large.cgroup_series);
	assert_true(small.bytes < large.bytes && large.bytes < more.bytes);
	assert_true(large.gzip_bytes > 0 && large.gzip_bytes < large.bytes / 2);
}

/* Room for fewer than there are: they are in other, which is a series too. */
static void test_limit(void **state)
{
	const struct exposition_opts opts = {.buckets = 2};
	struct estimate all = make(2, 30, 30, &opts), few = make(2, 30, 10, &opts);

	(void)state;
	assert_int_equal(all.cgroups_shown, 30);
	assert_int_equal(few.cgroups_shown, 10);
	assert_int_equal(few.cgroup_series, all.cgroup_series / 31 * 11);
}

/* Each doubling of the buckets of both sites doubles the bounds between octaves. */
static void test_buckets(void **state)
{
	(void)state;
	for (unsigned int b = 1; b < 16; b *= 2) {
		const struct exposition_opts one = {.buckets = b}, two = {.buckets = 2 * b};

		/* 25 octaves, the last bound left to +Inf */
		assert_int_equal(make(2, 0, 20, &two).series - make(2, 0, 20, &one).series,
				 2 * 25 * b);
	}
}

static void test_same_again(void **state)
{
	const struct exposition_opts opts = {.buckets = 4, .per_cpu = true};
	struct estimate a = make(3, 9, 20, &opts), b = make(3, 9, 20, &opts);

	(void)state;
	assert_memory_equal(&a, &b, sizeof(a));
}

/* The budget holds for hosts that use it up, and one more cgroup would break it. */
static void test_budget(void **state)
{
	static const struct {
		unsigned int cpus;
		size_t budget;
	} cases[] = {{2, 1000}, {2, ESTIMATE_BUDGET}, {64, 2000}, {64, 700}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int rich = 0; rich < 2; rich++) {
			const struct exposition_opts opts = {
				.buckets = 2,
				.per_cpu = rich,
				.cgroup_histograms = rich,
				.stats = {.serves = true, .writes = true, .start_wall_ns = 1},
			};
			size_t n =
				estimate__series_for_budget(cases[i].cpus, &opts, cases[i].budget);
			struct estimate e;

			if (!n) { /* host and CPUs fill it */
				e = make(cases[i].cpus, 1, 1, &opts);
				assert_true(e.series + 40 > cases[i].budget);
				continue;
			}
			e = make(cases[i].cpus, (unsigned int)n, n, &opts);
			assert_int_equal(e.cgroups_shown, n);
			assert_in_range(e.series, 1, cases[i].budget);
			/* within what is kept aside and one cgroup */
			assert_true(e.series + 30 + e.cgroup_series / (n + 1) >= cases[i].budget);
		}
	}
}

static void test_no_budget(void **state)
{
	const struct exposition_opts opts = {.buckets = 16, .per_cpu = true};

	(void)state;
	assert_int_equal(estimate__series_for_budget(2, &opts, 100), 0);
	assert_int_equal(estimate__series_for_budget(8192, &opts, ESTIMATE_BUDGET), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sizes),	cmocka_unit_test(test_cannot_be_so_large),
		cmocka_unit_test(test_adds_up), cmocka_unit_test(test_limit),
		cmocka_unit_test(test_buckets), cmocka_unit_test(test_same_again),
		cmocka_unit_test(test_budget),	cmocka_unit_test(test_no_budget),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
