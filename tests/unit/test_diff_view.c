// SPDX-License-Identifier: GPL-2.0-or-later
/* A comparison as text, Markdown, CSV, JSON and HTML. */
#include "test_diff_common.h"

#include <jansson.h>

#include "view/diff_view.h"

static const struct side_spec base_spec = {"Baseline", "7.3", 5, 11, 10, 40, false};
static const struct side_spec patched_spec = {"Patched", "patched", 5, 112, 10, 40, false};
static const struct side_spec third_spec = {"v2 <b>|*", "patched", 3, 211, 10, 42, false};

static char *print(int (*view)(FILE *, const struct diff_view *), const struct diff_view *v)
{
	char *text;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	assert_int_equal(view(f, v), 0);
	fclose(f);
	return text;
}

struct fixture {
	struct side side[3];
	struct diff_group group[3];
	struct diff *diff;
	struct gate gate[2];
	struct gate_result result[4];
	struct diff_view view;
};

static void open_fixture(struct fixture *x, size_t n)
{
	const struct side_spec *spec[] = {&base_spec, &patched_spec, &third_spec};
	char why[128];

	for (size_t g = 0; g < n; g++) {
		side_open(&x->side[g], spec[g]);
		x->group[g] = x->side[g].group;
	}
	x->diff = diff_of(x->group, n, NULL);
	assert_int_equal(gate__parse("hold.mean>+5%", &x->gate[0], why, sizeof(why)), 0);
	assert_int_equal(gate__parse("throughput<-0.1%", &x->gate[1], why, sizeof(why)), 0);
	assert_int_equal(gate__judge(x->diff, x->gate, 2, x->result), 0);
	x->view = (struct diff_view){x->diff, x->result, 2 * (n - 1)};
}

static void close_fixture(struct fixture *x, size_t n)
{
	diff__free(x->diff);
	for (size_t g = 0; g < n; g++)
		side_close(&x->side[g]);
}

static void check(size_t n, int (*view)(FILE *, const struct diff_view *), const char *golden)
{
	struct fixture x;
	char *text;

	open_fixture(&x, n);
	text = print(view, &x.view);
	assert_golden(golden, text);
	free(text);
	close_fixture(&x, n);
}

static void test_text(void **state)
{
	(void)state;
	check(2, diff_text__print, "diff-two.txt");
	check(3, diff_text__print, "diff-three.txt");
}

static void test_markdown(void **state)
{
	(void)state;
	check(2, diff_markdown__print, "diff-two.md");
	check(3, diff_markdown__print, "diff-three.md");
}

static void test_csv(void **state)
{
	(void)state;
	check(2, diff_csv__print, "diff-two.csv");
}

static void test_json(void **state)
{
	(void)state;
	check(3, diff_json__print, "diff-three.json");
}

/* One file: nothing asked of the network, no script, names that cannot break out. */
static void test_html(void **state)
{
	struct fixture x;
	char *text;

	(void)state;
	check(2, diff_html__print, "diff-two.html");
	open_fixture(&x, 3);
	x.group[1].name = "</h1><script>alert(1)</script>\x1b[31m\xff";
	text = print(diff_html__print, &x.view);
	assert_null(strstr(text, "<script"));
	assert_null(strstr(text, "http://"));
	assert_null(strstr(text, "https://"));
	assert_null(strstr(text, " src="));
	assert_null(strstr(text, "url("));
	assert_null(strchr(text, '\x1b'));
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf\""));
	assert_non_null(strstr(text, "&lt;script&gt;alert"));
	free(text);
	close_fixture(&x, 3);
}

static void test_text_is_narrow_ascii(void **state)
{
	struct fixture x;
	unsigned int column = 0;
	char *text;

	(void)state;
	for (size_t n = 2; n <= 3; n++) {
		open_fixture(&x, n);
		text = print(diff_text__print, &x.view);
		for (const char *p = text; *p; p++) {
			column = *p == '\n' ? 0 : column + 1;
			if (column > 74)
				fail_msg("wider than 74: ...%.40s", p - 40);
			assert_true(*p == '\n' || (*p >= 0x20 && *p < 0x7f));
		}
		free(text);
		close_fixture(&x, n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text), cmocka_unit_test(test_markdown),
		cmocka_unit_test(test_csv),  cmocka_unit_test(test_json),
		cmocka_unit_test(test_html), cmocka_unit_test(test_text_is_narrow_ascii),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
