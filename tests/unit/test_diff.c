// SPDX-License-Identifier: GPL-2.0-or-later
/* What is compared with what, what is claimed, and what is not. */
#include "test_diff_common.h"

static struct side base, other;
static struct diff_group groups[2];

static const struct side_spec normal_spec = {"Baseline", "7.3", 5, 11, 10, 40, false};

static void open_two(const struct side_spec *a, const struct side_spec *b)
{
	side_open(&base, a);
	side_open(&other, b);
	groups[0] = base.group;
	groups[1] = other.group;
}

static void close_two(struct diff *diff)
{
	diff__free(diff);
	side_close(&base);
	side_close(&other);
}

static struct side_spec like(const char *kernel, size_t runs, unsigned int seed)
{
	return (struct side_spec){"Patched", kernel, runs, seed, 10, 40, false};
}

static void assert_verdict(const struct diff *diff, const char *name, enum diff_verdict want)
{
	const struct diff_change *change = change_of(diff, name);

	if (change->verdict != want)
		fail_msg("%s is '%s' (%s), not '%s'", name, verdict__name(change->verdict),
			 change->why, verdict__name(want));
}

static void assert_why(const struct diff *diff, const char *name, const char *part)
{
	if (!strstr(change_of(diff, name)->why, part))
		fail_msg("%s: '%s' lacks '%s'", name, change_of(diff, name)->why, part);
}

static void test_patch_is_seen(void **state)
{
	struct side_spec spec = like("patched", 5, 112);
	struct diff *diff;

	(void)state;
	open_two(&normal_spec, &spec);
	diff = diff_of(groups, 2, NULL);
	assert_verdict(diff, "hold.mean", VERDICT_LOWER);
	assert_verdict(diff, "under_lock.share", VERDICT_LOWER);
	assert_verdict(diff, "after_unlock.share", VERDICT_HIGHER);
	assert_verdict(diff, "hold.max", VERDICT_NONE);
	/* None in any run of a side: values, not logarithms. */
	assert_int_equal(diff->metric[metric_index("under_lock.rate")].scale, DIFF_PLAIN);
	assert_int_equal(diff->metric[metric_index("refills.rate")].scale, DIFF_LOG);
	close_two(diff);
}

static void test_few_runs_claim_nothing(void **state)
{
	static const size_t runs[][2] = {{1, 1}, {2, 5}, {5, 2}};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct side_spec a = normal_spec, b = like("patched", runs[i][1], 112);
		struct diff *diff;

		a.runs = runs[i][0];
		open_two(&a, &b);
		diff = diff_of(groups, 2, NULL);
		assert_int_equal(diff->n_tests, 0);
		for (size_t k = 0; k < diff->n_metrics; k++) {
			const struct diff_change *c = &diff->metric[k].change[1];

			assert_true(c->verdict == VERDICT_INCONCLUSIVE ||
				    c->verdict == VERDICT_NA || c->verdict == VERDICT_NONE);
			assert_true(isnan(c->p) && isnan(c->resolution));
		}
		/* The point change and how far counting alone reaches are shown. */
		assert_true(change_of(diff, "hold.mean")->change < -0.4);
		assert_true(change_of(diff, "hold.mean")->low < change_of(diff, "hold.mean")->high);
		assert_why(diff, "hold.mean", "fewer than 3 runs");
		close_two(diff);
	}
}

static void test_empty_side(void **state)
{
	struct side_spec none = like("7.3", 0, 1);
	struct diff_options force = {.alpha = 0.05, .resolution = 0.2, .force = true};
	struct diff *diff;
	char *why;

	(void)state;
	open_two(&normal_spec, &none);
	assert_int_equal(diff__new(groups, 2, &default_options, &diff, &why), -EXDEV);
	assert_non_null(strstr(why, "Patched has no run"));
	assert_null(diff);
	free(why);
	assert_int_equal(diff__new(groups, 2, &force, &diff, &why), -EXDEV);
	free(why);
	assert_int_equal(diff__new(groups, 1, &force, &diff, &why), -EXDEV);
	free(why);
	close_two(NULL);
}

