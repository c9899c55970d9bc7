// SPDX-License-Identifier: GPL-2.0-or-later
/* Numbers for people: their text, and that none outgrows its column. */
#include "test_view_common.h"

#include <math.h>

#include "view/format.h"
#include "view/wrap.h"

static void test_fit(void **state)
{
	static const struct {
		double value;
		unsigned int width;
		const char *text;
	} cases[] = {
		{0, 5, "0"},
		{NAN, 5, "-"},
		{INFINITY, 5, "-"},
		{0.004, 5, "<0.01"},
		{0.004, 4, "<.01"},
		{0.005, 5, "0.01"},
		{0.98, 5, "0.98"},
		{9.994, 5, "9.99"},
		{9.996, 5, "10.0"},
		{36.24, 5, "36.2"},
		{99.96, 5, "100"},
		{1501.3, 5, "1,501"},
		{9999.6, 5, "10.0k"},
		{9999.6, 6, "10,000"},
		{104155, 6, "104k"},
		{104155, 7, "104,155"},
		{999600, 5, "1.00M"},
		{999499, 5, "999k"},
		{1234567, 4, "1.2M"},
		{-0.5, 5, "-0.50"},
		{-1234.5, 6, "-1,234"},
		{1.8446744e19, 5, "18.4E"},
		{1e30, 5, "#####"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(format__fit(cases[i].value, cases[i].width).s, cases[i].text);
}

/* Never wider than the column, and never a different size than the value. */
static void test_fit_sweep(void **state)
{
	(void)state;
	for (unsigned int width = 4; width <= 12; width++) {
		for (double v = 1e-4; v < 1e21; v *= 1.0371) {
			struct text t = format__fit(v, width);
			char *unit;
			double shown;

			assert_in_range(strlen(t.s), 1, width);
			if (t.s[0] == '<' || t.s[0] == '#' || strchr(t.s, ','))
				continue;
			shown = strtod(t.s, &unit);
			for (const char *u = "kMGTPE"; *unit && *u; u++) {
				shown *= 1000;
				if (*u == *unit)
					break;
			}
			if (fabs(shown - v) > 0.5 * v && fabs(shown - v) > 0.05)
				fail_msg("%g in %u columns is '%s'", v, width, t.s);
		}
	}
	for (unsigned int width = 4; width <= 12; width++) {
		for (uint64_t n = 1; n < UINT64_MAX / 3; n = n * 3 + 1)
			assert_in_range(strlen(format__count_fit(n, width).s), 1, width);
	}
}

static void test_with_units(void **state)
{
	(void)state;
	assert_string_equal(format__count(0).s, "0");
	assert_string_equal(format__count(999).s, "999");
	assert_string_equal(format__count(15012).s, "15,012");
	assert_string_equal(format__count(UINT64_MAX).s, "18,446,744,073,709,551,615");
	assert_string_equal(format__rate(1501.2).s, "1,501/s");
	assert_string_equal(format__rate(0.12).s, "0.12/s");
	assert_string_equal(format__rate(NAN).s, "-");
	assert_string_equal(format__time(0).s, "0 ns");
	assert_string_equal(format__time(61).s, "61 ns");
	assert_string_equal(format__time(0.8).s, "0.8 ns");
	assert_string_equal(format__time(-12).s, "-12 ns");
	assert_string_equal(format__time(980).s, "0.98 us");
	assert_string_equal(format__time(36200).s, "36.2 us");
	assert_string_equal(format__time(999499).s, "999 us");
	assert_string_equal(format__time(999600).s, "1.00 ms");
	assert_string_equal(format__time(4.1e6).s, "4.10 ms");
	assert_string_equal(format__time(1.2e9).s, "1.20 s");
	assert_string_equal(format__time(NAN).s, "-");
	assert_string_equal(format__share(0.0007).s, "0.07 %");
	assert_string_equal(format__share(0.43).s, "43.0 %");
	assert_string_equal(format__share(1e-6).s, "<0.01 %");
	assert_string_equal(format__share(NAN).s, "-");
	assert_string_equal(format__bytes(512).s, "512 B");
	assert_string_equal(format__bytes(12582912).s, "12 MiB");
	assert_string_equal(format__bytes(1572864).s, "1.5 MiB");
	assert_string_equal(format__exact_us(0).s, "0.000");
	assert_string_equal(format__exact_us(1024).s, "1.024");
	assert_string_equal(format__exact_us(1048576).s, "1,048.576");
	assert_string_equal(format__seconds(10).s, "10.0 s");
	assert_string_equal(format__seconds(0.25).s, "0.25 s");
	assert_string_equal(format__seconds(NAN).s, "-");
}

static void test_wrap(void **state)
{
	char *text;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);
	struct wrap w;

	(void)state;
	wrap__start(&w, f, 20, 4, " ab");
	wrap__item(&w, "12345678"); /* columns 4..11 */
	wrap__item(&w, "12345");    /* 11 + 3 + 5 = 20: just fits */
	wrap__item(&w, "x");
	wrap__words(&w, "one two three four");
	wrap__end(&w);
	fclose(f);
	assert_string_equal(text, " ab 12345678   12345\n    x one two three\n    four\n");
	free(text);
	assert_int_equal(wrap__columns("caf\xc3\xa9"), 4);
	assert_int_equal(wrap__columns("\xe6\xb1\x89\xe5\xad\x97"), 4); /* two wide ones */
	assert_int_equal(wrap__columns("\xff\xfe"), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fit),
		cmocka_unit_test(test_fit_sweep),
		cmocka_unit_test(test_with_units),
		cmocka_unit_test(test_wrap),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
