// SPDX-License-Identifier: GPL-2.0-or-later
/* The JSON view: parsed back, it is the snapshot; n/a is null with a reason and never 0. */
#include "test_view_common.h"

#include <math.h>

#include <jansson.h>

#include "model/name_text.h"
#include "view/json.h"
#include "view/select.h"

static const char *const specs[] = {
	"cpus=1,cgroups=0",
	"cpus=2,cgroups=12,seed=1,charges=1,cost=1",
	"cpus=2,cgroups=4,offline=3,gone=1",
	"cpus=2,cgroups=5,kernel=6.1",
	"cpus=2,cgroups=5,kernel=6.12-rt",
	"cpus=3,cgroups=14,gone=2,unnamed=1,norow=2,names=odd,kernel=kprobe,losses=1",
};

#define NR_SPECS (sizeof(specs) / sizeof(specs[0]))

static char *print(const struct host *h, const struct select *select)
{
	struct view_opts opts = {.width = 80, .rows = 1, .select = select};
	char *text;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	assert_int_equal(json__print(f, h->delta, &opts, JSON_TOTAL), 0);
	fclose(f);
	return text;
}

static json_t *parse(const struct host *h, const struct select *select)
{
	char *text = print(h, select);
	json_error_t error;
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (!root)
		fail_msg("%s at %d", error.text, error.position);
	/* One object a line. */
	assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
	free(text);
	return root;
}

/* The value at a path such as "total.hold.count"; it must be there. */
static json_t *at(json_t *root, const char *path)
{
	char key[64];
	json_t *value = root;

	for (const char *p = path; *p; p += strcspn(p, ".") + (p[strcspn(p, ".")] == '.')) {
		snprintf(key, sizeof(key), "%.*s", (int)strcspn(p, "."), p);
		value = json_object_get(value, key);
		if (!value)
			fail_msg("no '%s' of '%s'", key, path);
	}
	return value;
}

static void assert_number(json_t *root, const char *path, uint64_t want)
{
	json_t *value = at(root, path);

	if (!json_is_integer(value) || (uint64_t)json_integer_value(value) != want)
		fail_msg("%s is %lld, wanted %llu", path, (long long)json_integer_value(value),
			 (unsigned long long)want);
}

static void assert_real(json_t *root, const char *path, double want)
{
	json_t *value = at(root, path);

	if (isnan(want))
		assert_true(json_is_null(value));
	else if (!json_is_number(value) ||
		 fabs(json_number_value(value) - want) > 1e-8 * fabs(want))
		fail_msg("%s is %g, wanted %g", path, json_number_value(value), want);
}

/* A counter of a metric: its number, or null where the metric is n/a. */
static void assert_metric(json_t *row, const struct run_info *run, enum metric m, uint64_t want)
{
	if (run->na[m])
		assert_true(json_is_null(at(row, metric__name(m))));
	else
		assert_number(row, metric__name(m), want);
}

static void assert_hold(json_t *row, const struct run_info *run, const struct mct_hold *hold)
{
	if (run->na[METRIC_HOLD]) {
		assert_true(json_is_null(at(row, "hold")));
		return;
	}
	assert_number(row, "hold.count", hold->count);
	assert_number(row, "hold.raw_ns", hold->raw_ns);
	assert_number(row, "hold.correction_ns", hold->corr_ns);
	assert_number(row, "hold.span_count", hold->span_count);
	assert_number(row, "hold.clamped", hold->clamped);
	assert_number(row, "hold.left_out", hold->left_out);
	assert_real(row, "hold.mean_ns", hold__mean_ns(hold));
	assert_real(row, "hold.span_mean_ns", hold__span_mean_ns(hold));
	if (run->na[METRIC_HOLD_LOWER])
		assert_true(json_is_null(at(row, "hold.lower_ns")));
	else
		assert_number(row, "hold.lower_ns", hold->lower_ns);
}

