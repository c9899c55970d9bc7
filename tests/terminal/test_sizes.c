// SPDX-License-Identifier: GPL-2.0-or-later
/* Terminals of every size, and terminals that change theirs. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_WIDTH  40
#define MIN_HEIGHT 10

static const unsigned int widths[] = {1,  2,  3,  5,  8,  13,  20,  30,	 38,  39,  40,	41, 45,
				      50, 60, 79, 80, 81, 100, 119, 120, 150, 200, 299, 300};
static const unsigned int heights[] = {1, 2, 3, 5, 9, 10, 11, 12, 16, 24, 25, 40, 60, 99, 100};

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* A terminal that is too small has one line that says so, as far as it fits. */
static void check_too_small(struct session *s)
{
	char want[64], *row = screen__row(s->screen, 0);
	unsigned int cols = screen__cols(s->screen);

	snprintf(want, sizeof(want), "memcgtop needs 40x10, this is %ux%u", cols,
		 screen__rows(s->screen));
	if (strlen(want) > cols)
		want[cols] = 0;
	/* A blank at the cut is none that can be seen. */
	while (*want && want[strlen(want) - 1] == ' ')
		want[strlen(want) - 1] = 0;
	if (strcmp(row, want))
		session__fail(s, "wanted '%s'", want);
	free(row);
	for (unsigned int y = 1; y < screen__rows(s->screen); y++) {
		row = screen__row(s->screen, y);
		if (*row)
			session__fail(s, "row %u is not empty", y);
		free(row);
	}
}

/* The header's first word, and a bottom line with keys: no row was lost at either end. */
static void check_whole(struct session *s)
{
	char *top = screen__row(s->screen, 0),
	     *bottom = screen__row(s->screen, screen__rows(s->screen) - 1);

	if (strncmp(top, "memcgtop", 8) && !strstr(top, "last") && !strstr(top, "since"))
		session__fail(s, "no header");
	if (strncmp(bottom, "F1 Help", 7))
		session__fail(s, "no bottom line");
	free(top);
	free(bottom);
}

static void check_size(struct session *s)
{
	if (screen__cols(s->screen) < MIN_WIDTH || screen__rows(s->screen) < MIN_HEIGHT)
		check_too_small(s);
	else
		check_whole(s);
}

static void test_sweep(void **state)
{
	struct session *s =
		session__start(&(struct session_opts){.spec = "cpus=24,cgroups=80,names=odd"});
	static const char *const views[] = {"1", "2", "3", "4", "5"};
	unsigned int n = 0;

	(void)state;
	session__press(s, "u u");
	for (size_t w = 0; w < LENGTH(widths); w++) {
		for (size_t i = 0; i < LENGTH(heights); i++, n++) {
			/* Up one column, down the next, so that both happen. */
			size_t h = w % 2 ? LENGTH(heights) - 1 - i : i;

			session__resize(s, heights[h], widths[w]);
			session__settle(s);
			check_size(s);
			session__press(s, views[n % LENGTH(views)]);
			check_size(s);
			/* It is dear at 300x100, and says the same at any size. */
			if (n % 5 == 0)
				session__assert_redraw_same(s);
		}
	}
	session__assert_quits(s, "q");
	session__end(s);
}

/* Each column and each line more is one that something may depend on. */
static void test_every_width_and_height(void **state)
{
	struct session *s = session__start(&(struct session_opts){.spec = "kernel=6.1,cpus=200"});

	(void)state;
	session__press(s, "u u");
	for (unsigned int w = 1; w <= 300; w++) {
		session__resize(s, 12 + w % 20, w);
		session__press(s, (char[]){"12345"[w % 5], 0});
		check_size(s);
	}
	for (unsigned int h = 1; h <= 100; h++) {
		session__resize(s, h, 81);
		session__press(s, (char[]){"12345"[h % 5], 0});
		check_size(s);
	}
	session__assert_redraw_same(s);
	session__assert_quits(s, "q");
	session__end(s);
}

