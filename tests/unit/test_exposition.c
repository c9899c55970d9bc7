// SPDX-License-Identifier: GPL-2.0-or-later
/* The exposition as a whole: both formats, what is absent, what is told twice. */
#include "test_exposition_common.h"

static const char *const kernels[] = {"7.3", "patched", "rt", "6.1", "6.12-rt", "kprobe"};
#define NR_KERNELS (sizeof(kernels) / sizeof(kernels[0]))

static const char *spec_of(size_t kernel, const char *more)
{
	static char spec[128];

	snprintf(spec, sizeof(spec), "cpus=3,offline=1,cgroups=6,losses=1,kernel=%s%s",
		 kernels[kernel], more);
	return spec;
}

/* HELP, TYPE, then the series, all of a family together, no family twice. */
static void check_form(const char *text, bool open_metrics)
{
	char family[128] = "", seen[16384] = "";

	for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
		char name[128], key[132];

		if (sscanf(line, "# HELP %127s", name) == 1) {
			snprintf(key, sizeof(key), " %s ", name);
			if (strstr(seen, key))
				fail_msg("%s twice", name);
			strcat(seen, key);
			strcpy(family, name);
			line = strchr(line, '\n') + 1;
			assert_int_equal(sscanf(line, "# TYPE %127s", name), 1);
			assert_string_equal(name, family);
			line = strchr(line, '\n') + 1;
			if (sscanf(line, "# UNIT %127s", name) == 1) {
				assert_true(open_metrics);
				assert_string_equal(name, family);
				line = strchr(line, '\n') + 1;
			}
			/* a family has at least one series */
			assert_int_not_equal(*line, '#');
		}
		if (*line == '#') {
			assert_true(open_metrics);
			assert_string_equal(line, "# EOF\n");
			continue;
		}
		if (strncmp(line, family, strlen(family)))
			fail_msg("series of another family than %s: %.60s", family, line);
	}
}

static void test_form(void **state)
{
	(void)state;
	for (size_t k = 0; k < NR_KERNELS; k++) {
		for (int format = 0; format < EXPOSITION_NR; format++) {
			struct exposition_opts opts = all_opts((enum exposition_format)format);
			char *text = render_host(spec_of(k, ",charges=1"), 4, &opts);

			check_form(text, format == EXPOSITION_OPENMETRICS);
			free(text);
		}
	}
}

/* Both formats have the same series with the same numbers, byte for byte, in the same order. */
static void test_formats_agree(void **state)
{
	struct exposition_opts a = all_opts(EXPOSITION_TEXT), b = all_opts(EXPOSITION_OPENMETRICS);

	(void)state;
	for (size_t k = 0; k < NR_KERNELS; k++) {
		char *text = render_host(spec_of(k, ""), 4, &a);
		char *open = render_host(spec_of(k, ""), 4, &b);
		const char *p = text, *q = open;

		while (*p || *q) {
			size_t n;

			if (*p == '#' || *q == '#') {
				p = *p == '#' ? strchr(p, '\n') + 1 : p;
				q = *q == '#' ? strchr(q, '\n') + 1 : q;
				continue;
			}
			n = strcspn(p, "\n") + 1;
			if (strncmp(p, q, n))
				fail_msg("%.80s against %.80s", p, q);
			p += n;
			q += n;
		}
		free(text);
		free(open);
	}
}

static void test_types(void **state)
{
	struct exposition_opts a = all_opts(EXPOSITION_TEXT), b = all_opts(EXPOSITION_OPENMETRICS);
	char *text = render_host("cpus=2,cgroups=2", 4, &a);
	char *open = render_host("cpus=2,cgroups=2", 4, &b);

	(void)state;
	assert_non_null(find_line(text, "# TYPE memcgtop_refills_total counter\n"));
	assert_non_null(find_line(open, "# TYPE memcgtop_refills counter\n"));
	assert_non_null(find_line(text, "# TYPE memcgtop_build_info gauge\n"));
	assert_non_null(find_line(open, "# TYPE memcgtop_build info\n"));
	assert_non_null(find_line(open, "# TYPE memcgtop_hold_seconds histogram\n"
					"# UNIT memcgtop_hold_seconds seconds\n"));
	assert_non_null(find_line(open, "# UNIT memcgtop_active_seconds seconds\n"));
	assert_non_null(find_line(open, "# UNIT memcgtop_map_memory_bytes bytes\n"));
	assert_null(strstr(text, "# UNIT"));
	assert_null(strstr(text, "# EOF"));
	assert_string_equal(open + strlen(open) - 6, "# EOF\n");
	/* a quote is escaped in OpenMetrics' HELP alone; ours have none: see the text's own test */
	free(text);
	free(open);
}

