// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every view as a person sees it, compared with tests/terminal/golden: one file
 * for each host and size.  UPDATE_GOLDEN=1 writes them anew.
 */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "tests/terminal/golden"

struct host {
	const char *name, *spec;
};

static const struct host host_7_3 = {"7.3", "kernel=7.3,cpus=8,cgroups=12"};
static const struct host host_6_1 = {"6.1", "kernel=6.1,cpus=8,cgroups=12"};
static const struct host host_one_cpu = {"1cpu", "cpus=1,cgroups=12"};
static const struct host host_512_cpus = {"512cpus", "cpus=512,cgroups=12,rate=50"};
static const struct host host_empty = {"0cgroups", "cpus=8,cgroups=0"};
static const struct host host_5000 = {"5000cgroups", "cpus=8,cgroups=5000,rate=3"};
static const struct host host_ill = {
	"ill", "cpus=8,offline=4,cgroups=30,gone=3,unnamed=2,norow=2,names=odd,losses=1,charges=1"};

/* In this order, so that each view starts as it does for the user. */
static const struct {
	const char *name, *keys;
} screens[] = {
	{"cgroups", "1"},	{"flat", "t"},	      {"cpus", "2"},   {"grid", "t"},
	{"histogram", "3"},	{"logarithmic", "l"}, {"stocks", "4"}, {"longest", "5"},
	{"since start", "1 c"}, {"help", "c h"},
};

static char *read_file(const char *path)
{
	FILE *f = fopen(path, "r"), *out;
	char *text = NULL;
	size_t size;
	int c;

	if (!f)
		return NULL;
	out = open_memstream(&text, &size);
	while ((c = getc(f)) != EOF)
		putc(c, out);
	fclose(f);
	fclose(out);
	return text;
}

/* The first lines that differ, so that one need not search two screens for them. */
static void print_difference(const char *wanted, const char *got)
{
	int shown = 0;

	while ((*wanted || *got) && shown < 10) {
		int w = (int)strcspn(wanted, "\n"), g = (int)strcspn(got, "\n");

		if (w != g || strncmp(wanted, got, (size_t)w)) {
			print_error("  wanted: %.*s\n  got:    %.*s\n", w, wanted, g, got);
			shown++;
		}
		wanted += w + (wanted[w] == '\n');
		got += g + (got[g] == '\n');
	}
}

static void compare(const char *path, const char *got)
{
	char *wanted;

	if (getenv("UPDATE_GOLDEN")) {
		FILE *f = fopen(path, "w");

		assert_non_null(f);
		fputs(got, f);
		assert_int_equal(fclose(f), 0);
		return;
	}
	wanted = read_file(path);
	if (!wanted)
		fail_msg("%s is missing; UPDATE_GOLDEN=1 writes it", path);
	if (strcmp(wanted, got)) {
		print_difference(wanted, got);
		fail_msg("not as in %s", path);
	}
	free(wanted);
}

static void check(const struct host *host, unsigned int cols, unsigned int rows)
{
	struct session *s = session__start(
		&(struct session_opts){.spec = host->spec, .rows = rows, .cols = cols});
	char *all = NULL, path[128];
	size_t size;
	FILE *f = open_memstream(&all, &size);

	session__settle(s);
	session__press(s, "u u u");
	for (size_t i = 0; i < sizeof(screens) / sizeof(screens[0]); i++) {
		char *text;

		session__press(s, screens[i].keys);
		text = screen__text(s->screen);
		fprintf(f, "=== %s\n%s", screens[i].name, text);
		free(text);
	}
	fclose(f);
	session__assert_quits(s, "q");
	session__end(s);
	snprintf(path, sizeof(path), FOLDER "/%s-%ux%u.txt", host->name, cols, rows);
	compare(path, all);
	free(all);
}

static void test_sizes(void **state)
{
	(void)state;
	check(&host_7_3, 40, 10);
	check(&host_7_3, 80, 24);
	check(&host_7_3, 120, 40);
	check(&host_7_3, 200, 60);
}

static void test_old_kernel(void **state)
{
	(void)state;
	check(&host_6_1, 40, 10);
	check(&host_6_1, 80, 24);
	check(&host_6_1, 200, 60);
}

static void test_one_cpu(void **state)
{
	(void)state;
	check(&host_one_cpu, 80, 24);
}

static void test_512_cpus(void **state)
{
	(void)state;
	check(&host_512_cpus, 40, 10);
	check(&host_512_cpus, 80, 24);
	check(&host_512_cpus, 200, 60);
}

static void test_no_cgroups(void **state)
{
	(void)state;
	check(&host_empty, 80, 24);
}

static void test_5000_cgroups(void **state)
{
	(void)state;
	check(&host_5000, 40, 10);
	check(&host_5000, 120, 40);
}

/* Everything that can be wrong with a host at once. */
static void test_ill_host(void **state)
{
	(void)state;
	check(&host_ill, 40, 10);
	check(&host_ill, 80, 24);
	check(&host_ill, 120, 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_sizes, session__teardown),
		cmocka_unit_test_teardown(test_old_kernel, session__teardown),
		cmocka_unit_test_teardown(test_one_cpu, session__teardown),
		cmocka_unit_test_teardown(test_512_cpus, session__teardown),
		cmocka_unit_test_teardown(test_no_cgroups, session__teardown),
		cmocka_unit_test_teardown(test_5000_cgroups, session__teardown),
		cmocka_unit_test_teardown(test_ill_host, session__teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
