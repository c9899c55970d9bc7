// SPDX-License-Identifier: GPL-2.0-or-later
/* Terminals and locales of many kinds, and what is no terminal. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LENGTH(a)  (sizeof(a) / sizeof((a)[0]))
#define TABLE_ARGS "-d 2 -i 1"

static bool sent(const struct session *s, const char *bytes)
{
	return s->log && memmem(s->log, s->log_len, bytes, strlen(bytes));
}

/* Tables as on a pipe: text and nothing else. */
static void assert_plain(struct session *s)
{
	session__assert_status(s, 0);
	if (!sent(s, "Per cgroup (events per second"))
		session__fail(s, "no plain tables");
	if (sent(s, "\033"))
		session__fail(s, "an escape sequence in plain tables");
	session__assert_restored(s);
	session__assert_clean(s);
}

static void assert_screen(struct session *s)
{
	session__wait_text(s, "F1 Help");
	session__press(s, "u");
	assert_true(session__shows(s, "CGROUP"));
	session__press(s, "2");
	session__wait_text(s, "UNDER%");
	session__press(s, "1");
	session__assert_redraw_same(s);
	session__assert_quits(s, "q");
}

static void test_no_screen_terminals(void **state)
{
	static const char *const terms[] = {"", "dumb", "nonsense"};

	(void)state;
	for (size_t i = 0; i < LENGTH(terms); i++) {
		struct session *s = session__start(&(struct session_opts){
			.term = terms[i], .running_clock = true, .args = TABLE_ARGS, .rows = 80});

		assert_plain(s);
		if (!sent(s, "plain tables instead of the live screen") || !sent(s, "TERM"))
			session__fail(s, "it does not say why there is no screen");
		session__end(s);
	}
}

static bool has_terminfo(const char *term)
{
	static const char *const folders[] = {"/etc/terminfo", "/lib/terminfo",
					      "/usr/share/terminfo", "/usr/lib/terminfo"};
	char path[128];

	for (size_t i = 0; i < LENGTH(folders); i++) {
		snprintf(path, sizeof(path), "%s/%c/%s", folders[i], term[0], term);
		if (!access(path, R_OK))
			return true;
	}
	return false;
}

static void test_screen_terminals(void **state)
{
	static const char *const terms[] = {"xterm-256color", "xterm", "screen", "screen-256color",
					    "tmux-256color",  "linux", "vt100",	 "xterm-kitty"};

	(void)state;
	for (size_t i = 0; i < LENGTH(terms); i++) {
		bool known = has_terminfo(terms[i]);
		struct session *s =
			session__start(&(struct session_opts){.term = terms[i],
							      .running_clock = !known,
							      .args = known ? NULL : TABLE_ARGS,
							      .rows = known ? 24 : 80});

		if (known)
			assert_screen(s);
		else
			assert_plain(s);
		session__end(s);
	}
}

static void test_stdout_is_no_terminal(void **state)
{
	struct session *s = session__start(&(struct session_opts){
		.stdout_path = "/dev/null", .running_clock = true, .args = TABLE_ARGS});

	(void)state;
	session__assert_status(s, 0);
	assert_int_equal(s->log_len, 0);
	session__end(s);
}

static void test_stdin_is_no_terminal(void **state)
{
	struct session *s = session__start(&(struct session_opts){
		.stdin_path = "/dev/null", .running_clock = true, .args = TABLE_ARGS, .rows = 80});

	(void)state;
	assert_plain(s);
	session__end(s);
}

/* Messages have a place of their own, the screen is not disturbed. */
static void test_stderr_is_a_file(void **state)
{
	struct session *s = session__start(&(struct session_opts){.stderr_path = "/dev/null"});

	(void)state;
	assert_screen(s);
	session__end(s);
}

/* Colours */

static unsigned int colours_with(const char *env, const char *term)
{
	struct session *s = session__start(&(struct session_opts){.env = env, .term = term});
	unsigned int n;

	session__wait_text(s, "F1 Help");
	session__press(s, "u 1 2 t 3 4 5 h h Down");
	session__assert_quits(s, "q");
	n = screen__colours(s->screen);
	session__end(s);
	return n;
}

static void test_colours(void **state)
{
	(void)state;
	assert_int_not_equal(colours_with(NULL, NULL), 0);
	assert_int_not_equal(colours_with("NO_COLOR=", NULL), 0);
	assert_int_equal(colours_with("NO_COLOR=1", NULL), 0);
	assert_int_equal(colours_with(NULL, "vt100"), 0);
}

/* Locales */

static void all_views(struct session *s)
{
	session__wait_text(s, "F1 Help");
	session__press(s, "u u 1 t 2 t 3 l 4 5 h h");
}

static void test_ascii_only(void **state)
{
	static const char *const locales[] = {"C", "POSIX", "xx_XX.UTF-8"}; /* the last is none */

	(void)state;
	for (size_t i = 0; i < LENGTH(locales); i++) {
		struct session *s =
			session__start(&(struct session_opts){.locale = locales[i],
							      .rows = 40,
							      .cols = 120,
							      .spec = "cpus=64,names=odd"});

		all_views(s);
		session__assert_quits(s, "q");
		if (screen__high_bytes(s->screen))
			session__fail(s, "%zu bytes that are no ASCII",
				      screen__high_bytes(s->screen));
		session__end(s);
	}
}

