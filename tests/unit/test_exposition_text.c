// SPDX-License-Identifier: GPL-2.0-or-later
/* Numbers, strings and buckets of the exposition, and names that want to break it. */
#include "test_exposition_common.h"

#include <math.h>

#include "export/exposition_hist.h"
#include "export/exposition_text.h"
#include "model/name_text.h"

static void test_counts(void **state)
{
	char out[EXPOSITION_NUMBER];

	(void)state;
	assert_int_equal(exposition_text__count(out, 0), 1);
	assert_string_equal(out, "0");
	assert_int_equal(exposition_text__count(out, UINT64_MAX), 20);
	assert_string_equal(out, "18446744073709551615");
}

static void test_seconds(void **state)
{
	static const struct {
		uint64_t ns;
		const char *want;
	} cases[] = {
		{0, "0"},
		{1, "0.000000001"},
		{1234, "0.000001234"},
		{999999999, "0.999999999"},
		{1000000000, "1"},
		{1000000001, "1.000000001"},
		{1500000000, "1.5"},
		{10000000000, "10"},
		{1767225600000000001, "1767225600.000000001"},
		{UINT64_MAX, "18446744073.709551615"},
	};
	static const struct {
		int64_t ps;
		const char *want;
	} small[] = {
		{0, "0"},
		{1, "0.000000000001"},
		{-1, "-0.000000000001"},
		{-124500, "-0.0000001245"},
		{1000000000000, "1"},
		{INT64_MIN, "-9223372.036854775808"},
	};
	char out[EXPOSITION_NUMBER];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t n = exposition_text__seconds(out, cases[i].ns);

		assert_string_equal(out, cases[i].want);
		assert_int_equal(n, strlen(out));
	}
	for (size_t i = 0; i < sizeof(small) / sizeof(small[0]); i++) {
		size_t n = exposition_text__ps_seconds(out, small[i].ps);

		assert_string_equal(out, small[i].want);
		assert_int_equal(n, strlen(out));
	}
}

/* As Go's strconv.FormatFloat(x, 'g', -1, 64) prints them. */
static void test_le(void **state)
{
	static const struct {
		uint64_t ns;
		const char *want;
	} cases[] = {
		{0, "0"},
		{1, "1e-09"},
		{31, "3.1e-08"},
		{63, "6.3e-08"},
		{100, "1e-07"},
		{127, "1.27e-07"},
		{1023, "1.023e-06"},
		{99999, "9.9999e-05"},
		{100000, "0.0001"},
		{131071, "0.000131071"},
		{1048575, "0.001048575"},
		{805306367, "0.805306367"},
		{1073741823, "1.073741823"},
	};
	char out[EXPOSITION_NUMBER];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t n = exposition_text__le(out, cases[i].ns);

		assert_string_equal(out, cases[i].want);
		assert_int_equal(n, strlen(out));
	}
	for (uint64_t ns = 1; ns < 1ull << 31; ns += 1 + ns / 7) {
		exposition_text__le(out, ns);
		assert_true(strtod(out, NULL) == (double)ns / 1e9);
	}
}

static void assert_value(const char *text, const char *want)
{
	char *got = exposition_text__value(text);

	assert_string_equal(got, want);
	free(got);
}

static void test_escaping(void **state)
{
	char *help;
	size_t bytes;
	FILE *f;

	(void)state;
	assert_value(NULL, "");
	assert_value("", "");
	assert_value("/a b", "/a b");
	assert_value("/system.slice/x\\x2dy.service", "/system.slice/x\\\\x2dy.service");
	assert_value("\"", "\\\"");
	assert_value("\\\"\\", "\\\\\\\"\\\\");
	assert_value("a\nb", "a\\\\x0ab"); /* as text, by model/name_text */
	assert_value("\xff", "\\\\xff");
	assert_value("\xc3\xa4\xe2\x82\xac", "\xc3\xa4\xe2\x82\xac");
	assert_value("\xe2\x82", "\\\\xe2\\\\x82"); /* cut in a character */
	for (int open_metrics = 0; open_metrics < 2; open_metrics++) {
		f = open_memstream(&help, &bytes);
		exposition_text__put_help(f, "a\\b \"c\"\nd", open_metrics);
		fclose(f);
		assert_string_equal(help,
				    open_metrics ? "a\\\\b \\\"c\\\"\\nd" : "a\\\\b \"c\"\\nd");
		free(help);
	}
}

struct told {
	double le;
	uint64_t n, ns; /* bound in ns; 0: +Inf */
	unsigned int buckets;
	const struct hist_layout *layout;
	const uint64_t *slots;
	unsigned int first_ns;
};

