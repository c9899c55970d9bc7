// SPDX-License-Identifier: GPL-2.0-or-later
/* Every way out gives the terminal back as it was. */
#include "session.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define LENGTH(a)  (sizeof(a) / sizeof((a)[0]))
#define GONE_IN_MS 10000
#define TRIES	   40
#define MAX_DELAY  300

static struct session *start_and_draw(void)
{
	struct session *s = session__start(&(struct session_opts){0});

	session__wait_text(s, "F1 Help");
	session__press(s, "u");
	assert_true(screen__is_alternate(s->screen));
	assert_false(screen__has_cursor(s->screen));
	return s;
}

static void test_keys_that_quit(void **state)
{
	static const char *const keys[] = {"q", "F10", "h q", "^C"};

	(void)state;
	for (size_t i = 0; i < LENGTH(keys); i++) {
		struct session *s = start_and_draw();

		session__assert_quits(s, keys[i]);
		session__end(s);
	}
}

/* Seen by the one who waits: an orderly end, or the signal's death where that is right. */
static void assert_ended_by(struct session *s, int sig)
{
	int status = session__wait_end(s);
	bool orderly = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	bool died = WIFSIGNALED(status) && WTERMSIG(status) == sig;

	if (!orderly && !died)
		session__fail(s, "%s: neither status 0 nor its death", strsignal(sig));
	session__assert_restored(s);
	session__assert_clean(s);
}

static void test_signals_when_drawn(void **state)
{
	static const int orderly[] = {SIGINT, SIGTERM, SIGHUP};
	static const int deadly[] = {SIGQUIT, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};

	(void)state;
	for (size_t i = 0; i < LENGTH(orderly); i++) {
		struct session *s = start_and_draw();

		session__signal(s, orderly[i]);
		session__assert_status(s, 0);
		session__assert_restored(s);
		session__end(s);
	}
	for (size_t i = 0; i < LENGTH(deadly); i++) {
		struct session *s = start_and_draw();

		session__signal(s, deadly[i]);
		session__assert_killed(s, deadly[i]);
		session__assert_restored(s);
		session__assert_clean(s);
		session__end(s);
	}
}

/* While it starts, while it draws, while it waits. */
static void test_signals_at_any_moment(void **state)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < TRIES; i++) {
		struct session *s =
			session__start(&(struct session_opts){.spec = "cpus=64,cgroups=200"});
		int sig = signals[i % (int)LENGTH(signals)];
		/* Half of them in the first milliseconds, where most of the code is. */
		uint32_t range = i % 2 ? MAX_DELAY : 30;

		session__pump(s, (int)(random_next(&seed) % range));
		session__signal(s, sig);
		assert_ended_by(s, sig);
		session__end(s);
	}
}

static void test_signal_while_typing(void **state)
{
	struct session *s = start_and_draw();

	(void)state;
	session__press(s, "/ w e b");
	assert_true(screen__has_cursor(s->screen));
	session__signal(s, SIGTERM);
	session__assert_status(s, 0);
	session__assert_restored(s);
	session__end(s);
}

static void test_stop_and_continue(void **state)
{
	struct session *s = start_and_draw();
	char *before = screen__text(s->screen), *after;

	(void)state;
	for (int i = 0; i < 3; i++) {
		if (i < 2)
			session__keys(s, "^Z");
		else
			session__signal(s, SIGTSTP);
		session__wait_stopped(s);
		session__assert_restored(s);
		pty__foreground(&s->pty);
		session__wait_text(s, "F1 Help");
		session__settle(s);
		assert_true(screen__is_alternate(s->screen));
		assert_false(screen__has_cursor(s->screen));
		assert_false(pty__is_restored(&s->pty));
		after = screen__text(s->screen);
		assert_string_equal(before, after);
		free(after);
	}
	free(before);
	/* Keys are keys again, not lines. */
	session__press(s, "2");
	session__wait_text(s, "CPU");
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_resized_while_stopped(void **state)
{
	struct session *s = start_and_draw();

	(void)state;
	session__keys(s, "^Z");
	session__wait_stopped(s);
	session__resize(s, 40, 120);
	pty__foreground(&s->pty);
	session__wait_text(s, "F1 Help");
	session__assert_redraw_same(s);
	assert_int_equal(screen__cell(s->screen, 39, 0).text[0], 'F');
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_killed_while_stopped(void **state)
{
	struct session *s = start_and_draw();

	(void)state;
	session__keys(s, "^Z");
	session__wait_stopped(s);
	session__signal(s, SIGTERM);
	pty__foreground(&s->pty);
	session__assert_status(s, 0);
	session__assert_restored(s);
	session__end(s);
}

/* Nobody tells it but the terminal, which is no more. */
static void test_terminal_goes_away(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		struct session *s = start_and_draw();
		uint64_t start;

		if (i == 1)
			session__press(s, "/ a");
		if (i == 2)
			session__press(s, "p");
		start = now_ms();
		pty__hangup(&s->pty);
		session__wait_end(s);
		assert_in_range(now_ms() - start, 0, GONE_IN_MS);
		assert_true(WIFEXITED(s->pty.status));
		assert_int_not_equal(WEXITSTATUS(s->pty.status), 0);
		session__end(s);
	}
}

static void test_terminal_goes_away_at_start(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int i = 0; i < 10; i++) {
		/* Gone early enough it never was a terminal: tables, for which time must pass. */
		struct session *s = session__start(&(struct session_opts){.running_clock = true});
		uint64_t start;

		session__pump(s, (int)(random_next(&seed) % 40));
		start = now_ms();
		pty__hangup(&s->pty);
		session__wait_end(s);
		assert_in_range(now_ms() - start, 0, GONE_IN_MS);
		session__end(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_keys_that_quit, session__teardown),
		cmocka_unit_test_teardown(test_signals_when_drawn, session__teardown),
		cmocka_unit_test_teardown(test_signals_at_any_moment, session__teardown),
		cmocka_unit_test_teardown(test_signal_while_typing, session__teardown),
		cmocka_unit_test_teardown(test_stop_and_continue, session__teardown),
		cmocka_unit_test_teardown(test_resized_while_stopped, session__teardown),
		cmocka_unit_test_teardown(test_killed_while_stopped, session__teardown),
		cmocka_unit_test_teardown(test_terminal_goes_away, session__teardown),
		cmocka_unit_test_teardown(test_terminal_goes_away_at_start, session__teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