/* What one kernel cannot show is not compared with what the other does. */
static void test_na(void **state)
{
	struct side_spec spec = like("6.1", 5, 112);
	struct diff *diff;

	(void)state;
	open_two(&normal_spec, &spec);
	diff = diff_of(groups, 2, NULL);
	assert_verdict(diff, "under_lock.share", VERDICT_NA);
	assert_why(diff, "under_lock.share", "Patched: ");
	assert_why(diff, "in_refill.share", "Baseline: ");
	assert_verdict(diff, "charge_lock_busy.rate", VERDICT_NA);
	assert_true(isnan(change_of(diff, "under_lock.share")->change));
	assert_true(diff->metric[metric_index("under_lock.share")].side[0].known);
	/* Session against fentry: times differ by their probes, counts do not. */
	assert_verdict(diff, "hold.mean", VERDICT_NA);
	assert_why(diff, "hold.mean", "refill is served by session on one side, by fentry");
	assert_true(change_of(diff, "refills.rate")->verdict != VERDICT_NA);
	close_two(diff);
}

static void test_inner_refill_is_alone(void **state)
{
	struct side_spec spec = like("6.12-rt", 3, 112);
	struct diff *diff;

	(void)state;
	open_two(&normal_spec, &spec);
	diff = diff_of(groups, 2, NULL);
	assert_verdict(diff, "hold.mean", VERDICT_NA);
	assert_verdict(diff, "refills.rate", VERDICT_NA);
	assert_why(diff, "refills.rate", "compared with nothing else");
	close_two(diff);
}

static void test_other_family_or_correction(void **state)
{
	struct side_spec spec = like("kprobe", 3, 112), same = like("7.3", 3, 112);
	struct diff *diff;

	(void)state;
	open_two(&normal_spec, &spec);
	diff = diff_of(groups, 2,
		       &(struct diff_options){.alpha = 0.05, .resolution = 1, .force = true});
	assert_verdict(diff, "refills.rate", VERDICT_NA);
	assert_verdict(diff, "hold.mean", VERDICT_NA);
	/* Probes have no part in these. */
	assert_true(change_of(diff, "throughput")->verdict != VERDICT_NA);
	close_two(diff);

	open_two(&normal_spec, &same);
	other.runs[2].corrected = false;
	diff = diff_of(groups, 2, NULL);
	assert_why(diff, "hold.mean", "corrected on one side only");
	assert_true(change_of(diff, "under_lock.share")->verdict != VERDICT_NA);
	close_two(diff);
}

/* A compiler's suffix is the same function; a part is not. */
static void test_hooks(void **state)
{
	struct side_spec same = like("7.3", 3, 112);
	struct role_info *role = &other.runs[0].info.run.roles[ROLE_UNCHARGE];
	char *hook;
	struct diff *diff;

	(void)state;
	open_two(&normal_spec, &same);
	hook = role->hook;
	role->hook = (char *)"page_counter_uncharge.isra.0";
	diff = diff_of(groups, 2, NULL);
	assert_true(change_of(diff, "hold.mean")->verdict != VERDICT_NA);
	diff__free(diff);
	role->hook = (char *)"memcg_uncharge";
	diff = diff_of(groups, 2, NULL);
	assert_why(diff, "hold.mean", "served at page_counter_uncharge on one side, at memcg_unch");
	assert_why(diff, "under_lock.share", "uncharge is served at");
	assert_true(change_of(diff, "refills.rate")->verdict != VERDICT_NA);
	role->hook = hook;
	close_two(diff);
}

static void refuse(const char *part)
{
	struct diff *diff;
	char *why = NULL;

	assert_int_equal(diff__new(groups, 2, &default_options, &diff, &why), -EXDEV);
	if (!strstr(why, part))
		fail_msg("'%s' lacks '%s'", why, part);
	free(why);
	diff = diff_of(groups, 2,
		       &(struct diff_options){.alpha = 0.05, .resolution = 1, .force = true});
	assert_non_null(strstr(diff->refusal, part));
	diff__free(diff);
}

