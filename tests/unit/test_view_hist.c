// SPDX-License-Identifier: GPL-2.0-or-later
/* The drawn histogram: bounds, counts, shares and marks of each line. */
#include "test_view_common.h"

#include "view/hist_text.h"

static uint64_t counts[MCT_FINE_SLOTS];

static void put(uint64_t ns, uint64_t n)
{
	counts[hist_fine.slot_of(ns)] += n;
}

static char *draw(uint64_t max_ns, unsigned int width)
{
	char *text;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	hist_text__print(f, &hist_fine, counts, max_ns, width);
	fclose(f);
	memset(counts, 0, sizeof(counts));
	return text;
}

/* The line that begins with this lower bound, as text up to its end. */
static void line_of(const char *text, const char *from, char *line, size_t bytes)
{
	char first[32];

	for (const char *p = text; p && *p; p = strchr(p, '\n') + 1) {
		snprintf(line, bytes, "%.*s", (int)strcspn(p, "\n"), p);
		if (sscanf(line, "%31s", first) == 1 && !strcmp(first, from))
			return;
	}
	fail_msg("no line from %s in\n%s", from, text);
}

static void assert_line(const char *text, const char *from, const char *below, const char *n,
			const char *cumulative)
{
	char line[200], a[32], b[32], c[32], d[32];

	line_of(text, from, line, sizeof(line));
	assert_int_equal(sscanf(line, "%31s %31s %31s %31s", a, b, c, d), 4);
	assert_string_equal(a, from);
	assert_string_equal(b, below);
	assert_string_equal(c, n);
	assert_string_equal(d, cumulative);
}

/* A value on a bound belongs above it: the lower bound is within, the upper is not. */
static void test_half_open(void **state)
{
	char *text;

	(void)state;
	for (uint64_t ns = 64; ns <= 1u << 20; ns *= 2)
		put(ns, 1);
	put(1023, 5);
	put(1024, 1000);
	put(2047, 100);
	put(2048, 7);
	text = draw(1u << 20, 80);
	assert_line(text, "0.512", "1.024", "6", "0.80");
	assert_line(text, "1.024", "2.048", "1,101", "98.49");
	assert_line(text, "2.048", "4.096", "8", "99.20");
	assert_line(text, "1,048.576", "2,097.152", "1", "100.00");
	free(text);
}

static void test_marks(void **state)
{
	char line[200], *text;

	(void)state;
	put(300, 500);
	put(700, 400);
	put(5000, 99);
	put(40000, 1);
	put(1000000, 0);
	text = draw(40000, 80);
	line_of(text, "0.256", line, sizeof(line));
	assert_non_null(strstr(line, "p50"));
	assert_null(strstr(line, "p90"));
	line_of(text, "0.512", line, sizeof(line));
	assert_non_null(strstr(line, "p90"));
	assert_null(strstr(line, "p99"));
	line_of(text, "4.096", line, sizeof(line));
	assert_non_null(strstr(line, "p99"));
	assert_null(strstr(line, "max"));
	assert_non_null(strstr(text, "max\n"));
	free(text);
}

/* Few octaves are drawn finer; the bounds stay bounds of slots. */
static void test_resolution(void **state)
{
	char *text;

	(void)state;
	put(1000, 3);
	put(1030, 4);
	put(1100, 5);
	text = draw(1100, 80);
	assert_line(text, "0.992", "1.024", "3", "25.00");
	assert_line(text, "1.024", "1.088", "4", "58.33");
	assert_line(text, "1.088", "1.152", "5", "100.00");
	free(text);
}

static void test_ends(void **state)
{
	char *text;

	(void)state;
	text = draw(0, 80);
	assert_string_equal(text, "  no hold was measured\n");
	free(text);

	put(0, 2);
	put(UINT64_MAX / 2, 1);
	text = draw(UINT64_MAX / 2, 80);
	assert_line(text, "0.000", "0.016", "2", "66.67");
	assert_non_null(strstr(text, "and more"));
	free(text);
}

/* Width, number of lines, and the sum of counts, whatever is drawn. */
static void test_sweep(void **state)
{
	(void)state;
	for (unsigned int width = 80; width <= 200; width += 15) {
		for (unsigned int spread = 1; spread < MCT_FINE_SLOTS; spread += 13) {
			unsigned int lines = 0;
			char *text;

			for (unsigned int s = 0; s < spread; s++)
				counts[(s * 7) % MCT_FINE_SLOTS] = UINT64_MAX / 1000000;
			text = draw(0, width);
			for (char *p = text; *p; p = strchr(p, '\n') + 1) {
				lines++;
				assert_in_range(strcspn(p, "\n"), 1, width);
			}
			assert_in_range(lines, 2, 29);
			free(text);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_half_open),  cmocka_unit_test(test_marks),
		cmocka_unit_test(test_resolution), cmocka_unit_test(test_ends),
		cmocka_unit_test(test_sweep),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