static void assert_counters(json_t *row, const struct run_info *run, const struct counters *c)
{
	assert_number(row, "refills", c->refills);
	assert_hold(row, run, &c->hold);
	assert_metric(row, run, METRIC_UNDER_LOCK, c->uncharge[MCT_UNCHARGE_UNDER_LOCK]);
	assert_metric(row, run, METRIC_AFTER_UNLOCK, c->uncharge[MCT_UNCHARGE_AFTER_UNLOCK]);
	assert_metric(row, run, METRIC_IN_REFILL, c->uncharge[MCT_UNCHARGE_IN_REFILL]);
	assert_metric(row, run, METRIC_BYPASS, c->uncharge[MCT_UNCHARGE_BYPASS]);
	assert_metric(row, run, METRIC_DRAIN_WORK, c->uncharge[MCT_UNCHARGE_DRAIN_WORK]);
	assert_metric(row, run, METRIC_DIRECT, c->uncharge[MCT_UNCHARGE_DIRECT]);
	assert_metric(row, run, METRIC_REFILL_LOCK_BUSY, c->refill_lock_busy);
	assert_metric(row, run, METRIC_REFILL_OVERSIZE, c->refill_oversize);
	assert_metric(row, run, METRIC_CHARGE_NO_STOCK, c->charge[MCT_CHARGE_NO_STOCK]);
	assert_metric(row, run, METRIC_CHARGE_LOCK_BUSY, c->charge[MCT_CHARGE_LOCK_BUSY]);
	assert_metric(row, run, METRIC_CHARGE_OVERSIZE, c->charge[MCT_CHARGE_OVERSIZE]);
	assert_metric(row, run, METRIC_CHARGE_RETRY, c->charge[MCT_CHARGE_RETRY]);
	assert_metric(row, run, METRIC_CHARGES, c->charges);
	assert_metric(row, run, METRIC_OVERFLOWS, c->overflows);
	assert_metric(row, run, METRIC_PREEMPTED, c->hold.preempted);
}

/* The buckets sum up to the holds and to nothing else. */
static void assert_buckets(json_t *row, uint64_t count)
{
	json_t *buckets = at(row, "hold.buckets"), *bucket;
	uint64_t sum = 0, below = 0;
	size_t i;

	json_array_foreach(buckets, i, bucket)
	{
		uint64_t from = (uint64_t)json_integer_value(json_array_get(bucket, 0));

		assert_true(from >= below);
		below = (uint64_t)json_integer_value(json_array_get(bucket, 1));
		assert_true(json_is_null(json_array_get(bucket, 1)) || below > from);
		sum += (uint64_t)json_integer_value(json_array_get(bucket, 2));
	}
	assert_int_equal(sum, count);
}

static void assert_cgroups(json_t *root, const struct host *h)
{
	json_t *rows = at(root, "cgroups");

	assert_int_equal(json_array_size(rows), h->delta->n_cgroups);
	for (size_t i = 0; i < h->delta->n_cgroups; i++) {
		const struct cgroup_row *want = &h->delta->cgroups[i];
		json_t *row = json_array_get(rows, i);

		assert_counters(row, h->src->run, &want->c);
		assert_buckets(row, want->c.hold.count);
		assert_number(row, "id", want->id);
		assert_number(row, "level", want->level);
		assert_int_equal(json_is_true(at(row, "removed")), want->gone);
		assert_metric(row, h->src->run, METRIC_UNDER_LOCK,
			      want->c.uncharge[MCT_UNCHARGE_UNDER_LOCK]);
		assert_number(row, "evictions_caused", want->c.evict_caused);
		assert_number(row, "evictions_suffered", want->c.evict_suffered);
		if (want->name) {
			char *name = name__printable(want->name);

			assert_string_equal(json_string_value(at(row, "name")), name);
			free(name);
		} else {
			assert_true(json_is_null(at(row, "name")));
		}
	}
}

static void assert_cpus(json_t *root, const struct host *h)
{
	json_t *rows = at(root, "cpus");

	assert_int_equal(json_array_size(rows), h->delta->n_cpus);
	for (size_t i = 0; i < h->delta->n_cpus; i++) {
		const struct cpu_row *want = &h->delta->cpus[i];
		json_t *row = json_array_get(rows, i);

		assert_counters(row, h->src->run, &want->c);
		assert_buckets(row, want->c.hold.count);
		assert_number(row, "cpu", want->cpu);
		assert_number(row, "entry_busy", want->entry_busy);
		assert_number(row, "evictions", want->c.evict_caused);
		assert_number(row, "drain_work_hold.count", want->drain_hold.count);
		assert_number(row, "context.softirq", want->refills_ctx[MCT_CTX_SOFTIRQ]);
		assert_int_equal(json_is_true(at(row, "online")), want->online);
	}
}