static void check_empty(struct session *s, unsigned int rows, unsigned int cols)
{
	for (unsigned int y = 0; y < screen__rows(s->screen); y++) {
		for (unsigned int x = y < rows ? cols : 0; x < screen__cols(s->screen); x++) {
			if (screen__cell(s->screen, y, x).text[0] != ' ')
				session__fail(s, "row %u, column %u is outside of %ux%u", y, x,
					      cols, rows);
		}
	}
}

/* The terminal is larger than it says: whatever is drawn outside would be seen. */
static void test_nothing_outside(void **state)
{
	struct session *s = session__start(&(struct session_opts){
		.rows = 110, .cols = 320, .spec = "cpus=70,cgroups=50,names=odd"});
	uint64_t seed = 5;

	(void)state;
	session__press(s, "u u");
	for (int i = 0; i < 120; i++) {
		unsigned int rows = 1 + random_next(&seed) % 100,
			     cols = 1 + random_next(&seed) % 300;

		pty__resize(&s->pty, rows, cols);
		session__press(s, (char[]){"12345h"[i % 6], 0});
		session__press(s, "^L");
		check_empty(s, rows, cols);
		/* What changes stays inside, too. */
		session__press(s, "Down u");
		check_empty(s, rows, cols);
	}
	session__assert_quits(s, "q");
	session__end(s);
}

/* What was resized shows what one that was started so does. */
static void test_resized_is_as_started(void **state)
{
	static const struct {
		unsigned int cols, rows;
	} sizes[] = {{40, 10}, {80, 24}, {133, 50}, {300, 100}};

	(void)state;
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		struct session *a =
			session__start(&(struct session_opts){.rows = sizes[i].rows,
							      .cols = sizes[i].cols,
							      .spec = "cpus=64,cgroups=60"});
		struct session *b = session__start(
			&(struct session_opts){.rows = 3, .cols = 7, .spec = "cpus=64,cgroups=60"});
		char *want, *got;

		session__settle(a);
		session__press(a, "u u");
		session__settle(b);
		session__press(b, "u");
		session__resize(b, sizes[i].rows, sizes[i].cols);
		session__settle(b);
		session__press(b, "u");
		want = screen__text(a->screen);
		got = screen__text(b->screen);
		if (strcmp(want, got)) {
			print_error("as started:\n%s--\n", want);
			session__fail(b, "resized it shows something else");
		}
		free(want);
		free(got);
		session__assert_quits(a, "q");
		session__assert_quits(b, "q");
		session__end(a);
		session__end(b);
	}
}

/* Sizes change faster than it can draw, keys come in between. */
static void test_storm(void **state)
{
	static const char *const keys[] = {"1", "2",	"3", "4",   "5", "t",
					   "u", "Down", ">", "Tab", "G"};
	struct session *s = session__start(&(struct session_opts){.spec = "cpus=16,cgroups=40"});
	uint64_t seed = 3;

	(void)state;
	session__settle(s);
	for (int i = 0; i < 200; i++) {
		session__resize(s, 1 + random_next(&seed) % 100, 1 + random_next(&seed) % 300);
		session__keys(s, keys[random_next(&seed) % LENGTH(keys)]);
		if (random_next(&seed) % 4 == 0)
			session__pump(s, (int)(random_next(&seed) % 5));
	}
	session__resize(s, 24, 80);
	session__settle(s);
	check_size(s);
	session__assert_redraw_same(s);
	session__press(s, "1 u");
	session__wait_text(s, "CGROUP");
	session__assert_quits(s, "q");
	session__end(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_sweep, session__teardown),
		cmocka_unit_test_teardown(test_every_width_and_height, session__teardown),
		cmocka_unit_test_teardown(test_nothing_outside, session__teardown),
		cmocka_unit_test_teardown(test_resized_is_as_started, session__teardown),
		cmocka_unit_test_teardown(test_storm, session__teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
