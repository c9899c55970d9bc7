// SPDX-License-Identifier: GPL-2.0-or-later
/* A recording on the live screen: it runs, stands still, is sought in, goes faster. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>

static struct session *start(void)
{
	const char *relative = getenv("MEMCGTOP") ?: "build/memcgtop";
	char *binary = realpath(relative, NULL), *command;
	struct session *s;

	assert_non_null(binary);
	if (asprintf(&command,
		     "%s record -o run --source synthetic:cpus=2,cgroups=4 -d 600 2>/dev/null && "
		     "exec %s report --screen --no-config run",
		     binary, binary) < 0)
		abort();
	s = session__start(
		&(struct session_opts){.rows = 24, .cols = 120, .command = command});
	free(command);
	free(binary);
	session__wait_text(s, "of 600.0 s, x1");
	return s;
}

static void test_stands_still_and_moves(void **state)
{
	struct session *s = start();

	(void)state;
	session__keys(s, "p");
	session__wait_text(s, "PAUSED");
	/* Ten intervals on from the first seconds, and back to where it began. */
	session__keys(s, "]");
	session__wait_text(s, "recording 1");
	for (int i = 0; i < 3; i++)
		session__keys(s, "[");
	session__wait_text(s, "recording 0.0 of 600.0 s");
	for (int i = 0; i < 70; i++)
		session__keys(s, "]");
	session__wait_text(s, "recording 599.0 of 600.0 s");
	assert_true(session__shows(s, "PAUSED"));
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_goes_faster_and_ends(void **state)
{
	struct session *s = start();

	(void)state;
	session__keys(s, "}");
	session__wait_text(s, "x2");
	session__keys(s, "{");
	session__keys(s, "{");
	session__wait_text(s, "x0.5");
	for (int i = 0; i < 10; i++)
		session__keys(s, "}");
	session__wait_text(s, "at its end");
	assert_true(session__shows(s, "all (host)"));
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_a_live_host_has_no_other_place(void **state)
{
	struct session *s = session__start(&(struct session_opts){.spec = "cpus=2,cgroups=4"});

	(void)state;
	session__wait_text(s, "F1 Help");
	session__keys(s, "]");
	session__wait_text(s, "this is now");
	session__assert_quits(s, "q");
	session__end(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_stands_still_and_moves, session__teardown),
		cmocka_unit_test_teardown(test_goes_faster_and_ends, session__teardown),
		cmocka_unit_test_teardown(test_a_live_host_has_no_other_place, session__teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