static void test_refused(void **state)
{
	struct side_spec same = like("7.3", 3, 112);
	struct recording_info *info = &other.runs[1].info;
	char *machine;

	(void)state;
	open_two(&normal_spec, &same);
	machine = info->run.machine;
	info->run.machine = (char *)"aarch64";
	refuse("another architecture");
	info->run.machine = machine;
	info->online_cpus = 3;
	refuse("another number of CPUs");
	info->online_cpus = 2;
	info->command = (char *)"/opt/memcgload anon --cgroups 25";
	refuse("another load");
	/* Where a program lies does not matter, nor does what was left out. */
	info->command = (char *)"/opt/memcgload anon --cgroups 24";
	diff__free(diff_of(groups, 2, NULL));
	info->command = NULL;
	refuse("another load");
	info->anonymous = true;
	diff__free(diff_of(groups, 2, NULL));
	/* A file is a run once. */
	snprintf(other.path[1], sizeof(other.path[1]), "%s", other.path[0]);
	refuse("given twice");
	close_two(NULL);
}

static void test_nothing_in_common(void **state)
{
	struct side_spec spec = like("kprobe", 3, 112);

	(void)state;
	open_two(&normal_spec, &spec);
	refuse("no metric of the lock");
	close_two(NULL);
}

/* Under icount runs repeat exactly: an instruction is not a change. */
static void test_icount(void **state)
{
	struct side_spec a = normal_spec, b = like("7.3", 5, 11);
	struct diff *diff;

	(void)state;
	a.same = b.same = true;
	open_two(&a, &b);
	diff = diff_of(groups, 2, NULL);
	assert_true(change_of(diff, "hold.mean")->change == 0);
	assert_true(change_of(diff, "hold.mean")->p == 1);
	assert_verdict(diff, "hold.mean", VERDICT_NO_DIFFERENCE);
	assert_true(change_of(diff, "hold.mean")->resolution > 0);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		enum diff_verdict v = diff->metric[k].change[1].verdict;

		assert_true(v != VERDICT_LOWER && v != VERDICT_HIGHER);
	}
	diff__free(diff);

	/* Ten thousand times as many holds, all alike: only the correction is in doubt. */
	for (size_t side = 0; side < 2; side++) {
		for (size_t i = 0; i < 5; i++) {
			struct snapshot *d = (side ? other : base).runs[i].total;

			memset(&d->hist, 0, sizeof(d->hist));
			d->hist.slot[hist_fine.slot_of(170)] = 100000000;
			d->total.hold = (struct mct_hold){.count = 100000000,
							  .raw_ns = 17000000000 + side * 100000000,
							  .span_count = 1};
		}
	}
	diff = diff_of(groups, 2, NULL);
	assert_true(change_of(diff, "hold.mean")->change > 0.005);
	assert_verdict(diff, "hold.mean", VERDICT_NO_DIFFERENCE);
	close_two(diff);
}

/* The same once more, and once more: a window three times as long. */
static void make_longer(struct recorded_run *run, struct host *host)
{
	struct snapshot *once = snapshot__copy(run->total);

	for (int i = 0; i < 2; i++)
		assert_int_equal(delta__accumulate(&run->total, once), 0);
	snapshot__free(once);
	host->delta = run->total;
	run->host.switches *= 3;
	run->host.cmd_involuntary *= 3;
	run->host.cmd_voluntary *= 3;
}

/* Windows of unequal length at equal rates are no difference. */
static void test_unequal_windows(void **state)
{
	struct side_spec same = like("7.3", 5, 11);
	struct diff *diff;

	(void)state;
	open_two(&normal_spec, &same);
	for (size_t i = 0; i < 5; i++)
		make_longer(&other.runs[i], &other.host[i]);
	diff = diff_of(groups, 2, NULL);
	for (size_t k = 0; k < diff->n_metrics; k++) {
		const struct diff_change *change = &diff->metric[k].change[1];

		if (change->verdict == VERDICT_NA || change->verdict == VERDICT_NONE)
			continue;
		if (!(fabs(change->change) < 1e-9))
			fail_msg("%s changes by %g", diff->metric[k].name, change->change);
		assert_true(change->verdict == VERDICT_NO_DIFFERENCE ||
			    change->verdict == VERDICT_INCONCLUSIVE);
	}
	close_two(diff);
}