static void assert_rest(json_t *root, const struct host *h)
{
	const struct snapshot *d = h->delta;

	assert_number(root, "schema_version", JSON_SCHEMA_VERSION);
	assert_string_equal(json_string_value(at(root, "window")), "total");
	assert_number(root, "end_unix_ns", d->wall_ns);
	assert_number(root, "end_monotonic_ns", d->taken_ns);
	assert_number(root, "active_ns", d->active_ns);
	assert_number(root, "cells_used", d->cells_used);
	assert_number(root, "losses.exit_unmatched", d->loss.exit_unmatched);
	assert_number(root, "losses.stale", d->loss.stale);
	assert_number(root, "losses.orphans", d->loss.orphans);
	assert_number(root, "losses.bad_memcg", d->loss.bad_memcg);
	assert_number(root, "losses.clock_backwards", d->loss.clock_backwards);
	assert_number(root, "losses.no_row", d->loss.no_row);
	assert_number(root, "losses.migrated", d->loss.migrated);
	assert_number(root, "total.entry_busy", d->entry_busy);
	assert_number(root, "total.big_refills", d->big_refills);
	assert_number(root, "total.counter_other", d->counter_other);
	assert_number(root, "total.evictions", d->total.evict_caused);
	assert_number(root, "cost.user_ns", d->cost.user_ns);
	assert_number(root, "cost.map_bytes", d->cost.map_bytes);
	assert_real(root, "total.refills_per_sec",
		    (double)d->total.refills / ((double)d->active_ns / 1e9));
	if (d->floor.method)
		assert_real(root, "correction.exit_ns", d->floor.exit_ns);
	else
		assert_true(json_is_null(at(root, "correction.exit_ns")));
	if (d->max.ns)
		assert_number(root, "total.hold.longest.ns", d->max.ns);
	else
		assert_true(json_is_null(at(root, "total.hold.longest")));
}

static void test_fields_equal_the_snapshot(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_SPECS; i++) {
		struct host h = host_open(specs[i], 10);
		json_t *root = parse(&h, NULL);

		assert_counters(at(root, "total"), h.src->run, &h.delta->total);
		assert_buckets(at(root, "total"), h.delta->total.hold.count);
		assert_counters(at(root, "others"), h.src->run, &h.delta->overflow.c);
		assert_cpus(root, &h);
		assert_cgroups(root, &h);
		assert_rest(root, &h);
		json_decref(root);
		host_close(&h);
	}
}

/* Each metric's field is null exactly where "unavailable" has its name. */
static void check_nulls(json_t *value, json_t *unavailable)
{
	const char *key;
	json_t *child;

	json_object_foreach(value, key, child)
	{
		for (int m = 0; m < METRIC_NR; m++) {
			if (strcmp(key, metric__name((enum metric)m)))
				continue;
			if (json_is_null(child) != (json_object_get(unavailable, key) != NULL))
				fail_msg("%s is %snull", key, json_is_null(child) ? "" : "not ");
		}
		check_nulls(child, unavailable);
	}
}

static void test_null_has_a_reason_and_no_number_has(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_SPECS; i++) {
		struct host h = host_open(specs[i], 10);
		json_t *root = parse(&h, NULL), *unavailable = at(root, "unavailable"), *row;
		size_t n;

		for (int m = 0; m < METRIC_NR; m++) {
			json_t *why = json_object_get(unavailable, metric__name((enum metric)m));

			assert_int_equal(why != NULL, h.src->run->na[m] != NULL);
			if (why)
				assert_string_equal(json_string_value(why), h.src->run->na[m]);
		}
		check_nulls(at(root, "total"), unavailable);
		check_nulls(at(root, "others"), unavailable);
		json_array_foreach(at(root, "cpus"), n, row) check_nulls(row, unavailable);
		json_array_foreach(at(root, "cgroups"), n, row) check_nulls(row, unavailable);
		json_decref(root);
		host_close(&h);
	}
}

/* With every metric n/a, each of its fields is null in every row. */
static void test_everything_unavailable(void **state)
{
	static const char *const more[] = {"under_lock_pages", "charged_pages", "held_share",
					   "hold"};
	struct host h = host_open("cpus=1,cgroups=2,charges=1", 10);
	char reason[] = "because";
	json_t *root, *row;

	(void)state;
	host_use_copy(&h);
	for (int m = 0; m < METRIC_NR; m++)
		h.run.na[m] = reason;
	root = parse(&h, NULL);
	assert_int_equal(json_object_size(at(root, "unavailable")), METRIC_NR);
	check_nulls(at(root, "total"), at(root, "unavailable"));
	row = json_array_get(at(root, "cgroups"), 0);
	check_nulls(row, at(root, "unavailable"));
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		assert_true(json_is_null(at(row, more[i])));
	assert_true(json_is_null(at(row, "evictions_caused")));
	assert_true(json_is_null(at(row, "evictions_suffered")));
	assert_true(json_is_null(at(root, "total.context")));
	assert_true(json_is_null(at(root, "losses.misses.refill")));
	assert_true(json_is_false(at(root, "losses.misses_known")));
	json_decref(root);
	host_close(&h);
}

