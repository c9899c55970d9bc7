// SPDX-License-Identifier: GPL-2.0-or-later
/* --fail-if: what it takes, and what comes out; the command line of diff. */
#include "test_diff_common.h"

#include "util/options.h"

static struct gate parsed(const char *text)
{
	struct gate gate;
	char why[128];

	if (gate__parse(text, &gate, why, sizeof(why)))
		fail_msg("'%s': %s", text, why);
	return gate;
}

static void assert_refused(const char *text, const char *part)
{
	struct gate gate;
	char why[128];

	if (!gate__parse(text, &gate, why, sizeof(why)))
		fail_msg("taken: '%s'", text);
	if (!strstr(why, part))
		fail_msg("'%s' gives '%s', which lacks '%s'", text, why, part);
}

static void test_grammar(void **state)
{
	struct gate g = parsed("hold.mean>+5%");

	(void)state;
	assert_int_equal(g.metric, metric_index("hold.mean"));
	assert_true(g.above && g.relative && fabs(g.limit - 0.05) < 1e-12);
	g = parsed("under_lock.share>-10");
	assert_true(g.above && !g.relative && g.limit == -10);
	g = parsed("hold.p99.9<2.5%");
	assert_true(!g.above && g.relative && fabs(g.limit - 0.025) < 1e-12);
	g = parsed("throughput<-100%");
	assert_true(g.limit == -1);
	assert_refused("", "neither");
	assert_refused("hold.mean", "neither");
	assert_refused("hold.mean=5%", "neither");
	assert_refused(">5%", "no metric");
	assert_refused("hold>5%", "no metric");
	assert_refused("hold.means>5%", "no metric");
	assert_refused("hold.max>5%", "not judged");
	assert_refused("hold.mean>", "no number");
	assert_refused("hold.mean>%", "no number");
	assert_refused("hold.mean>+-5", "no number");
	assert_refused("hold.mean>.", "no number");
	assert_refused("hold.mean>nan", "no number");
	assert_refused("hold.mean>1e999", "after the number");
	assert_refused("hold.mean>99999999999999999999", "no number");
	assert_refused("hold.mean>5%%", "after the number");
	assert_refused("hold.mean>5 %", "after the number");
	assert_refused("hold.mean> 5", "no number");
	assert_refused("hold.mean<-101%", "100 %");
}

static struct side base, other;
static struct diff_group groups[2];

static enum gate_outcome judged(const struct diff *diff, const char *text, struct gate_result *r)
{
	struct gate gate = parsed(text);
	struct gate_result result;

	assert_int_equal(gate__judge(diff, &gate, 1, r ?: &result), 0);
	return r ? r->outcome : result.outcome;
}

static void test_outcomes(void **state)
{
	static const struct side_spec a = {"Baseline", "7.3", 5, 11, 10, 40, false},
				      b = {"Patched", "patched", 5, 112, 10, 40, false};
	struct diff *diff;
	struct gate_result r;

	(void)state;
	side_open(&base, &a);
	side_open(&other, &b);
	groups[0] = base.group;
	groups[1] = other.group;
	diff = diff_of(groups, 2, NULL);
	/* Some -57 %. */
	assert_int_equal(judged(diff, "hold.mean>+5%", NULL), GATE_KEPT);
	assert_int_equal(judged(diff, "hold.mean>-40%", NULL), GATE_KEPT);
	assert_int_equal(judged(diff, "hold.mean>-57%", NULL), GATE_UNSURE);
	assert_int_equal(judged(diff, "hold.mean>-80%", NULL), GATE_FAILED);
	assert_int_equal(judged(diff, "hold.mean<-40%", NULL), GATE_FAILED);
	assert_int_equal(judged(diff, "hold.mean<-80%", NULL), GATE_KEPT);
	/* In its unit: some 313 ns less. */
	assert_int_equal(judged(diff, "hold.mean<-200", &r), GATE_FAILED);
	assert_true(r.change < -250 && r.change > -400);
	/* Points of a share that is plain, and relative to it by a contrast. */
	assert_int_equal(judged(diff, "under_lock.share>-10", NULL), GATE_KEPT);
	assert_int_equal(judged(diff, "under_lock.share<-10", NULL), GATE_FAILED);
	assert_int_equal(judged(diff, "under_lock.share<-90%", &r), GATE_FAILED);
	assert_true(fabs(r.change + 1) < 1e-9);
	assert_int_equal(judged(diff, "under_lock.rate<-50%", NULL), GATE_FAILED);
	/* Of nothing there is no percentage; points there are. */
	assert_int_equal(judged(diff, "after_unlock.share>5%", &r), GATE_UNSURE);
	assert_non_null(strstr(r.why, "base has none"));
	assert_int_equal(judged(diff, "after_unlock.share>5", NULL), GATE_FAILED);
	/* n/a, and too few events, are neither. */
	assert_int_equal(judged(diff, "in_refill.share>5", NULL), GATE_UNSURE);
	assert_int_equal(judged(diff, "hold.p99.9>5%", NULL), GATE_UNSURE);
	diff__free(diff);

	groups[1].n_runs = 2;
	diff = diff_of(groups, 2, NULL);
	assert_int_equal(judged(diff, "hold.mean<-10%", &r), GATE_UNSURE);
	assert_non_null(strstr(r.why, "fewer than 3 runs"));
	diff__free(diff);
	side_close(&base);
	side_close(&other);
}

