// SPDX-License-Identifier: GPL-2.0-or-later
/* What keys and mouse do, seen on the screen. */
#include "session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define LENGTH(a)   (sizeof(a) / sizeof((a)[0]))
#define MONKEY_KEYS 3000

static struct session *start(const char *spec)
{
	struct session *s =
		session__start(&(struct session_opts){.spec = spec, .rows = 30, .cols = 100});

	session__wait_text(s, "F1 Help");
	session__press(s, "u");
	return s;
}

/* The rows below the row that begins with @title, up to the bottom line.  Free the result. */
static char *table_of(struct session *s, const char *title)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool in = false;

	for (unsigned int y = 0; y < screen__rows(s->screen) - 1; y++) {
		char *row = screen__row(s->screen, y);

		if (in && *row)
			fprintf(f, "%s\n", row);
		in = in || !strncmp(row, title, strlen(title));
		free(row);
	}
	fclose(f);
	return text;
}

/* As many names as rows; the first word of each, in a given order. */
static size_t first_words(const char *table, char words[][64], size_t max)
{
	size_t n = 0;

	while (*table && n < max) {
		table += strspn(table, " ");
		snprintf(words[n++], 64, "%.*s", (int)strcspn(table, " \n"), table);
		table = strchr(table, '\n') + 1;
	}
	return n;
}

static void assert_changes(struct session *s, const char *keys)
{
	char *before = screen__text(s->screen), *after;

	session__press(s, keys);
	after = screen__text(s->screen);
	if (!strcmp(before, after))
		session__fail(s, "%s changes nothing", keys);
	free(before);
	free(after);
}

