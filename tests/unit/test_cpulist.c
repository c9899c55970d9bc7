// SPDX-License-Identifier: GPL-2.0-or-later
/* Kernel CPU lists. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/cpulist.h"

static void check_format(const char *text, const char *want, size_t count)
{
	struct cpulist *list;
	char *back;

	assert_int_equal(cpulist__parse(text, &list, NULL), 0);
	assert_int_equal(cpulist__count(list), count);
	back = cpulist__format(list);
	assert_non_null(back);
	assert_string_equal(back, want);
	free(back);
	cpulist__free(list);
}

static void lists_as_the_kernel_writes_them(void **state)
{
	(void)state;
	check_format("0\n", "0", 1);
	check_format("0-3,8,10-11\n", "0-3,8,10-11", 7);
	check_format("0-319\n", "0-319", 320);
	check_format("\n", "", 0);
	check_format("", "", 0);
	check_format("63-64", "63-64", 2);
	check_format("127-128,8191", "127-128,8191", 3);
	check_format("65535", "65535", 1);
}

static void lists_as_people_write_them(void **state)
{
	(void)state;
	check_format(" 3 , 1 - 2 ,\t7\r\n", "1-3,7", 4);
	check_format("5,5,5-5,4-6", "4-6", 3);
	check_format("10-11,0-3", "0-3,10-11", 6);
	check_format("007", "7", 1);
}

static void garbage_is_refused_with_its_place(void **state)
{
	static const struct {
		const char *text;
		size_t at;
	} bad[] = {
		{"x", 0},
		{",", 0},
		{"1,", 2},
		{"1,,2", 2},
		{"3-1", 2},
		{"3-", 2},
		{"-3", 0},
		{"1-2-3", 3},
		{"1 2", 2},
		{"1;2", 1},
		{"0x10", 1},
		{"0-3:1/2", 3},
		{"65536", 0},
		{"0-65536", 2},
		{"4294967297", 0},
		{"18446744073709551617", 0},
		{"0-99999999999999999999", 2},
		{"+1", 0},
		{"1\xff", 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct cpulist *list = NULL;
		size_t at = 999;

		assert_int_equal(cpulist__parse(bad[i].text, &list, &at), -EINVAL);
		assert_null(list);
		if (at != bad[i].at)
			fail_msg("\"%s\": error at %zu, not %zu", bad[i].text, at, bad[i].at);
	}
}

static void members_and_holes(void **state)
{
	struct cpulist *list;

	(void)state;
	assert_int_equal(cpulist__parse("0-1,64,319", &list, NULL), 0);
	assert_true(cpulist__has(list, 0) && cpulist__has(list, 64) && cpulist__has(list, 319));
	assert_false(cpulist__has(list, 2) || cpulist__has(list, 63) || cpulist__has(list, 320));
	assert_false(cpulist__has(list, UINT32_MAX));
	assert_int_equal(cpulist__next(list, 0), 0);
	assert_int_equal(cpulist__next(list, 2), 64);
	assert_int_equal(cpulist__next(list, 64), 64);
	assert_int_equal(cpulist__next(list, 65), 319);
	assert_int_equal(cpulist__next(list, 320), -1);
	assert_int_equal(cpulist__next(list, UINT32_MAX), -1);
	assert_int_equal(cpulist__add(list, CPULIST_MAX_CPU + 1), -EINVAL);
	assert_int_equal(cpulist__count(list), 4);
	cpulist__free(list);
}

static void random_sets_survive_the_round_trip(void **state)
{
	uint32_t r = 1;

	(void)state;
	for (int round = 0; round < 500; round++) {
		struct cpulist *a = cpulist__new(), *b;
		char *text, *again;
		int n = round % 50;

		for (int i = 0; i < n; i++) {
			r = r * 1664525 + 1013904223;
			assert_int_equal(cpulist__add(a, (r >> 8) % (round < 250 ? 80 : 9000)), 0);
		}
		text = cpulist__format(a);
		assert_int_equal(cpulist__parse(text, &b, NULL), 0);
		assert_int_equal(cpulist__count(a), cpulist__count(b));
		for (int cpu = cpulist__next(a, 0); cpu >= 0;
		     cpu = cpulist__next(a, (unsigned int)cpu + 1))
			assert_true(cpulist__has(b, (unsigned int)cpu));
		again = cpulist__format(b);
		assert_string_equal(text, again);
		free(text);
		free(again);
		cpulist__free(a);
		cpulist__free(b);
	}
}

/* Any bytes: parsed or refused at a place inside the text; ASan watches. */
static void random_bytes(void **state)
{
	static const char alphabet[] = "0123456789,- \n9-,x\x80";
	uint32_t r = 7;
	int parsed = 0, refused = 0;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		char text[16];
		struct cpulist *list = NULL;
		size_t at = 0, n;

		r = r * 1664525 + 1013904223;
		n = (r >> 10) % sizeof(text);
		for (size_t i = 0; i < n; i++) {
			r = r * 1664525 + 1013904223;
			text[i] = alphabet[(r >> 10) % (sizeof(alphabet) - 1)];
		}
		text[n] = '\0';
		if (cpulist__parse(text, &list, &at) == 0) {
			char *back = cpulist__format(list);

			assert_non_null(back);
			free(back);
			parsed++;
		} else {
			assert_true(at <= n);
			refused++;
		}
		cpulist__free(list);
	}
	assert_true(parsed > 100 && refused > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_as_the_kernel_writes_them),
		cmocka_unit_test(lists_as_people_write_them),
		cmocka_unit_test(garbage_is_refused_with_its_place),
		cmocka_unit_test(members_and_holes),
		cmocka_unit_test(random_sets_survive_the_round_trip),
		cmocka_unit_test(random_bytes),
	};

	return cmocka_run_group_tests_name("cpulist", tests, NULL, NULL);
}
