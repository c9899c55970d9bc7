// SPDX-License-Identifier: GPL-2.0-or-later
/* The text views: golden reports and tables, widths, and what must not be said wrongly. */
#include "test_view_common.h"

#include "view/columns.h"
#include "view/report_text.h"
#include "view/select.h"
#include "view/table_text.h"
#include "view/wrap.h"

static const struct {
	const char *name;
	const char *spec;
} hosts[] = {
	{"idle", "cpus=1,cgroups=0"},
	{"two", "cpus=2,cgroups=12,seed=1"},
	{"offline", "cpus=2,cgroups=4,offline=3,gone=1,seed=3"},
	{"v61", "cpus=2,cgroups=5,kernel=6.1"},
	{"v612rt", "cpus=2,cgroups=5,kernel=6.12-rt"},
	{"patched", "cpus=2,cgroups=12,kernel=patched,charges=1,cost=1"},
	{"kprobe", "cpus=3,cgroups=14,gone=2,unnamed=1,norow=2,names=odd,kernel=kprobe,losses=1"},
	{"rt", "cpus=2,cgroups=9,kernel=rt,losses=1"},
};

#define NR_HOSTS (sizeof(hosts) / sizeof(hosts[0]))

static char *report(const struct host *h, struct view_opts opts)
{
	char *text;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	assert_int_equal(report_text__print(f, h->delta, &opts), 0);
	fclose(f);
	return text;
}

static char *table(const struct host *h, struct view_opts opts)
{
	char *text;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	assert_int_equal(table_text__print(f, h->delta, &opts), 0);
	table_text__print_line(f, h->delta, &opts, true);
	fclose(f);
	return text;
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("lacks '%s':\n%s", part, text);
}

static void assert_lacks(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("has '%s':\n%s", part, text);
}

static void test_golden(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_HOSTS; i++) {
		struct host h = host_open(hosts[i].spec, 10);
		char name[64], *text;

		text = report(&h, (struct view_opts){.width = 80, .rows = 20});
		snprintf(name, sizeof(name), "report-%s.txt", hosts[i].name);
		assert_golden(name, text);
		free(text);
		text = table(&h, (struct view_opts){.width = 80, .rows = 20});
		snprintf(name, sizeof(name), "table-%s.txt", hosts[i].name);
		assert_golden(name, text);
		free(text);
		host_close(&h);
	}
}

static void test_golden_wide(void **state)
{
	struct host h = host_open("cpus=2,cgroups=12,seed=1", 10);
	char *text = table(&h, (struct view_opts){.width = 160, .rows = 20});

	(void)state;
	assert_golden("table-wide.txt", text);
	free(text);
	host_close(&h);
}

static void assert_no_line_wider(const char *text, unsigned int width, const char *name)
{
	char line[1024];

	for (const char *p = text; *p; p = strchr(p, '\n') + 1) {
		snprintf(line, sizeof(line), "%.*s", (int)strcspn(p, "\n"), p);
		if (wrap__columns(line) > width)
			fail_msg("%s: %u columns at %u: '%s'", name, wrap__columns(line), width,
				 line);
		if (*line && line[strlen(line) - 1] == ' ')
			fail_msg("%s: blank at the end of '%s'", name, line);
	}
}

static void test_width(void **state)
{
	static const unsigned int widths[] = {0, 80, 81, 86, 92, 100, 132, 200, 500};

	(void)state;
	for (size_t i = 0; i < NR_HOSTS; i++) {
		struct host h = host_open(hosts[i].spec, 7);

		for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
			struct view_opts opts = {.width = widths[w], .rows = 5};
			unsigned int most = widths[w] < 80 ? 80 : widths[w];
			char *text = report(&h, opts);

			assert_no_line_wider(text, most, hosts[i].name);
			free(text);
			text = table(&h, opts);
			assert_no_line_wider(text, most, hosts[i].name);
			free(text);
		}
		host_close(&h);
	}
}

/* Every number as large as it can get: columns keep their width. */
static void test_width_of_huge_numbers(void **state)
{
	struct host h = host_open("cpus=2,cgroups=3,losses=1,charges=1", 10);
	struct snapshot *d = h.delta;
	char *text;

	(void)state;
	for (size_t i = 0; i < d->n_cgroups + d->n_cpus + 1; i++) {
		struct counters *c = i < d->n_cgroups		    ? &d->cgroups[i].c
				     : i < d->n_cgroups + d->n_cpus ? &d->cpus[i - d->n_cgroups].c
								    : &d->total;

		memset(c, 0x7f, sizeof(*c));
		c->hold.count = 1;
		c->hold.corr_ns = 0;
	}
	memset(&d->loss, 0x7f, offsetof(struct losses, misses_known));
	d->max.ns = d->cpus[0].max.ns = d->cgroups[0].max.ns = UINT64_MAX;
	text = report(&h, (struct view_opts){.width = 80});
	assert_no_line_wider(text, 80, "huge");
	free(text);
	text = table(&h, (struct view_opts){.width = 80});
	assert_no_line_wider(text, 80, "huge");
	free(text);
	host_close(&h);
}