/* The count without rendering is what is rendered, on every kernel and with every option. */
static void test_series_counted(void **state)
{
	(void)state;
	for (size_t k = 0; k < NR_KERNELS; k++) {
		struct exporter e = exporter_open(spec_of(k, k % 2 ? ",charges=1" : ""), 4);

		for (unsigned int bits = 0; bits < 16; bits++) {
			struct exposition_opts opts = {
				.per_cpu = bits & 1,
				.cgroup_histograms = bits & 2,
				.buckets = 1u << (bits / 4 + 1),
				.stats = {.serves = bits & 4, .writes = bits & 8},
			};
			const struct run_info *run = e.view->now->run;
			char *text = render(e.view, &opts);
			size_t series = exposition__series(e.view, &opts), cgroups = 0, cpus = 0;

			assert_int_equal(series, count_lines(text, false));
			for (const char *p = text; (p = find_line(p, "memcgtop_cgroup_")); p++)
				cgroups += strcspn(p, "{") < strcspn(p, "\n");
			for (const char *p = text; (p = find_line(p, "memcgtop_percpu_")); p++)
				cpus++;
			assert_int_equal(cgroups, (e.view->n_series + 1) *
							  exposition__series_of_cgroup(run, &opts));
			assert_int_equal(cpus, 4 * exposition__series_of_cpu(run, &opts));
			free(text);
		}
		exporter_close(&e);
	}
}

/* What a kernel cannot show is absent, and said why; the same for everything else's presence. */
static void test_absent(void **state)
{
	struct exposition_opts opts = all_opts(EXPOSITION_TEXT);
	char *v61 = render_host("cpus=2,cgroups=2,kernel=6.1", 4, &opts);
	char *v73 = render_host("cpus=2,cgroups=2", 4, &opts);
	char *kprobe = render_host("cpus=2,cgroups=2,kernel=kprobe", 4, &opts);
	static const char *const only_73[] = {
		"memcgtop_hold_lower_seconds_total",
		"memcgtop_refills_found_busy_total",
		"memcgtop_uncharges_total{kind=\"under_lock\"}",
		"memcgtop_uncharges_total{kind=\"after_unlock\"}",
		"memcgtop_uncharges_total{kind=\"bypass\"}",
		"memcgtop_uncharged_under_lock_bytes_total",
		"memcgtop_fallbacks_total{side=\"uncharge\"",
		"memcgtop_fallbacks_total{side=\"charge\",reason=\"lock_busy\"}",
		"memcgtop_cgroup_uncharged_under_lock_bytes_total",
		"memcgtop_percpu_uncharges_under_lock_total",
		"memcgtop_percpu_fallbacks_total{cpu=\"0\",side=\"uncharge\"}",
		"memcgtop_unavailable_info{metric=\"in_refill\"",
	};
	static const char *const only_61[] = {
		"memcgtop_uncharges_total{kind=\"in_refill\"}",
		"memcgtop_unavailable_info{metric=\"under_lock\",reason=\"this kernel's "
		"memcg_stock.lock has no readable state\"} 1\n",
		"memcgtop_unavailable_info{metric=\"uncharge_lock_busy\"",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(only_73) / sizeof(only_73[0]); i++) {
		if (!find_line(v73, only_73[i]))
			fail_msg("7.3 lacks %s", only_73[i]);
		if (find_line(v61, only_73[i]))
			fail_msg("6.1 has %s", only_73[i]);
	}
	for (size_t i = 0; i < sizeof(only_61) / sizeof(only_61[0]); i++) {
		if (find_line(v73, only_61[i]))
			fail_msg("7.3 has %s", only_61[i]);
		if (!find_line(v61, only_61[i]))
			fail_msg("6.1 lacks %s", only_61[i]);
	}
	assert_null(find_line(v73, "memcgtop_charges_total"));
	assert_non_null(find_line(v73, "memcgtop_missed_hits_total{role=\"refill\"}"));
	assert_null(find_line(v73, "memcgtop_missed_hits_total{role=\"charge\"}"));
	assert_null(find_line(kprobe, "memcgtop_missed_hits_total"));
	assert_non_null(find_line(kprobe, "memcgtop_unavailable_info{metric=\"misses_refill\","
					  "reason=\"this kernel counts no misses of kprobes\"} 1"));
	assert_null(find_line(kprobe, "memcgtop_correction_seconds"));
	assert_non_null(find_line(kprobe, "memcgtop_calibration_info{method=\"none\",reason="));
	assert_non_null(find_line(v73, "memcgtop_calibration_info{method=\"in place\"} 1\n"));
	free(v61);
	free(v73);
	free(kprobe);
}

