// SPDX-License-Identifier: GPL-2.0-or-later
/* Names as text: printable, distinct, filtered. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <jansson.h>

#include "model/cgroup_filter.h"
#include "model/cgroup_labels.h"
#include "model/name_text.h"

static void check_text(const char *name, const char *want)
{
	char *text = name__printable(name);

	assert_non_null(text);
	assert_string_equal(text, want);
	free(text);
}

static void harmless_names_stay(void **state)
{
	static const char *const names[] = {
		"",
		"/",
		"/system.slice/a b.service",
		"/dev-disk-by\\x2duuid",
		"/caf\xc3\xa9",
		"/\xe6\xb1\x89\xe5\xad\x97",
		"/\xf0\x9f\x90\xa7",
		"/\xf4\x8f\xbf\xbf",
		"/\"quote\"{a=1}",
		"/\xef\xbf\xbd",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		check_text(names[i], names[i]);
}

static void harmful_names_are_spelled_out(void **state)
{
	(void)state;
	check_text("/a\033[31mb", "/a\\x1b[31mb");
	check_text("/a\nb\tc\x7f", "/a\\x0ab\\x09c\\x7f");
	check_text("/\xc2\x9b", "/\\xc2\\x9b");			  /* C1 control */
	check_text("/\xe2\x80\xae", "/\\xe2\\x80\\xae");	  /* right-to-left override */
	check_text("/\xe2\x81\xa6", "/\\xe2\\x81\\xa6");	  /* isolate */
	check_text("/\xe2\x80\xa8", "/\\xe2\\x80\\xa8");	  /* line separator */
	check_text("/\xc0\xaf", "/\\xc0\\xaf");			  /* overlong */
	check_text("/\xe0\x80\xaf", "/\\xe0\\x80\\xaf");	  /* overlong */
	check_text("/\xed\xa0\x80", "/\\xed\\xa0\\x80");	  /* surrogate */
	check_text("/\xf4\x90\x80\x80", "/\\xf4\\x90\\x80\\x80"); /* above U+10FFFF */
	check_text("/\xf8\x88\x80\x80\x80", "/\\xf8\\x88\\x80\\x80\\x80");
	check_text("/\xe6\xb1", "/\\xe6\\xb1"); /* cut short */
	check_text("/\xe6\xb1/", "/\\xe6\\xb1/");
	check_text("\xff\xc3\xa9", "\\xff\xc3\xa9"); /* and the rest goes on */
}

/* Every byte and every pair of bytes; jansson is the judge of UTF-8. */
static void every_byte_becomes_printable(void **state)
{
	(void)state;
	for (int a = 1; a < 256; a++) {
		for (int b = 0; b < 256; b++) {
			char name[3] = {(char)a, (char)b, 0};
			char *text = name__printable(name);
			json_t *json = json_string(text);

			assert_non_null(json);
			json_decref(json);
			for (char *p = text; *p; p++)
				assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
			free(text);
		}
	}
}

struct row {
	uint64_t id;
	const char *name;
	bool gone;
	const char *label;
};

static void check_labels(const struct row *rows, size_t n)
{
	struct snapshot *snap = snapshot__new(NULL, 0, n);
	struct cgroup_labels *labels;

	for (size_t i = 0; i < n; i++) {
		snap->cgroups[i].id = rows[i].id;
		snap->cgroups[i].name = rows[i].name ? strdup(rows[i].name) : NULL;
		snap->cgroups[i].gone = rows[i].gone;
	}
	labels = cgroup_labels__new(snap);
	assert_non_null(labels);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(cgroup_labels__get(labels, i), rows[i].label);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(cgroup_labels__get(labels, i),
						cgroup_labels__get(labels, j));
	}
	cgroup_labels__free(labels);
	snapshot__free(snap);
}

#define CHECK_LABELS(rows) check_labels(rows, sizeof(rows) / sizeof((rows)[0]))

static void labels_are_distinct(void **state)
{
	static const struct row plain[] = {
		{1, "/", false, "/"},
		{2, "/a", false, "/a"},
		{3, "/b", true, "/b (removed)"},
		{4, NULL, false, "id:4"},
		{5, NULL, true, "id:5"},
		{UINT64_MAX, NULL, false, "id:18446744073709551615"},
	};
	static const struct row recycled[] = {
		{10, "/job", true, "/job (removed)#10"},
		{11, "/job", true, "/job (removed)#11"},
		{12, "/job", false, "/job"},
		{13, "/job", true, "/job (removed)#13"},
	};
	/* Names that imitate what is appended, and bytes that print alike. */
	static const struct row hostile[] = {
		{20, "/x", true, "/x (removed)#20"},
		{21, "/x (removed)", false, "/x (removed)#21"},
		{22, "/x (removed)#20", false, "/x (removed)#20#22"},
		{23, "/y\x01", false, "/y\\x01#23"},
		{24, "/y\\x01", false, "/y\\x01#24"},
	};

	(void)state;
	CHECK_LABELS(plain);
	CHECK_LABELS(recycled);
	/* A label once marked keeps its mark, so 20 loses to 22 in one more round. */
	CHECK_LABELS(hostile);
	check_labels(NULL, 0);
}

static void check_filter(const char *text, const char *want)
{
	char *filter = NULL;

	assert_int_equal(cgroup_filter__new(text, &filter), 0);
	assert_string_equal(filter, want);
	free(filter);
}

static void filters_are_normalised(void **state)
{
	static const char *const bad[] = {"",	   ".",	      "..",	"/.",
					  "/a/..", "/a/../b", "/a/./b", "../a"};
	char *filter = NULL;

	(void)state;
	check_filter("/", "/");
	check_filter("///", "/");
	check_filter("/a", "/a");
	check_filter("a/b", "/a/b");
	check_filter("//a///b//", "/a/b");
	check_filter("/a/...", "/a/...");
	check_filter("/a/.b/..c", "/a/.b/..c");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(cgroup_filter__new(bad[i], &filter), -EINVAL);
	assert_null(filter);
}

static void subtrees(void **state)
{
	(void)state;
	assert_true(cgroup_filter__has("/a", "/a"));
	assert_true(cgroup_filter__has("/a", "/a/b"));
	assert_true(cgroup_filter__has("/a/b", "/a/b/c/d"));
	assert_false(cgroup_filter__has("/a", "/ab"));
	assert_false(cgroup_filter__has("/a", "/"));
	assert_false(cgroup_filter__has("/a/b", "/a"));
	assert_false(cgroup_filter__has("/a", "/b/a"));
	assert_true(cgroup_filter__has("/", "/"));
	assert_true(cgroup_filter__has("/", "/anything"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(harmless_names_stay),
		cmocka_unit_test(harmful_names_are_spelled_out),
		cmocka_unit_test(every_byte_becomes_printable),
		cmocka_unit_test(labels_are_distinct),
		cmocka_unit_test(filters_are_normalised),
		cmocka_unit_test(subtrees),
	};

	return cmocka_run_group_tests_name("cgroup_text", tests, NULL, NULL);
}