/* With every metric n/a no figure of one is left, and each reason is given. */
static void test_all_unavailable(void **state)
{
	struct host h = host_open("cpus=2,cgroups=3,charges=1", 10);
	char *reasons[METRIC_NR], *text;

	(void)state;
	host_use_copy(&h);
	for (int m = 0; m < METRIC_NR; m++) {
		assert_true(asprintf(&reasons[m], "reason-%d.", m) > 0);
		h.run.na[m] = reasons[m];
	}
	text = report(&h, (struct view_opts){.width = 80});
	assert_golden("report-nothing.txt", text);
	for (int m = 0; m < METRIC_NR; m++) {
		assert_has(text, reasons[m]);
		free(reasons[m]);
	}
	free(text);
	host_close(&h);
}

/* n/a is not 0: a kernel without the metric says so where another gives a number. */
static void test_unavailable_is_not_zero(void **state)
{
	struct host h = host_open("cpus=2,cgroups=5,kernel=6.1", 10);
	char *text = report(&h, (struct view_opts){.width = 80});

	(void)state;
	*strstr(text, "\nProbes\n") = '\0'; /* the terms' explanation names all */
	assert_has(text, "lock_busy n/a");
	assert_has(text, "uncharge: lock_busy n/a   oversize n/a");
	assert_lacks(text, "lock_busy 0");
	assert_lacks(text, "under lock"); /* nor is an in_refill claimed as one */
	assert_lacks(text, "UNDER% ");
	assert_has(text, "in refill");
	free(text);
	host_close(&h);
}

/* Each kind of loss, alone, is named with its number, and then nothing is not claimed. */
static void test_each_loss_is_told(void **state)
{
	static const size_t kinds[] = {
		offsetof(struct losses, exit_unmatched),
		offsetof(struct losses, stale),
		offsetof(struct losses, orphans),
		offsetof(struct losses, bad_memcg),
		offsetof(struct losses, clock_backwards),
		offsetof(struct losses, no_row),
		offsetof(struct losses, misses[ROLE_REFILL]),
		offsetof(struct losses, misses[ROLE_UNCHARGE]),
	};
	struct host h = host_open("cpus=1,cgroups=2", 10);
	char *text = report(&h, (struct view_opts){.width = 80});

	(void)state;
	assert_has(text, "lost: nothing");
	assert_has(text, "\nLost: nothing\n");
	free(text);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		uint64_t *counter = (uint64_t *)((char *)&h.delta->loss + kinds[i]);

		*counter = 4711;
		text = report(&h, (struct view_opts){.width = 80});
		assert_has(text, "lost: 4,711 events");
		assert_has(text, "\nLost: 4,711 events\n    4,711 ");
		assert_lacks(text, "nothing");
		free(text);
		text = table(&h, (struct view_opts){.width = 80});
		assert_has(text, "lost: 4,711 events");
		assert_has(text, "  4,711\n");
		free(text);
		*counter = 0;
	}
	host_close(&h);
}

static void test_unknown_misses_are_not_nothing(void **state)
{
	struct host h = host_open("cpus=1,cgroups=2", 10);
	char *text;

	(void)state;
	h.delta->loss.misses_known[ROLE_UNCHARGE] = false;
	text = report(&h, (struct view_opts){.width = 80});
	assert_has(text, "lost: n/a");
	assert_has(text, "n/a hits of the uncharge probe");
	assert_lacks(text, "nothing");
	free(text);
	text = table(&h, (struct view_opts){.width = 80});
	assert_has(text, "lost: n/a");
	assert_has(text, "    n/a\n");
	free(text);
	/* A role without a probe has none to miss. */
	h.delta->loss.misses_known[ROLE_UNCHARGE] = true;
	h.delta->loss.misses_known[ROLE_CHARGE] = false;
	text = report(&h, (struct view_opts){.width = 80});
	assert_has(text, "lost: nothing");
	free(text);
	host_close(&h);
}

static char *row_text(const char *text, const char *label)
{
	const char *p = strstr(text, label);
	char *line;

	if (!p)
		fail_msg("no row '%s' in\n%s", label, text);
	assert_true(asprintf(&line, "%.*s", (int)strcspn(p, "\n"), p) > 0);
	return line;
}