/* A role that is not there at all takes with it all that it sees. */
static void test_absent_roles(void **state)
{
	struct exposition_opts opts = all_opts(EXPOSITION_TEXT);
	struct exporter e = exporter_open("cpus=2,cgroups=2", 4);
	struct run_info run = *e.view->now->run;
	struct snapshot now = *e.view->now;
	struct ledger_view view = *e.view;
	char *text;

	(void)state;
	now.run = &run;
	view.now = &now;
	run.roles[ROLE_REFILL].mode = ATTACH_ABSENT;
	run.roles[ROLE_DRAIN_WORK].mode = ATTACH_ABSENT;
	run.na[METRIC_DRAIN_WORK_HOLD] = (char *)"no probe";
	now.cost.bpf_known = false;
	now.floor.method = "in place, stale";
	now.floor.why_not = "switched";
	text = render(&view, &opts);
	assert_non_null(find_line(text, "memcgtop_calibration_info{method=\"in place, stale\","
					"reason=\"switched\"} 1\n"));
	assert_null(find_line(text, "memcgtop_refills"));
	assert_null(find_line(text, "memcgtop_cgroup_refills"));
	assert_null(find_line(text, "memcgtop_percpu_refills"));
	assert_null(find_line(text, "memcgtop_drains_total{reason=\"work\"}"));
	assert_null(find_line(text, "memcgtop_bpf_runs_total{role=\"refill\"}"));
	assert_null(find_line(text, "memcgtop_bpf_seconds"));
	assert_null(strstr(text, "site=\"drain_work\""));
	assert_non_null(strstr(text, "site=\"refill\""));
	free(text);
	exporter_close(&e);
}

static void test_options(void **state)
{
	struct exposition_opts opts = {.buckets = 2};
	char *plain = render_host("cpus=2,cgroups=2", 4, &opts), *rich, *bare;

	(void)state;
	opts = all_opts(EXPOSITION_TEXT);
	rich = render_host("cpus=2,cgroups=2,cost=1,charges=1", 4, &opts);
	bare = render_host("cpus=2,cgroups=2", 0, &opts);
	assert_null(find_line(plain, "memcgtop_percpu_"));
	assert_null(find_line(plain, "memcgtop_cgroup_hold_seconds_bucket"));
	assert_null(find_line(plain, "memcgtop_http_"));
	assert_null(find_line(plain, "memcgtop_textfile_"));
	assert_null(find_line(plain, "memcgtop_start_timestamp_seconds"));
	assert_non_null(
		find_line(plain, "memcgtop_build_info{version=\"" MEMCGTOP_VERSION "\"} 1\n"));
	assert_non_null(find_line(plain, "memcgtop_bpf_seconds_total{source=\"estimate\"}"));
	assert_non_null(find_line(rich, "memcgtop_bpf_seconds_total{source=\"kernel\"}"));
	assert_non_null(find_line(rich, "memcgtop_build_info{version=\"" MEMCGTOP_VERSION
					"\",libbpf=\"v1.1\"} 1\n"));
	assert_non_null(find_line(rich, "memcgtop_calibration_info{method=\"in place\"} 1"));
	assert_true(number_of(rich, "memcgtop_charges_total") > 0);
	assert_true(number_of(rich, "memcgtop_http_requests_total{code=\"5xx\"}") == 0);
	assert_true(number_of(rich, "memcgtop_start_timestamp_seconds") == 1767225600);
	/* no room for any: the host's only */
	assert_null(strstr(bare, "cgroup=\""));
	assert_true(number_of(bare, "memcgtop_cgroup_series_limit") == 0);
	free(plain);
	free(rich);
	free(bare);
}