static void test_views(void **state)
{
	struct session *s = start("cpus=4,cgroups=6");

	(void)state;
	assert_true(session__shows(s, "CGROUP"));
	for (int view = 2; view <= 5; view++)
		assert_changes(s, (char[]){(char)('0' + view), 0});
	/* Round by Tab and back. */
	assert_changes(s, "Tab");
	assert_true(session__shows(s, "CGROUP"));
	assert_changes(s, "BackTab");
	assert_changes(s, "Tab");
	assert_true(session__shows(s, "CGROUP"));
	assert_changes(s, "h");
	assert_true(session__shows(s, "pause: the screen stands still"));
	assert_changes(s, "x");
	assert_true(session__shows(s, "CGROUP"));
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_pause(void **state)
{
	struct session *s = session__start(&(struct session_opts){0});
	char *before, *after;

	(void)state;
	session__wait_text(s, "F1 Help");
	session__press(s, "u p");
	assert_true(session__shows(s, "PAUSED"));
	before = screen__text(s->screen);
	/* The clock stands still, so nothing moves anyway: z goes on, u reads. */
	session__press(s, "z");
	assert_false(session__shows(s, "PAUSED"));
	session__press(s, "u");
	after = screen__text(s->screen);
	assert_string_not_equal(before, after);
	free(before);
	free(after);
	session__assert_quits(s, "q");
	session__end(s);
}

/* A clock that runs as fast as it can; figures change all the time. */
static void test_pause_stops_a_running_clock(void **state)
{
	struct session *s = session__start(
		&(struct session_opts){.running_clock = true, .spec = "cpus=2,cgroups=3"});
	char *paused, *later;

	(void)state;
	session__wait_text(s, "refills");
	session__keys(s, "p");
	session__wait_text(s, "PAUSED");
	session__pump(s, 100);
	paused = screen__text(s->screen);
	session__pump(s, 300);
	later = screen__text(s->screen);
	assert_string_equal(paused, later);
	session__keys(s, "p");
	session__wait_change(s, paused);
	free(paused);
	free(later);
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_windows_and_mark(void **state)
{
	struct session *s = start("cpus=4,cgroups=6");

	(void)state;
	assert_true(session__shows(s, "last 1"));
	session__press(s, "c");
	assert_true(session__shows(s, "since start 1"));
	session__press(s, "u u");
	assert_true(session__shows(s, "since start 3"));
	/* Without a mark there is no third window. */
	session__press(s, "c");
	assert_true(session__shows(s, "last 1"));
	session__press(s, "m u u");
	assert_true(session__shows(s, "since mark 2"));
	session__press(s, "c");
	assert_true(session__shows(s, "last 1"));
	session__press(s, "c c");
	assert_true(session__shows(s, "since mark 2"));
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_filter(void **state)
{
	struct session *s = start("cpus=4,cgroups=30");
	char *all = table_of(s, "CGROUP"), *few, *again;
	char words[30][64], letters[8] = "", typed[32] = "/";
	size_t n;

	(void)state;
	session__press(s, "t");
	free(all);
	all = table_of(s, "CGROUP");
	n = first_words(all, words, LENGTH(words));
	assert_in_range(n, 5, 30);
	/* The last letters of a name of the middle: fewer rows, all with that text. */
	snprintf(letters, sizeof(letters), "%s", words[n / 2] + strlen(words[n / 2]) - 2);
	for (const char *p = letters; *p; p++)
		snprintf(typed + strlen(typed), sizeof(typed) - strlen(typed), " %c", *p);
	session__press(s, typed);
	assert_true(screen__has_cursor(s->screen));
	session__press(s, "Enter");
	assert_false(screen__has_cursor(s->screen));
	assert_true(session__shows(s, "filter: "));
	few = table_of(s, "CGROUP");
	assert_in_range(strlen(few), 1, strlen(all) - 1);
	for (const char *line = few; *line; line = strchr(line, '\n') + 1) {
		const char *end = strchr(line, '\n');

		/* The host stays, to compare with. */
		if (strncmp(line, "all ", 4) &&
		    !memmem(line, (size_t)(end - line), letters, strlen(letters)))
			session__fail(s, "'%.*s' has no '%s'", (int)(end - line), line, letters);
	}
	session__keys(s, "Esc");
	while (session__shows(s, "filter: "))
		session__pump(s, 10);
	session__settle(s);
	again = table_of(s, "CGROUP");
	assert_string_equal(all, again);
	free(all);
	free(few);
	free(again);
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_sorting(void **state)
{
	struct session *s = start("cpus=4,cgroups=9");
	char first[20][64], second[20][64];
	size_t n;

	(void)state;
	session__press(s, "t Home");
	for (int column = 0; column < 12; column++) {
		char *there = table_of(s, "CGROUP"), *back;

		n = first_words(there, first, LENGTH(first));
		session__press(s, "r");
		back = table_of(s, "CGROUP");
		assert_int_equal(first_words(back, second, LENGTH(second)), n);
		/* Ties aside, the first is now the last or equal to it: at the least all are there.
		 */
		for (size_t i = 0; i < n; i++) {
			bool found = false;

			for (size_t j = 0; j < n; j++)
				found = found || !strcmp(first[i], second[j]);
			assert_true(found);
		}
		session__press(s, "r");
		free(back);
		back = table_of(s, "CGROUP");
		assert_string_equal(there, back);
		free(there);
		free(back);
		session__press(s, column % 2 ? ">" : "F6");
	}
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_selection_follows_its_row(void **state)
{
	struct session *s = start("cpus=4,cgroups=9");

	(void)state;
	session__press(s, "2 Down Enter");
	/* The histogram of a CPU. */
	assert_true(session__shows(s, "CPU "));
	session__press(s, "a");
	assert_changes(s, "l");
	assert_changes(s, "s");
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_folding(void **state)
{
	struct session *s = start("cpus=2,cgroups=12");

	(void)state;
	assert_changes(s, "*");
	assert_changes(s, "*");
	assert_changes(s, "Home -");
	assert_changes(s, "+");
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_interval(void **state)
{
	struct session *s = start("cpus=2,cgroups=3");

	(void)state;
	session__press(s, "i Backspace 2 . 5 Enter u");
	assert_true(session__shows(s, "last 2.5"));
	session__press(s, "i Backspace Backspace Backspace 0 Enter");
	assert_true(session__shows(s, "'0' is no interval"));
	session__press(s, "u");
	assert_true(session__shows(s, "last 2.5"));
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_mouse(void **state)
{
	struct session *s = start("cpus=4,cgroups=40");
	unsigned int tabs = 0;
	char *before, *after;

	(void)state;
	while (tabs < 20 && strncmp(before = screen__row(s->screen, tabs), " 1 ", 3)) {
		free(before);
		tabs++;
	}
	free(before);
	assert_true(screen__has_mouse(s->screen));
	before = screen__text(s->screen);
	screen__wheel(s->screen, tabs + 5, 10, false);
	session__wait_change(s, before);
	free(before);
	before = screen__text(s->screen);
	screen__click(s->screen, tabs, 15);
	session__wait_change(s, before);
	session__settle(s);
	after = screen__text(s->screen);
	assert_null(strstr(after, "CGROUP"));
	free(before);
	free(after);
	session__assert_quits(s, "q");
	session__end(s);
}

/* CPUs that are possible but offline, seen as such and not as zeros. */
static void test_offline_cpus(void **state)
{
	struct session *s = start("cpus=6,offline=3,cgroups=4");

	(void)state;
	session__press(s, "2 u");
	session__assert_redraw_same(s);
	session__press(s, "t");
	session__assert_redraw_same(s);
	session__assert_quits(s, "q");
	session__end(s);
}

/* Cgroups that are removed while their row is selected. */
static void test_cgroups_go(void **state)
{
	struct session *s = start("cpus=4,cgroups=12,gone=6");

	(void)state;
	session__press(s, "t End");
	for (int i = 0; i < 10; i++)
		session__press(s, "u Up");
	session__assert_redraw_same(s);
	session__assert_quits(s, "q");
	session__end(s);
}

/* q and F10 would end it, ^C and ^Z too. */
static const char *const monkey_keys[] = {
	"1",	  "2",	   "3",	 "4",  "5",  "h",     "?",	"F1",	    "Tab",  "BackTab",
	"c",	  "m",	   "p",	 "z",  "u",  "i",     "/",	"F4",	    "e",    "^L",
	"Up",	  "Down",  "k",	 "j",  "b",  "Space", "PageUp", "PageDown", "Home", "End",
	"g",	  "G",	   "<",	 ">",  "F6", "r",     "I",	"Enter",    "t",    "F5",
	"Left",	  "Right", "-",	 "+",  "*",  "l",     "a",	"s",	    "Esc",  "Backspace",
	"Delete", "F2",	   "F3", "F7", "F8", "F9",    "F12",	"x",	    "~",    "^A",
};

static void monkey(const char *spec, unsigned int rows, unsigned int cols, uint64_t seed, int n)
{
	struct session *s =
		session__start(&(struct session_opts){.spec = spec, .rows = rows, .cols = cols});

	session__wait_text(s, "F1 Help");
	for (int i = 0; i < n; i++) {
		uint32_t r = random_next(&seed);

		if (r % 40 == 0)
			screen__click(s->screen, random_next(&seed) % rows,
				      random_next(&seed) % cols);
		else if (r % 40 == 1)
			screen__wheel(s->screen, random_next(&seed) % rows,
				      random_next(&seed) % cols, r & 64);
		else
			session__keys(s, monkey_keys[random_next(&seed) % LENGTH(monkey_keys)]);
		/* In bursts: many keys at once are also a case. */
		if (i % 7 == 0)
			session__settle(s);
		if (s->pty.ended)
			session__fail(s, "it ended at key %d", i);
	}
	/* Out of whatever prompt is open; a lone Esc is one only after a moment. */
	session__settle(s);
	session__keys(s, "Esc");
	session__pump(s, 1200);
	session__press(s, "1 1 u");
	session__assert_redraw_same(s);
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_monkey(void **state)
{
	(void)state;
	monkey("cpus=16,offline=2,cgroups=60,gone=5,unnamed=3,norow=2,names=odd", 24, 80, 1,
	       MONKEY_KEYS / 3);
	monkey("kernel=6.1,cpus=3,cgroups=0", 10, 40, 2, MONKEY_KEYS / 3);
	monkey("cpus=300,cgroups=200,rate=5,losses=1", 60, 200, 3, MONKEY_KEYS / 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_views, session__teardown),
		cmocka_unit_test_teardown(test_pause, session__teardown),
		cmocka_unit_test_teardown(test_pause_stops_a_running_clock, session__teardown),
		cmocka_unit_test_teardown(test_windows_and_mark, session__teardown),
		cmocka_unit_test_teardown(test_filter, session__teardown),
		cmocka_unit_test_teardown(test_sorting, session__teardown),
		cmocka_unit_test_teardown(test_selection_follows_its_row, session__teardown),
		cmocka_unit_test_teardown(test_folding, session__teardown),
		cmocka_unit_test_teardown(test_interval, session__teardown),
		cmocka_unit_test_teardown(test_mouse, session__teardown),
		cmocka_unit_test_teardown(test_offline_cpus, session__teardown),
		cmocka_unit_test_teardown(test_cgroups_go, session__teardown),
		cmocka_unit_test_teardown(test_monkey, session__teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
