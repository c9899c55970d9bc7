// SPDX-License-Identifier: GPL-2.0-or-later
/* Which cgroups a user's --cgroup takes in. */
#include <errno.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "export/pattern.h"

static bool has(const char *text, const char *path)
{
	struct pattern *pattern;
	bool it_has;

	assert_int_equal(pattern__new(text, &pattern), 0);
	it_has = pattern__has(pattern, path);
	pattern__free(pattern);
	return it_has;
}

static void a_path_takes_in_what_is_below(void **state)
{
	(void)state;
	assert_true(has("/a", "/a"));
	assert_true(has("/a", "/a/b/c"));
	assert_false(has("/a", "/ab"));
	assert_false(has("/a", "/"));
	assert_false(has("/a/b", "/a"));
	assert_true(has("/", "/"));
	assert_true(has("/", "/a"));
}

static void the_text_is_brought_into_form(void **state)
{
	(void)state;
	assert_true(has("a", "/a/b"));
	assert_true(has("a//b/", "/a/b"));
	assert_true(has("/sys/fs/cgroup/a", "/a"));
	assert_true(has("/sys/fs/cgroup", "/a"));
	assert_true(has("/sys/fs/cgroup/", "/"));
	assert_true(has("/sys/fs/cgroup/a*", "/ab"));
	assert_false(has("/sys/fs/cgroups", "/s"));
	assert_true(has("/sys/fs/cgroups", "/sys/fs/cgroups"));
	assert_true(has("a*/", "/ab"));
}

static void stars_stop_at_slashes(void **state)
{
	(void)state;
	assert_true(has("/*", "/a"));
	assert_true(has("/*", "/a/b"));
	assert_false(has("/*", "/"));
	assert_true(has("/a*c", "/abbc"));
	assert_true(has("/a*c", "/ac/x"));
	assert_false(has("/a*c", "/a/c"));
	assert_false(has("/a?c", "/a/c"));
	assert_false(has("/a[/]c", "/a/c"));
	assert_true(has("/*/pod*", "/k/pod1/x"));
	assert_false(has("/*/pod*", "/k/other/pod1"));
	assert_true(has("/a?", "/ab"));
	assert_false(has("/a?", "/a"));
	assert_true(has("/user-[0-9]*.slice", "/user-1000.slice/session"));
	assert_false(has("/user-[!0-9]*", "/user-1"));
	assert_true(has("/*", "/.hidden"));
}

static void a_backslash_is_itself(void **state)
{
	(void)state;
	assert_true(has("/dev-\\x2d*", "/dev-\\x2da.mount"));
	assert_false(has("/dev-\\x2d*", "/dev-x2da.mount"));
	assert_true(has("/a\\*", "/a\\b"));
	assert_false(has("/a\\*", "/a*"));
	assert_true(has("/a[*]", "/a*"));
	assert_false(has("/a[*]", "/ab"));
	assert_true(has("/a\\b", "/a\\b/c"));
}

/* Any bytes, in any locale: nothing is an error of the match. */
static void names_of_any_bytes(void **state)
{
	static const char *const locales[] = {"C", "C.UTF-8"};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		assert_non_null(setlocale(LC_ALL, locales[i]));
		assert_true(has("/a*", "/a\xff\xfe/b"));
		assert_true(has("/a*", "/ab/\xff"));
		assert_true(has("/a?", "/a\xff"));
		assert_true(has("/\xff*", "/\xffx"));
		assert_false(has("/\xff*", "/\xfex"));
		assert_true(has("/\xc3\xa9*", "/\xc3\xa9t\xc3"));
		for (int byte = 1; byte < 256; byte++) {
			char path[] = {'/', 'a', (char)byte, 'z', '\0'};

			assert_int_equal(has("/a*z", path), byte != '/');
		}
	}
	assert_non_null(setlocale(LC_ALL, "C"));
}

static void what_is_no_path_is_refused(void **state)
{
	static const char *const bad[] = {"", "..", "/a/../b", "./a", "/a/.", "/sys/fs/cgroup/.."};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct pattern *pattern;

		assert_int_equal(pattern__new(bad[i], &pattern), -EINVAL);
	}
	pattern__free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_takes_in_what_is_below),
		cmocka_unit_test(the_text_is_brought_into_form),
		cmocka_unit_test(stars_stop_at_slashes),
		cmocka_unit_test(a_backslash_is_itself),
		cmocka_unit_test(names_of_any_bytes),
		cmocka_unit_test(what_is_no_path_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
