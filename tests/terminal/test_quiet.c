// SPDX-License-Identifier: GPL-2.0-or-later
/* What the screen costs the terminal: nothing between refreshes, little in one. */
#include "session.h"

#include <stdlib.h>
#include <unistd.h>

#define IDLE_MS 2000

static void test_idle_is_idle(void **state)
{
	struct session *s = session__start(&(struct session_opts){.args = "-i 3600"});
	size_t bytes;
	long ticks;

	(void)state;
	session__wait_text(s, "F1 Help");
	session__press(s, "u");
	bytes = screen__bytes(s->screen);
	ticks = pty__cpu_ticks(&s->pty);
	session__pump(s, IDLE_MS);
	assert_int_equal(screen__bytes(s->screen), bytes);
	assert_in_range(pty__cpu_ticks(&s->pty) - ticks, 0, 1);
	session__assert_quits(s, "q");
	session__end(s);
}

static size_t bytes_of(struct session *s, const char *keys)
{
	size_t before = screen__bytes(s->screen);

	session__press(s, keys);
	return screen__bytes(s->screen) - before;
}

static void test_sends_what_changed(void **state)
{
	struct session *s = session__start(
		&(struct session_opts){.rows = 60, .cols = 200, .spec = "cpus=64,cgroups=100"});
	size_t whole, moved;

	(void)state;
	session__wait_text(s, "F1 Help");
	session__press(s, "u u");
	whole = bytes_of(s, "^L");
	session__press(s, "Down");
	moved = bytes_of(s, "Down");
	/* Two rows change their look. */
	assert_in_range(moved, 1, whole / 10);
	/* The same again is nothing. */
	assert_in_range(bytes_of(s, "1"), 0, 16);
	session__assert_quits(s, "q");
	session__end(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_idle_is_idle, session__teardown),
		cmocka_unit_test_teardown(test_sends_what_changed, session__teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