static void test_zeros_and_few_events(void **state)
{
	struct side_spec same = like("7.3", 3, 112);
	struct diff *diff;

	(void)state;
	open_two(&normal_spec, &same);
	for (size_t i = 0; i < 5; i++) {
		base.runs[i].total->total.evict_caused = 0;
		base.runs[i].total->total.overflows = i < 2;
	}
	for (size_t i = 0; i < 3; i++) {
		other.runs[i].total->total.evict_caused = 0;
		other.runs[i].total->total.overflows = 3;
	}
	diff = diff_of(groups, 2, NULL);
	assert_verdict(diff, "evictions.rate", VERDICT_INCONCLUSIVE);
	assert_why(diff, "evictions.rate", "fewer than 20 events");
	assert_verdict(diff, "overflows.rate", VERDICT_INCONCLUSIVE);
	assert_true(isnan(change_of(diff, "overflows.rate")->p));
	/* Not enough beyond a quantile. */
	assert_verdict(diff, "hold.p99.9", VERDICT_NA);
	assert_why(diff, "hold.p99.9", "fewer than 20 events beyond it");
	close_two(diff);
}

static void test_coarse_buckets(void **state)
{
	struct side_spec same = like("7.3", 3, 112);
	struct diff *diff;

	(void)state;
	open_two(&normal_spec, &same);
	for (size_t i = 0; i < 5; i++) {
		memset(&base.runs[i].total->hist, 0, sizeof(base.runs[i].total->hist));
		base.runs[i].total->hist.slot[hist_fine.slot_of(5)] = 100000; /* 5 to 6 ns */
	}
	diff = diff_of(groups, 2, NULL);
	assert_verdict(diff, "hold.p50", VERDICT_INCONCLUSIVE);
	assert_why(diff, "hold.p50", "coarser than 8");
	close_two(diff);
}

static void test_load_results(void **state)
{
	static const char *const bad[] = {
		"",
		"{}",
		"[]",
		"nonsense",
		"{\"x\":{\"ops_per_sec\":-1}}",
		"null",
		"{\"a\":{}",
		"{\"a\":1,\"b\":2}",
		"{\"a\":{\"ops_per_sec\":\"9\"}}",
	};
	struct load_result r;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		r = load_result__parse(bad[i]);
		assert_true(isnan(r.ops_per_sec) && isnan(r.latency_ns[0]));
	}
	r = load_result__parse("{\"mine\":{\"ops\":500,\"seconds\":2.5,\"latency_ns\":null}}");
	assert_true(r.ops_per_sec == 200 && isnan(r.latency_ns[1]));
	r = load_result__parse("{\"m\":{\"ops_per_sec\":7.5,\"latency_ns\":{\"p99.9\":12}}}");
	assert_true(r.ops_per_sec == 7.5 && isnan(r.ops) && r.latency_ns[3] == 12);
	assert_true(isnan(load_result__parse(NULL).ops));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_patch_is_seen),
		cmocka_unit_test(test_few_runs_claim_nothing),
		cmocka_unit_test(test_empty_side),
		cmocka_unit_test(test_na),
		cmocka_unit_test(test_inner_refill_is_alone),
		cmocka_unit_test(test_other_family_or_correction),
		cmocka_unit_test(test_hooks),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_nothing_in_common),
		cmocka_unit_test(test_icount),
		cmocka_unit_test(test_unequal_windows),
		cmocka_unit_test(test_zeros_and_few_events),
		cmocka_unit_test(test_coarse_buckets),
		cmocka_unit_test(test_load_results),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