static void test_blocks_in_utf8(void **state)
{
	struct session *s = session__start(&(struct session_opts){0});

	(void)state;
	all_views(s);
	session__press(s, "3");
	assert_true(session__shows(s, "\xe2\x96\x88"));
	session__assert_quits(s, "q");
	session__end(s);
}

/* Makes the locale where the system has none.  NULL where that cannot be done. */
static char *make_locale(const char *name, const char *charset)
{
	char *folder = strdup("/tmp/memcgtop-locale.XXXXXX"), command[256];

	if (!mkdtemp(folder))
		abort();
	snprintf(command, sizeof(command),
		 "localedef -i %.5s -f %s %s/%s >%s/log 2>&1; test -e %s/%s/LC_CTYPE", name,
		 charset, folder, name, folder, folder, name);
	if (system(command) == 0)
		return folder;
	free(folder);
	return NULL;
}

static void remove_locale(char *folder)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command))
		perror(command);
	free(folder);
}

static char *screen_in(const char *locale)
{
	struct session *s =
		session__start(&(struct session_opts){.locale = locale, .rows = 40, .cols = 120});
	char *text;

	all_views(s);
	session__press(s, "1");
	text = screen__text(s->screen);
	session__assert_quits(s, "q");
	session__assert_clean(s);
	session__end(s);
	return text;
}

/* Numbers are the same everywhere: people compare them, scripts read exports. */
static void test_german(void **state)
{
	char *folder = make_locale("de_DE.UTF-8", "UTF-8"), *here, *there;

	(void)state;
	if (!folder) {
		print_message("skipped: no localedef here to make de_DE.UTF-8\n");
		skip();
	}
	here = screen_in("C.UTF-8");
	setenv("LOCPATH", folder, 1);
	there = screen_in("de_DE.UTF-8");
	unsetenv("LOCPATH");
	remove_locale(folder);
	assert_string_equal(here, there);
	free(here);
	free(there);
}

/* An eight-bit locale: names in UTF-8 are bytes it would garble. */
static void test_latin1(void **state)
{
	char *folder = make_locale("de_DE.ISO-8859-1", "ISO-8859-1");
	struct session *s;

	(void)state;
	if (!folder) {
		print_message("skipped: no localedef here to make de_DE.ISO-8859-1\n");
		skip();
	}
	setenv("LOCPATH", folder, 1);
	s = session__start(
		&(struct session_opts){.locale = "de_DE.ISO-8859-1", .spec = "names=odd"});
	all_views(s);
	session__assert_quits(s, "q");
	session__end(s);
	unsetenv("LOCPATH");
	remove_locale(folder);
}

/* Names */

/* Screen column after the title @title in row @y, or 0. */
static unsigned int title_end(struct session *s, unsigned int y, const char *title)
{
	size_t n = strlen(title), at = 0;

	for (unsigned int x = 0; x < screen__cols(s->screen); x++) {
		struct screen_cell cell = screen__cell(s->screen, y, x);

		at = cell.text[0] == title[at] ? at + 1 : cell.text[0] == title[0];
		if (at == n)
			return x + 1;
	}
	return 0;
}

static bool is_figure(const struct screen_cell *cell)
{
	return cell->text[0] && strchr("0123456789kMGTa-", cell->text[0]);
}

/* Whatever a name is made of, the figures beside it stand under their title. */
static void test_odd_names_keep_columns(void **state)
{
	static const char *const titles[] = {"P99", "MAX"};
	unsigned int found = 0;
	struct session *s = session__start(&(struct session_opts){
		.spec = "names=odd,cgroups=36,rate=2000", .rows = 50, .cols = 100});

	(void)state;
	session__wait_text(s, "F1 Help");
	session__press(s, "u u 1 t");
	for (unsigned int y = 0, top = 0; y < screen__rows(s->screen) - 1; y++) {
		char *row = screen__row(s->screen, y);

		if (!strncmp(row, "CGROUP", 6))
			top = y;
		for (size_t i = 0; top && y > top && *row && i < LENGTH(titles); i++) {
			unsigned int end = title_end(s, top, titles[i]);
			struct screen_cell last = screen__cell(s->screen, y, end - 1);
			struct screen_cell next = screen__cell(s->screen, y, end);

			assert_int_not_equal(end, 0);
			if (!is_figure(&last) || next.text[0] != ' ')
				session__fail(s, "row %u: %s is not under its title", y, titles[i]);
			found++;
		}
		free(row);
	}
	assert_in_range(found, 40, 200);
	assert_true(session__shows(s, "\\x1b[31mred"));
	assert_true(session__shows(s, "tab\\x09here"));
	session__assert_quits(s, "q");
	session__end(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_no_screen_terminals, session__teardown),
		cmocka_unit_test_teardown(test_screen_terminals, session__teardown),
		cmocka_unit_test_teardown(test_stdout_is_no_terminal, session__teardown),
		cmocka_unit_test_teardown(test_stdin_is_no_terminal, session__teardown),
		cmocka_unit_test_teardown(test_stderr_is_a_file, session__teardown),
		cmocka_unit_test_teardown(test_colours, session__teardown),
		cmocka_unit_test_teardown(test_ascii_only, session__teardown),
		cmocka_unit_test_teardown(test_blocks_in_utf8, session__teardown),
		cmocka_unit_test_teardown(test_german, session__teardown),
		cmocka_unit_test_teardown(test_latin1, session__teardown),
		cmocka_unit_test_teardown(test_odd_names_keep_columns, session__teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