/* Each bound holds exactly the slots below it: no value of a slot lies on both sides. */
static void check_bucket(void *arg, const char *le, uint64_t n)
{
	struct told *t = arg;
	uint64_t sum = 0;

	t->buckets++;
	assert_true(n >= t->n);
	t->n = n;
	if (!strcmp(le, "+Inf")) {
		t->ns = 0;
		return;
	}
	assert_true(strtod(le, NULL) > t->le);
	t->le = strtod(le, NULL);
	t->ns = (uint64_t)llround(t->le * 1e9);
	if (t->buckets == 1)
		assert_int_equal(t->ns, t->first_ns);
	assert_int_not_equal(t->layout->slot_of(t->ns), t->layout->slot_of(t->ns + 1));
	for (unsigned int s = 0; s <= t->layout->slot_of(t->ns); s++)
		sum += t->slots[s];
	assert_int_equal(n, sum);
}

static void check_buckets(struct exposition_hist hist, unsigned int first_ns, uint64_t last_ns)
{
	uint64_t slots[MCT_FINE_SLOTS];
	struct told t = {.layout = hist.layout, .slots = slots, .first_ns = first_ns};
	uint64_t total;

	for (unsigned int s = 0; s < MCT_FINE_SLOTS; s++)
		slots[s] = s * 7 % 5 + (s + 1 == hist.layout->slots ? 1000 : 0);
	total = exposition_hist__walk(&hist, slots, check_bucket, &t);
	assert_int_equal(t.buckets, exposition_hist__buckets(&hist));
	assert_int_equal(t.ns, 0); /* +Inf came last */
	assert_int_equal(t.n, total);
	assert_int_equal(total, hist__total(slots, hist.layout->slots));
	assert_int_equal(llround(t.le * 1e9), last_ns);
	/* what is above the layout's reach is in +Inf alone */
	assert_true(hist.layout->slot_of(last_ns) < hist.layout->slots - 1);
}

static void test_buckets(void **state)
{
	(void)state;
	for (unsigned int b = 1; b <= 16; b *= 2) {
		struct exposition_hist hist = exposition_hist__fine(b);

		assert_int_equal(exposition_hist__buckets(&hist), 25 * b + 1);
		check_buckets(hist, 31, (1u << 30) - (1u << 29) / b - 1);
	}
	check_buckets(exposition_hist__coarse(), 127, (1u << 21) - 1);
	/* a number of buckets that is none */
	assert_int_equal(exposition_hist__fine(0).step, 16 / EXPOSITION_BUCKETS_DEFAULT);
	assert_int_equal(exposition_hist__fine(3).step, 16 / EXPOSITION_BUCKETS_DEFAULT);
	assert_int_equal(exposition_hist__fine(32).step, 16 / EXPOSITION_BUCKETS_DEFAULT);
}

/* Bounds of coarser settings are among those of finer ones: a change of --buckets keeps them. */
static void keep_le(void *arg, const char *le, uint64_t n)
{
	char *all = arg;

	(void)n;
	strcat(strcat(all, le), " ");
}

static void test_bounds_nest(void **state)
{
	static const uint64_t slots[MCT_FINE_SLOTS];
	char fine[8192], coarse[8192], *save;

	(void)state;
	for (unsigned int b = 1; b < 16; b *= 2) {
		struct exposition_hist few = exposition_hist__fine(b);
		struct exposition_hist many = exposition_hist__fine(2 * b);

		strcpy(fine, " ");
		*coarse = '\0';
		exposition_hist__walk(&many, slots, keep_le, fine);
		exposition_hist__walk(&few, slots, keep_le, coarse);
		for (char *le = strtok_r(coarse, " ", &save); le; le = strtok_r(NULL, " ", &save)) {
			char word[EXPOSITION_NUMBER + 2];

			snprintf(word, sizeof(word), " %s ", le);
			assert_non_null(strstr(fine, word));
		}
	}
}

/* A value at each edge of each slot is in exactly the buckets whose le is not below it. */
static void test_edges(void **state)
{
	struct exposition_hist hist = exposition_hist__fine(16);

	(void)state;
	for (unsigned int s = 31; s < MCT_FINE_SLOTS - 1; s++) {
		uint64_t slots[MCT_FINE_SLOTS] = {0}, bound = hist_fine.high(s) - 1;
		struct told t = {.layout = &hist_fine, .slots = slots, .first_ns = 31};

		slots[hist_fine.slot_of(bound)]++;
		slots[hist_fine.slot_of(bound + 1)]++;
		exposition_hist__walk(&hist, slots, check_bucket, &t);
		assert_int_equal(t.n, 2);
	}
}