static void test_many_gates_widen(void **state)
{
	static const struct side_spec a = {"Baseline", "7.3", 5, 11, 10, 40, false},
				      b = {"Patched", "7.3", 5, 112, 10, 40, false};
	struct gate gates[2] = {parsed("hold.mean>+5%"), parsed("throughput<-50%")};
	struct gate_result one, two[2];
	struct diff *diff;

	(void)state;
	side_open(&base, &a);
	side_open(&other, &b);
	groups[0] = base.group;
	groups[1] = other.group;
	diff = diff_of(groups, 2, NULL);
	assert_int_equal(gate__judge(diff, gates, 1, &one), 0);
	assert_int_equal(gate__judge(diff, gates, 2, two), 0);
	assert_true(two[0].low < one.low && two[0].high > one.high);
	assert_true(one.low == change_of(diff, "hold.mean")->low);
	diff__free(diff);
	side_close(&base);
	side_close(&other);
}

static void test_worst(void **state)
{
	struct gate_result r[3] = {
		{.outcome = GATE_KEPT}, {.outcome = GATE_UNSURE}, {.outcome = GATE_FAILED}};

	(void)state;
	assert_int_equal(gate__worst(r, 0), GATE_KEPT);
	assert_int_equal(gate__worst(r, 1), GATE_KEPT);
	assert_int_equal(gate__worst(r, 2), GATE_UNSURE);
	assert_int_equal(gate__worst(r, 3), GATE_FAILED);
}

static char line_words[256], *words[64], *message;

static int parse_line(struct options *opt, const char *line)
{
	size_t bytes;
	FILE *err;
	int argc = 0, status;

	free(message);
	err = open_memstream(&message, &bytes);
	snprintf(line_words, sizeof(line_words), "memcgtop %s", line);
	for (char *w = strtok(line_words, " "); w; w = strtok(NULL, " "))
		words[argc++] = w;
	words[argc] = NULL;
	status = options__parse(opt, argc, words, err);
	fclose(err);
	return status;
}

static void assert_group(const struct options *opt, size_t g, const char *name, const char *files)
{
	char text[128] = "";

	for (size_t i = 0; i < opt->group[g].n_files; i++) {
		strcat(text, i ? " " : "");
		strcat(text, opt->group[g].file[i]);
	}
	assert_string_equal(text, files);
	if (name)
		assert_string_equal(opt->group[g].name, name);
	else
		assert_null(opt->group[g].name);
}

static void test_command_line(void **state)
{
	struct options opt;

	(void)state;
	assert_int_equal(parse_line(&opt, "diff a b -- c d"), 0);
	assert_int_equal(opt.n_groups, 2);
	assert_group(&opt, 0, NULL, "a b");
	assert_group(&opt, 1, NULL, "c d");
	assert_true(opt.alpha == 0.05 && opt.resolution == 20 && !opt.force);

	assert_int_equal(parse_line(&opt, "diff --alpha 0.001 a --force b --fail-if x>1 -- "
					  "--resolution 5 c --bisect d --fail-if y<2 -o out"),
			 0);
	assert_group(&opt, 0, NULL, "a b");
	assert_group(&opt, 1, NULL, "c d");
	assert_int_equal(opt.gates.n, 2);
	assert_string_equal(opt.gates.item[0], "x>1");
	assert_string_equal(opt.gates.item[1], "y<2");
	assert_true(opt.force && opt.bisect && opt.resolution == 5);
	assert_true(fabs(opt.alpha - 0.001) < 1e-15);
	assert_string_equal(opt.output, "out");

	assert_int_equal(parse_line(&opt, "diff --group A a b --group B c --group C d e f"), 0);
	assert_int_equal(opt.n_groups, 3);
	assert_group(&opt, 0, "A", "a b");
	assert_group(&opt, 1, "B", "c");
	assert_group(&opt, 2, "C", "d e f");
	assert_int_equal(parse_line(&opt, "diff --help"), 0);
	assert_int_equal(opt.action, ACTION_HELP);
}

static void test_command_line_refused(void **state)
{
	static const struct {
		const char *line, *part;
	} cases[] = {
		{"diff", "one side is missing"},
		{"diff a b", "one side is missing"},
		{"diff -- a", "no recording before '--'"},
		{"diff a --", "no recording after '--'"},
		{"diff a -- b -- c", "more than one '--'"},
		{"diff --group A a --group B", "group 'B' has no recording"},
		{"diff --group A a -- b", "not both"},
		{"diff a --group B b", "not both"},
		{"diff --alpha 0 a -- b", "--alpha"},
		{"diff --alpha 0.6 a -- b", "--alpha"},
		{"diff --alpha x a -- b", "not a number"},
		{"diff --format pdf a -- b", "one of text, markdown, json, csv, html"},
		{"diff --rows 3 a -- b", "does not apply"},
		{"stat --force", "does not apply"},
	};
	struct options opt;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (parse_line(&opt, cases[i].line) != EXIT_USAGE)
			fail_msg("taken: '%s'", cases[i].line);
		if (!strstr(message, cases[i].part))
			fail_msg("'%s' gives '%s', which lacks '%s'", cases[i].line, message,
				 cases[i].part);
	}
}

static int free_message(void **state)
{
	(void)state;
	free(message);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_grammar),
		cmocka_unit_test(test_outcomes),
		cmocka_unit_test(test_many_gates_widen),
		cmocka_unit_test(test_worst),
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_command_line_refused),
	};

	return cmocka_run_group_tests(tests, fixed_locale, free_message);
}