/* Numbers of the source, in base units. */
static void test_numbers(void **state)
{
	struct exposition_opts opts = all_opts(EXPOSITION_TEXT);
	struct exporter e = exporter_open("cpus=2,offline=1,cgroups=3,losses=1,charges=1", 4);
	const struct snapshot *now = e.view->now;
	const struct counters *c = &now->total;
	char *text = render(e.view, &opts);

	(void)state;
#define SAME(series, number) assert_true(number_of(text, series) == (double)(number))
	SAME("memcgtop_refills_total", c->refills);
	SAME("memcgtop_active_seconds_total", now->active_ns / 1e9);
	SAME("memcgtop_uncharges_total{kind=\"under_lock\"}", c->uncharge[MCT_UNCHARGE_UNDER_LOCK]);
	SAME("memcgtop_uncharges_total{kind=\"after_unlock\"}",
	     c->uncharge[MCT_UNCHARGE_AFTER_UNLOCK]);
	SAME("memcgtop_uncharges_total{kind=\"bypass\"}", c->uncharge[MCT_UNCHARGE_BYPASS]);
	SAME("memcgtop_uncharges_total{kind=\"drain_work\"}", c->uncharge[MCT_UNCHARGE_DRAIN_WORK]);
	SAME("memcgtop_uncharges_total{kind=\"direct\"}", c->uncharge[MCT_UNCHARGE_DIRECT]);
	SAME("memcgtop_uncharged_under_lock_bytes_total", c->under_lock_pages * 4096);
	SAME("memcgtop_charged_bytes_total", c->charged_pages * 4096);
	SAME("memcgtop_fallbacks_total{side=\"uncharge\",reason=\"oversize\"}", c->refill_oversize);
	SAME("memcgtop_fallbacks_total{side=\"uncharge\",reason=\"lock_busy\"}",
	     c->refill_lock_busy);
	SAME("memcgtop_fallbacks_total{side=\"charge\",reason=\"oversize\"}",
	     c->charge[MCT_CHARGE_OVERSIZE]);
	SAME("memcgtop_fallbacks_total{side=\"charge\",reason=\"lock_busy\"}",
	     c->charge[MCT_CHARGE_LOCK_BUSY]);
	SAME("memcgtop_fallbacks_total{side=\"charge\",reason=\"no_stock\"}",
	     c->charge[MCT_CHARGE_NO_STOCK]);
	SAME("memcgtop_charge_retries_total", c->charge[MCT_CHARGE_RETRY]);
	SAME("memcgtop_drains_total{reason=\"overflow\"}", c->overflows);
	SAME("memcgtop_drains_total{reason=\"evict\"}", c->evict_caused);
	SAME("memcgtop_drains_total{reason=\"work\"}", now->cost.run_count[ROLE_DRAIN_WORK]);
	SAME("memcgtop_refills_by_context_total{context=\"softirq\"}",
	     now->refills_ctx[MCT_CTX_SOFTIRQ]);
	SAME("memcgtop_lost_events_total{reason=\"stale\"}", now->loss.stale);
	SAME("memcgtop_missed_hits_total{role=\"refill\"}", now->loss.misses[ROLE_REFILL]);
	SAME("memcgtop_hold_raw_seconds_total{site=\"drain_work\"}", now->drain_hold.raw_ns / 1e9);
	SAME("memcgtop_hold_seconds_sum{site=\"refill\"}", e.view->hold_ns[0] / 1e9);
	SAME("memcgtop_hold_seconds_sum{site=\"drain_work\"}", e.view->hold_ns[1] / 1e9);
	SAME("memcgtop_longest_hold_seconds{site=\"refill\"}", e.view->longest[0].ns / 1e9);
	SAME("memcgtop_correction_seconds{part=\"exit\"}", now->floor.exit_ns / 1e9);
	SAME("memcgtop_online_cpus", 2);
	SAME("memcgtop_possible_cpus", 3);
	SAME("memcgtop_cgroup_series", 3);
	SAME("memcgtop_percpu_refills_total{cpu=\"1\"}", now->cpus[1].c.refills);
	SAME("memcgtop_percpu_held_seconds_total{cpu=\"0\"}", e.view->cpu_hold_ns[0] / 1e9);
	SAME("memcgtop_percpu_fallbacks_total{cpu=\"0\",side=\"uncharge\"}",
	     counters__uncharge_fallbacks(&now->cpus[0].c));
	SAME("memcgtop_percpu_fallbacks_total{cpu=\"0\",side=\"charge\"}",
	     counters__charge_fallbacks(&now->cpus[0].c));
#undef SAME
	free(text);
	exporter_close(&e);
}

/* The rows of a counter add up to the host's, in the text itself. */
static void test_cgroups_add_up(void **state)
{
	struct exposition_opts opts = all_opts(EXPOSITION_TEXT);
	char *text = render_host("cpus=3,cgroups=9,norow=1,unnamed=1", 4, &opts);
	double sum = 0;

	(void)state;
	for (const char *p = text; (p = find_line(p, "memcgtop_cgroup_refills_total{")); p++)
		sum += strtod(strchr(p, ' '), NULL);
	assert_true(sum == number_of(text, "memcgtop_refills_total"));
	assert_true(number_of(text, "memcgtop_cgroup_refills_total{cgroup=\"other\"}") > 0);
	free(text);
}

static void test_same_again(void **state)
{
	struct exposition_opts opts = all_opts(EXPOSITION_OPENMETRICS);
	char *a = render_host("cpus=2,cgroups=5,seed=7", 4, &opts), *b, *c;

	(void)state;
	b = render_host("cpus=2,cgroups=5,seed=7", 4, &opts);
	c = render_host("cpus=2,cgroups=5,seed=8", 4, &opts);
	assert_string_equal(a, b);
	assert_string_not_equal(a, c);
	free(a);
	free(b);
	free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_form),	       cmocka_unit_test(test_formats_agree),
		cmocka_unit_test(test_types),	       cmocka_unit_test(test_series_counted),
		cmocka_unit_test(test_absent),	       cmocka_unit_test(test_absent_roles),
		cmocka_unit_test(test_options),	       cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_cgroups_add_up), cmocka_unit_test(test_same_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
