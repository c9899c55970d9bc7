// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * docs/prometheus.md has every family, and what a scrape of some hosts is: both
 * tables are compared with the code.  UPDATE_GOLDEN=1 writes them anew.
 */
#include <ctype.h>

#include "export/estimate.h"
#include "test_exposition_common.h"

#define PAGE "docs/prometheus.md"
#define END  "<!-- end -->"

static char *read_page(void)
{
	FILE *f = fopen(PAGE, "r");
	char *text = NULL;
	size_t bytes = 0;

	if (!f)
		fail_msg("cannot read " PAGE ": run from the top of the source");
	assert_true(getdelim(&text, &bytes, '\0', f) > 0);
	fclose(f);
	return text;
}

/* Compares what lies between a marker's line and the end with @table, or writes it. */
static void check_table(const char *name, const char *table)
{
	char *page = read_page(), mark[64], *start, *end;

	snprintf(mark, sizeof(mark), "<!-- %s:", name);
	start = strstr(page, mark);
	assert_non_null(start);
	start = strchr(start, '\n') + 1;
	end = strstr(start, END);
	assert_non_null(end);
	if (getenv("UPDATE_GOLDEN")) {
		FILE *f = fopen(PAGE, "w");

		assert_non_null(f);
		fprintf(f, "%.*s%s%s", (int)(start - page), page, table, end);
		assert_int_equal(fclose(f), 0);
	} else if (strlen(table) != (size_t)(end - start) || strncmp(table, start, strlen(table))) {
		size_t same = 0;

		while (table[same] == start[same])
			same++;
		while (same && start[same - 1] != '\n')
			same--;
		fail_msg("%s: the table of %s is not the code's: wanted '%.*s', there is '%.*s'",
			 PAGE, name, (int)strcspn(table + same, "\n"), table + same,
			 (int)strcspn(start + same, "\n"), start + same);
	}
	free(page);
}

static void print_family(FILE *f, const struct family *family)
{
	static const char *const scopes[] = {
		[FAMILY_HOST] = "", [FAMILY_CPU] = "cpu", [FAMILY_CGROUP] = "cgroup"};
	const char *scope = scopes[family->scope];

	fprintf(f, "| `%s%s` | %s | %s", family->name, family__suffix(family),
		family__type_name(family), scope);
	for (int i = 0; i < FAMILY_LABELS && family->labels[i]; i++)
		fprintf(f, "%s%s", i || *scope ? ", " : "", family->labels[i]);
	fprintf(f, " | %s |\n", family->help);
}

static void test_families(void **state)
{
	const struct family *family;
	char *table;
	size_t bytes;
	FILE *f = open_memstream(&table, &bytes);

	(void)state;
	fputs("| family | type | labels | |\n|---|---|---|---|\n", f);
	for (size_t i = 0; (family = families__at(i)); i++)
		print_family(f, family);
	fclose(f);
	check_table("families", table);
	free(table);
}

static const struct {
	const char *words;
	bool no_cgroups, all_cgroups;
	struct exposition_opts opts;
} settings[] = {
	{"(default)", false, false, {.buckets = 2}},
	{"`--no-cgroups`", true, false, {.buckets = 2}},
	{"`--max-cgroups` for all", false, true, {.buckets = 2}},
	{"`--per-cpu`", false, false, {.buckets = 2, .per_cpu = true}},
	{"`--cgroup-histograms`", false, false, {.buckets = 2, .cgroup_histograms = true}},
	{"`--buckets 16`", false, false, {.buckets = 16}},
	{"all but `--no-cgroups`",
	 false,
	 true,
	 {.buckets = 16, .per_cpu = true, .cgroup_histograms = true}},
};

static void print_host(FILE *f, const struct estimate_size *size, size_t i)
{
	const struct exposition_opts *opts = &settings[i].opts;
	struct ledger_rules rules = {
		.max_series =
			settings[i].no_cgroups ? 0
			: settings[i].all_cgroups
				? size->cgroups
				: estimate__series_for_budget(size->cpus, opts, ESTIMATE_BUDGET),
		.linger_ns = LEDGER_LINGER_NS,
		.max_window_ns = LEDGER_MAX_WINDOW_NS,
	};
	struct estimate e;

	assert_int_equal(estimate__make(size, &rules, opts, &e), 0);
	/* the version is in the text: whole kB do not depend on it */
	fprintf(f, "| %u x %u | %s | %zu | %zu | %zu | %zu | **%zu** | %zu kB |\n", size->cpus,
		size->cgroups, settings[i].words, e.cgroups_shown, e.host_series, e.cpu_series,
		e.cgroup_series, e.series, (e.bytes + 500) / 1000);
}

static void test_budget(void **state)
{
	static const struct estimate_size sizes[] = {{2, 50}, {64, 200}, {512, 1000}};
	char *table;
	size_t bytes;
	FILE *f = open_memstream(&table, &bytes);

	(void)state;
	fputs("| CPUs x cgroups | options | cgroups shown | host-wide | per CPU | per cgroup | "
	      "series | bytes |\n|---|---|---|---|---|---|---|---|\n",
	      f);
	for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
		for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
			print_host(f, &sizes[s], i);
	}
	fclose(f);
	check_table("budget", table);
	free(table);
}

/* Names by the conventions, help that is a sentence. */
static void test_conventions(void **state)
{
	const struct family *family;

	(void)state;
	for (size_t i = 0; (family = families__at(i)); i++) {
		const char *name = family->name, *unit = family__unit_name(family);
		size_t n = strlen(name), help = strlen(family->help);

		if (strncmp(name, "memcgtop_", 9))
			fail_msg("%s: no prefix", name);
		for (const char *p = name; *p; p++)
			assert_true(islower((unsigned char)*p) || *p == '_');
		if ((family->scope == FAMILY_CGROUP) != !strncmp(name, "memcgtop_cgroup_", 16) &&
		    strncmp(name, "memcgtop_cgroup_series", 22))
			fail_msg("%s: name against scope", name);
		if ((family->scope == FAMILY_CPU) != !strncmp(name, "memcgtop_percpu_", 16))
			fail_msg("%s: name against scope", name);
		/* the unit is the name's end, and an end that is a unit is declared */
		if (unit && (n < strlen(unit) || strcmp(name + n - strlen(unit), unit)))
			fail_msg("%s does not end in %s", name, unit);
		if (!unit && ((n > 8 && !strcmp(name + n - 8, "_seconds")) ||
			      (n > 6 && !strcmp(name + n - 6, "_bytes"))))
			fail_msg("%s has an undeclared unit", name);
		assert_null(strstr(name, "_total"));
		assert_null(strstr(name, "_info"));
		if (help < 10 || family->help[help - 1] != '.' || strchr(family->help, '|') ||
		    strchr(family->help, '\n') || strchr(family->help, '"'))
			fail_msg("%s: help", name);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(name, families__at(j)->name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_families),
		cmocka_unit_test(test_budget),
		cmocka_unit_test(test_conventions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
