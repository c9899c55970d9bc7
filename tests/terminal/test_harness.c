// SPDX-License-Identifier: GPL-2.0-or-later
/* The tools of these tests, tried on programs whose behaviour is known. */
#include "session.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void test_text_and_status(void **state)
{
	struct session *s = session__start(&(struct session_opts){
		.command = "printf '\\033[2J\\033[3;5H\\033[1;31mred\\033[0m \\342\\226\\210'; "
			   "exit 3"});
	struct screen_cell cell;
	char *row;

	(void)state;
	session__assert_status(s, 3);
	row = screen__row(s->screen, 2);
	assert_string_equal(row, "    red \xe2\x96\x88");
	free(row);
	cell = screen__cell(s->screen, 2, 4);
	assert_string_equal(cell.text, "r");
	assert_true(cell.bold);
	assert_int_equal(cell.fg, 1);
	assert_int_equal(cell.bg, COLOUR_DEFAULT);
	assert_int_equal(screen__cell(s->screen, 2, 8).fg, COLOUR_DEFAULT);
	assert_int_equal(screen__colours(s->screen), 1);
	assert_int_equal(screen__high_bytes(s->screen), 3);
	session__assert_clean(s);
	session__assert_restored(s);
	session__end(s);
}

static void test_strays_are_seen(void **state)
{
	struct session *s = session__start(
		&(struct session_opts){.command = "printf 'text\\001\\033[5;7;9y\\033%%G'"});

	(void)state;
	session__wait_end(s);
	assert_non_null(strstr(screen__strays(s->screen), "control 01"));
	assert_non_null(strstr(screen__strays(s->screen), "escape"));
	assert_non_null(strstr(screen__strays(s->screen), "unknown CSI"));
	session__end(s);
}

static void test_what_is_left_on_is_seen(void **state)
{
	struct session *s = session__start(&(struct session_opts){
		.command = "stty -echo; printf 'text\\033[?1049h\\033[?25l\\033[?1006;1000h'"});

	(void)state;
	session__wait_end(s);
	assert_true(screen__is_alternate(s->screen));
	assert_false(screen__has_cursor(s->screen));
	assert_true(screen__has_mouse(s->screen));
	assert_false(pty__is_restored(&s->pty));
	session__end(s);
}

static void test_keys_and_settling(void **state)
{
	struct session *s = session__start(&(struct session_opts){
		.command = "stty raw -echo; echo ready; dd bs=1 count=8 2>/dev/null | od -An -c"});

	(void)state;
	session__wait_text(s, "ready");
	session__press(s, "a Up ^L");
	session__keys(s, "F1");
	session__wait_end(s);
	assert_true(session__shows(s, "a 033   [   A  \\f 033   O   P"));
	session__end(s);
}

static void test_resize_reaches_it(void **state)
{
	struct session *s = session__start(&(struct session_opts){
		.rows = 10,
		.cols = 30,
		.command = "trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done"});

	(void)state;
	session__wait_text(s, "10 30");
	session__resize(s, 20, 70);
	session__wait_text(s, "20 70");
	session__signal(s, SIGKILL);
	session__assert_killed(s, SIGKILL);
	session__end(s);
}

static void test_stop_and_continue(void **state)
{
	struct session *s = session__start(
		&(struct session_opts){.command = "echo one; kill -TSTP $$; echo two; exit 5"});

	(void)state;
	session__wait_stopped(s);
	assert_true(session__shows(s, "one"));
	assert_false(session__shows(s, "two"));
	pty__foreground(&s->pty);
	session__assert_status(s, 5);
	assert_true(session__shows(s, "two"));
	session__end(s);
}

/* The signal goes to the shell only, which may or may not pass it on: this one does not. */
static void test_hangup_reaches_it(void **state)
{
	struct session *s = session__start(&(struct session_opts){.command = "echo up; exec cat"});

	(void)state;
	session__wait_text(s, "up");
	pty__hangup(&s->pty);
	session__assert_status(s, 0);
	session__end(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_text_and_status, session__teardown),
		cmocka_unit_test_teardown(test_strays_are_seen, session__teardown),
		cmocka_unit_test_teardown(test_what_is_left_on_is_seen, session__teardown),
		cmocka_unit_test_teardown(test_keys_and_settling, session__teardown),
		cmocka_unit_test_teardown(test_resize_reaches_it, session__teardown),
		cmocka_unit_test_teardown(test_stop_and_continue, session__teardown),
		cmocka_unit_test_teardown(test_hangup_reaches_it, session__teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