static void test_losses_are_told(void **state)
{
	struct host h = host_open("cpus=1,cgroups=2", 10);
	json_t *root;

	(void)state;
	h.delta->loss.misses[ROLE_REFILL] = 4711;
	h.delta->loss.misses_known[ROLE_UNCHARGE] = false;
	root = parse(&h, NULL);
	assert_number(root, "losses.misses.refill", 4711);
	assert_true(json_is_null(at(root, "losses.misses.uncharge")));
	assert_true(json_is_false(at(root, "losses.misses_known")));
	json_decref(root);
	h.delta->loss.misses_known[ROLE_UNCHARGE] = true;
	root = parse(&h, NULL);
	assert_true(json_is_true(at(root, "losses.misses_known")));
	json_decref(root);
	host_close(&h);
}

static void test_extremes(void **state)
{
	struct host h = host_open("cpus=1,cgroups=1", 10);
	json_t *root;

	(void)state;
	h.delta->total.refills = UINT64_MAX;
	h.delta->total.hold.raw_ns = 100; /* the correction took more than there was */
	h.delta->total.hold.corr_ns = 300;
	h.delta->total.hold.count = 2;
	root = parse(&h, NULL);
	assert_number(root, "total.refills", INT64_MAX);
	assert_real(root, "total.hold.mean_ns", -100);
	json_decref(root);
	host_close(&h);
}

static void test_filter_selects_rows_only(void **state)
{
	struct host h = host_open("cpus=4,cgroups=12", 10);
	struct select *select;
	json_t *root;

	(void)state;
	assert_int_equal(select__new("/batch", "1-2", &select), 0);
	root = parse(&h, select);
	assert_string_equal(json_string_value(at(root, "filter")), "cgroup /batch, CPUs 1-2");
	assert_int_equal(json_array_size(at(root, "cpus")), 2);
	assert_number(json_array_get(at(root, "cpus"), 0), "cpu", 1);
	assert_in_range(json_array_size(at(root, "cgroups")), 1, 11);
	assert_number(root, "total.refills", h.delta->total.refills);
	json_decref(root);
	select__free(select);
	root = parse(&h, NULL);
	assert_true(json_is_null(at(root, "filter")));
	assert_int_equal(json_array_size(at(root, "cpus")), 4);
	assert_int_equal(json_array_size(at(root, "cgroups")), 12);
	json_decref(root);
	host_close(&h);
}

static void test_golden(void **state)
{
	static const struct {
		const char *name, *spec;
	} golden[] = {
		{"two.json", "cpus=2,cgroups=2,offline=1,losses=1"},
		{"v61.json", "cpus=1,cgroups=1,kernel=6.1"},
		{"odd.json", "cpus=1,cgroups=6,gone=1,unnamed=1,norow=1,names=odd,kernel=kprobe"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(golden) / sizeof(golden[0]); i++) {
		struct host h = host_open(golden[i].spec, 1);
		json_t *root = parse(&h, NULL);
		char *text;

		/* Indented, so that a change can be read as a difference. */
		text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
		assert_golden(golden[i].name, text);
		free(text);
		json_decref(root);
		host_close(&h);
	}
}

/* docs/json.md names every field there is. */
static void check_documented(const char *doc, json_t *value)
{
	char quoted[80];
	const char *key;
	json_t *child;
	size_t i;

	json_object_foreach(value, key, child)
	{
		snprintf(quoted, sizeof(quoted), "`%s`", key);
		if (!strstr(doc, quoted))
			fail_msg("docs/json.md lacks %s", quoted);
		check_documented(doc, child);
	}
	json_array_foreach(value, i, child) check_documented(doc, child);
}

static void test_documented(void **state)
{
	struct host h = host_open("cpus=1,cgroups=1,losses=1,charges=1", 10);
	json_t *root = parse(&h, NULL);
	char *doc = read_file("docs/json.md");

	(void)state;
	assert_non_null(doc);
	json_object_clear(at(root, "unavailable")); /* metric names, not fields */
	check_documented(doc, root);
	free(doc);
	json_decref(root);
	host_close(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fields_equal_the_snapshot),
		cmocka_unit_test(test_null_has_a_reason_and_no_number_has),
		cmocka_unit_test(test_everything_unavailable),
		cmocka_unit_test(test_losses_are_told),
		cmocka_unit_test(test_extremes),
		cmocka_unit_test(test_filter_selects_rows_only),
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_documented),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
