// SPDX-License-Identifier: GPL-2.0-or-later
/* What rows are called, and which rows a filter selects. */
#include "test_view_common.h"

#include "view/label.h"
#include "view/select.h"
#include "view/wrap.h"

static char *label(const char *name, unsigned int width)
{
	struct cgroup_row cgroup = {.id = 4711, .name = (char *)(uintptr_t)name};
	struct row row = {.kind = ROW_CGROUP, .cgroup = &cgroup};

	return label__row(&row, width);
}

static void assert_label(const char *name, unsigned int width, const char *want)
{
	char *got = label(name, width);

	assert_string_equal(got, want);
	free(got);
}

static void test_labels(void **state)
{
	(void)state;
	assert_label("/web", 10, "/web");
	assert_label("/system.slice/web", 10, "..lice/web");
	assert_label("/system.slice/web", 17, "/system.slice/web");
	assert_label(NULL, 10, "id 4711");
	assert_label("/a\x1b[2Jb\n", 40, "/a\\x1b[2Jb\\x0a");
	assert_label("/\xff\xfe", 40, "/\\xff\\xfe");
	assert_label("/\xe2\x80\xae"
		     "abc",
		     40,
		     "/\\xe2\\x80\\xae"
		     "abc"); /* turns text around */
	assert_label("/\xe6\xb1\x89\xe5\xad\x97", 5, "/\xe6\xb1\x89\xe5\xad\x97");
	assert_label("/\xcd\xb8", 40, "/\\xcd\\xb8"); /* unassigned: width unknown */
	/* A wide character that would be cut in half goes altogether. */
	assert_label("/xxx\xe6\xb1\x89\xe5\xad\x97\xe6\xb1\x89", 7, "..\xe5\xad\x97\xe6\xb1\x89");
	assert_non_null(setlocale(LC_ALL, "C"));
	assert_label("/caf\xc3\xa9", 40, "/caf\\xc3\\xa9");
	assert_int_equal(fixed_locale(NULL), 0);
}

/* Every byte value in a name: printable text of at most the width comes out. */
static void test_labels_of_all_bytes(void **state)
{
	char name[64];

	(void)state;
	for (unsigned int a = 1; a < 256; a++) {
		for (unsigned int b = 1; b < 256; b += 5) {
			char *got;

			snprintf(name, sizeof(name), "/x%c%cyyyyyyyy%c", (char)a, (char)b, (char)a);
			got = label(name, 9);
			assert_in_range(wrap__columns(got), 2, 9);
			for (const char *p = got; *p; p++)
				assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
			free(got);
		}
	}
}

static bool selects(const char *path, const char *name)
{
	struct cgroup_row row = {.name = (char *)(uintptr_t)name};
	struct select *select;
	bool has;

	assert_int_equal(select__new(path, NULL, &select), 0);
	has = select__has_cgroup(select, &row);
	select__free(select);
	return has;
}

static void test_filter_is_a_subtree(void **state)
{
	struct select *select;

	(void)state;
	assert_true(selects("/a", "/a"));
	assert_true(selects("/a", "/a/b"));
	assert_true(selects("a/", "/a/b"));
	assert_true(selects("/sys/fs/cgroup/a", "/a/b"));
	assert_true(selects("/", "/a"));
	assert_true(selects("/sys/fs/cgroup", "/a"));
	assert_false(selects("/a", "/ab"));
	assert_false(selects("/a", "/"));
	assert_false(selects("/a/b", "/a"));
	assert_false(selects("/a", NULL));
	assert_int_equal(select__new(NULL, NULL, &select), 0);
	assert_null(select);
	assert_int_equal(select__new(NULL, "x", &select), -22);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_labels),
		cmocka_unit_test(test_labels_of_all_bytes),
		cmocka_unit_test(test_filter_is_a_subtree),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