/* The text is one value a line whatever its labels are made of. */
static void check_lines(const char *text)
{
	for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
		const char *p = line + strcspn(line, "{ \n");

		if (*line == '#')
			continue;
		if (*p == '{') {
			bool quoted = false;

			for (p++; quoted || *p != '}'; p++) {
				assert_int_not_equal(*p, '\n');
				assert_int_not_equal(*p, '\0');
				if (quoted && *p == '\\') {
					p++;
					assert_non_null(strchr("\\\"n", *p));
				} else if (*p == '"') {
					quoted = !quoted;
				}
			}
			p++;
		}
		assert_int_equal(*p, ' ');
		assert_int_equal(strspn(p + 1, "0123456789.-"), strcspn(p + 1, "\n"));
	}
}

static void test_hostile_labels(void **state)
{
	struct exporter e = exporter_open("cpus=1,cgroups=0", 4);
	struct exposition_opts opts = all_opts(EXPOSITION_TEXT);
	struct ledger_series series[256] = {{.label = "/"}};
	struct run_info run = *e.view->now->run;
	struct snapshot now = *e.view->now;
	struct ledger_view view = *e.view;
	char labels[256][8], *text, *printable;

	(void)state;
	now.run = &run;
	view.now = &now;
	view.series = series;
	view.n_series = 255;
	for (int byte = 1; byte < 256; byte++) {
		snprintf(labels[byte], sizeof(labels[0]), "/%ca", byte);
		series[byte - 1].label = labels[byte];
	}
	run.kernel_release = (char *)"6.1\"} 1\nmemcgtop_evil 1\n\\";
	run.roles[ROLE_REFILL].reason = (char *)"\xff\xfe\"\\\n";
	opts.libbpf = "\x01\x80";
	text = render(&view, &opts);
	check_lines(text);
	assert_null(find_line(text, "memcgtop_evil"));
	assert_non_null(find_line(text, "memcgtop_cgroup_refills_total{cgroup=\"/\\\"a\"} 0\n"));
	assert_non_null(find_line(text, "memcgtop_cgroup_refills_total{cgroup=\"/\\\\a\"} 0\n"));
	printable = name__printable(text);
	/* nothing of the text but its newlines is a control, and all is UTF-8 */
	for (char *p = printable, *q = text; *q; q++) {
		if (*q == '\n') {
			assert_memory_equal(p, "\\x0a", 4);
			p += 4;
		} else {
			assert_int_equal(*p++, *q);
		}
	}
	free(printable);
	free(text);
	exporter_close(&e);
}

/* Numbers no kernel gives, as a hostile recording has them. */
static void test_odd_numbers(void **state)
{
	static const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, -5.25};
	struct exporter e = exporter_open("cpus=1,cgroups=1", 4);
	struct exposition_opts opts = all_opts(EXPOSITION_OPENMETRICS);
	struct snapshot now = *e.view->now;
	struct ledger_view view = *e.view;

	(void)state;
	view.now = &now;
	memset(&now.total, 0xff, sizeof(now.total));
	memset(&now.hist, 0xff, sizeof(now.hist));
	now.wall_ns = UINT64_MAX;
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		char *text;

		now.floor.exit_ns = odd[i];
		text = render(&view, &opts);
		check_lines(text);
		if (odd[i] == -5.25)
			assert_non_null(find_line(text, "memcgtop_correction_seconds{part="
							"\"exit\"} -0.00000000525\n"));
		else
			assert_null(strstr(text, "part=\"exit\""));
		assert_non_null(find_line(text, "memcgtop_refills_total 18446744073709551615\n"));
		free(text);
	}
	exporter_close(&e);
}

/* Sums beyond 64 bits stay cumulative. */
static void test_sums_stop(void **state)
{
	struct exposition_hist hist = exposition_hist__fine(2);
	uint64_t slots[MCT_FINE_SLOTS] = {[40] = 5, [100] = UINT64_MAX, [200] = 7};
	struct told t = {.layout = &hist_fine, .slots = slots};
	char text[8192] = "";

	(void)state;
	assert_int_equal(exposition_hist__walk(&hist, slots, keep_le, text), UINT64_MAX);
	assert_int_equal(hist__total(slots, MCT_FINE_SLOTS), 11); /* as it would have wrapped */
	t.first_ns = 31;
	slots[100] = 3;
	assert_int_equal(exposition_hist__walk(&hist, slots, check_bucket, &t), 15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),	    cmocka_unit_test(test_seconds),
		cmocka_unit_test(test_le),	    cmocka_unit_test(test_escaping),
		cmocka_unit_test(test_buckets),	    cmocka_unit_test(test_bounds_nest),
		cmocka_unit_test(test_edges),	    cmocka_unit_test(test_hostile_labels),
		cmocka_unit_test(test_odd_numbers), cmocka_unit_test(test_sums_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