/* Culprit and victim, fallbacks of either side: each number in its own column. */
static void test_columns_are_not_swapped(void **state)
{
	struct host h = host_open("cpus=1,cgroups=1", 10);
	struct counters *c = &h.delta->cgroups[0].c;
	char *text, *line;

	(void)state;
	free(h.delta->cgroups[0].name);
	h.delta->cgroups[0].name = strdup("/web");
	c->refills = 1000;
	c->hold.count = 1000;
	c->hold.raw_ns = 3000000;
	c->hold.corr_ns = 1000000;
	c->uncharge[MCT_UNCHARGE_UNDER_LOCK] = 430;
	c->charge[MCT_CHARGE_NO_STOCK] = 21;
	c->charge[MCT_CHARGE_LOCK_BUSY] = 22;
	c->charge[MCT_CHARGE_OVERSIZE] = 23;
	c->charge[MCT_CHARGE_RETRY] = 9000;
	c->refill_lock_busy = 31;
	c->refill_oversize = 32;
	c->evict_caused = 77;
	c->evict_suffered = 55;
	h.delta->cgroups[0].max.ns = 98765;
	text = report(&h, (struct view_opts){.width = 80});
	line = row_text(strstr(text, "CGROUP"), "  /web ");
	assert_has(line, " 1,000  2.00 "); /* refills, mean */
	assert_has(line, "  98.8   43.0     66    63     77     55");
	free(line);
	free(text);
	host_close(&h);
}

static void test_no_quantile_above_max(void **state)
{
	struct host h = host_open("cpus=1,cgroups=1", 10);
	char *text;

	(void)state;
	memset(&h.delta->hist, 0, sizeof(h.delta->hist));
	h.delta->hist.slot[hist_fine.slot_of(10000)] = 100; /* [9728, 10240) */
	h.delta->total.hold.count = 100;
	h.delta->max.ns = 9800;
	text = report(&h, (struct view_opts){.width = 80});
	assert_has(text, "p99 9.7");
	assert_has(text, "max 9.80 us");
	free(text);
	host_close(&h);
}

static void test_uncorrected(void **state)
{
	struct host h = host_open("cpus=1,cgroups=1", 10);
	char *text;

	(void)state;
	h.delta->floor.method = NULL;
	h.delta->floor.why_not = "because";
	text = report(&h, (struct view_opts){.width = 80});
	assert_has(text, "uncorrected: because");
	assert_lacks(text, "hold corrected");
	free(text);
	text = table(&h, (struct view_opts){.width = 80});
	assert_has(text, "hold uncorrected");
	free(text);
	host_close(&h);
}

static void test_filter_selects_rows_only(void **state)
{
	struct host h = host_open("cpus=4,cgroups=12", 10);
	struct view_opts opts = {.width = 80};
	struct select *select;
	char *all, *some, *all_row, *some_row;

	(void)state;
	assert_int_equal(select__new("/batch/", "1", &select), 0);
	all = report(&h, opts);
	opts.select = select;
	some = report(&h, opts);
	assert_has(some, "Rows of cgroup /batch, CPUs 1 only; totals");
	assert_has(some, "whole host");
	assert_lacks(all, "only; totals");
	assert_has(all, "\n  0  ");
	assert_lacks(some, "\n  0  ");
	assert_has(some, "\n  1  ");
	assert_has(all, ".service ");
	assert_lacks(strstr(some, "CGROUP"), ".service ");
	assert_has(strstr(some, "CGROUP"), "/batch/job");
	all_row = row_text(all, "  all ");
	some_row = row_text(some, "  all ");
	assert_string_equal(all_row, some_row);
	free(all_row);
	free(some_row);
	free(all);
	free(some);
	select__free(select);
	host_close(&h);
}

static void test_rows_are_limited_to_the_busiest(void **state)
{
	struct host h = host_open("cpus=2,cgroups=12", 10);
	char *text = report(&h, (struct view_opts){.width = 80, .rows = 1});
	char *cpus = strstr(text, "\nPer CPU"), *cgroups = strstr(text, "\nPer cgroup");

	(void)state;
	assert_has(cpus, "1 less busy CPU is not shown");
	assert_has(cgroups, "11 less busy cgroups are not shown");
	*cgroups = '\0';
	assert_true((h.delta->cpus[0].c.refills > h.delta->cpus[1].c.refills) ==
		    (strstr(cpus, "\n  0 ") != NULL));
	free(text);
	host_close(&h);
}

/* memcgtop(1) explains each column under its title. */
static void test_columns_are_in_the_man_page(void **state)
{
	char *man = read_file("man/memcgtop.1.scd"), title[32];

	(void)state;
	assert_non_null(man);
	for (int id = 0; id < COLUMN_NR; id++) {
		snprintf(title, sizeof(title), "*%s*", column__get((enum column_id)id)->title);
		assert_has(strstr(man, "\n# COLUMNS\n"), title);
	}
	free(man);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_golden_wide),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_width_of_huge_numbers),
		cmocka_unit_test(test_all_unavailable),
		cmocka_unit_test(test_unavailable_is_not_zero),
		cmocka_unit_test(test_each_loss_is_told),
		cmocka_unit_test(test_unknown_misses_are_not_nothing),
		cmocka_unit_test(test_columns_are_not_swapped),
		cmocka_unit_test(test_no_quantile_above_max),
		cmocka_unit_test(test_uncorrected),
		cmocka_unit_test(test_filter_selects_rows_only),
		cmocka_unit_test(test_rows_are_limited_to_the_busiest),
		cmocka_unit_test(test_columns_are_in_the_man_page),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
