// SPDX-License-Identifier: GPL-2.0-or-later
/* The histogram panel: counts, subjects, the mark, keys. */
#include "test_tui_stage.h"

/* Sum of the third column of the lines whose first one is a bound. */
static uint64_t drawn_holds(const char *text)
{
	uint64_t sum = 0;

	for (const char *p = text; *p; p = strchr(p, '\n') + 1) {
		char from[32], below[32], more[8], n[32];
		size_t to = 0;

		if (sscanf(p, " %31[0-9,.] %31[0-9,.] %31[0-9,]", from, below, n) != 3 &&
		    sscanf(p, " %31[0-9,.] and %7s %31[0-9,]", from, more, n) != 3)
			continue;
		if (!strchr(from, '.'))
			continue;
		for (size_t i = 0; n[i]; i++)
			if (n[i] != ',')
				n[to++] = n[i];
		n[to] = '\0';
		sum += strtoull(n, NULL, 10);
	}
	return sum;
}

static void assert_holds(struct panel *panel, const struct stage *s, uint64_t want)
{
	for (unsigned int height = 6; height < 100; height += 7) {
		char *text = panel_text(panel, s, height, 200);

		assert_int_equal(drawn_holds(text), want);
		free(text);
	}
}

static void test_histogram_sums(void **state)
{
	struct panel *panel = panel_histogram__new();
	uint64_t sum = 0;
	struct stage s;
	char *text;

	(void)state;
	stage_open(&s, "cpus=4,cgroups=12,seed=1");
	assert_holds(panel, &s, s.delta->total.hold.count);
	s.scene.base = s.base;
	assert_holds(panel, &s, s.delta->total.hold.count);

	s.subject = (struct subject){.kind = SUBJECT_CPU, .cpu = 2};
	assert_holds(panel, &s, s.delta->cpus[2].c.hold.count);
	assert_true(press(panel, &s, 's').taken);
	assert_holds(panel, &s, s.delta->cpus[2].drain_hold.count);
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "Holds by drain work: CPU 2");
	free(text);

	s.subject = (struct subject){.kind = SUBJECT_CGROUP,
				     .path = s.delta->cgroups[3].name,
				     .cgroup_id = s.delta->cgroups[3].id};
	assert_holds(panel, &s, s.delta->cgroups[3].c.hold.count);
	assert_non_null(press(panel, &s, 's').message);
	s.subject = (struct subject){
		.kind = SUBJECT_CGROUP, .path = (char *)(uintptr_t) "/", .subtree = true};
	for (size_t i = 0; i < s.delta->n_cgroups; i++)
		sum += s.delta->cgroups[i].c.hold.count;
	assert_holds(panel, &s, sum);
	s.subject.path = (char *)(uintptr_t) "/batch";
	text = panel_text(panel, &s, 20, 100);
	assert_has(text, "/batch and below");
	assert_has(text, "coarse");
	assert_true(drawn_holds(text) > 0 && drawn_holds(text) < sum);
	free(text);
	panel->ops->free(panel);
	stage_close(&s);
}

static void test_histogram_states(void **state)
{
	struct panel *panel = panel_histogram__new();
	struct panel_reply reply;
	struct stage s;
	char *text, *logarithmic;

	(void)state;
	stage_open(&s, "cpus=2,cgroups=4,seed=1");
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "Holds by refills: all CPUs");
	assert_has(text, " p50");
	assert_has(text, " max");
	assert_has(text, "cum %");
	assert_true(press(panel, &s, 'l').taken);
	logarithmic = panel_text(panel, &s, 20, 80);
	assert_has(logarithmic, "log bars");
	assert_true(strcmp(text, logarithmic) != 0);
	free(text);
	free(logarithmic);

	s.scene.base = s.base;
	text = panel_text(panel, &s, 20, 120);
	assert_has(text, "mark %");
	assert_has(text, "was ");
	free(text);

	reply = press(panel, &s, 'a');
	assert_true(reply.open_histogram);
	assert_int_equal(reply.subject.kind, SUBJECT_ALL);
	assert_false(press(panel, &s, 'x').taken);

	s.subject = (struct subject){.kind = SUBJECT_CGROUP, .cgroup_id = 999999999};
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "id 999999999");
	assert_has(text, "Nothing was counted");
	free(text);
	s.subject = (struct subject){.kind = SUBJECT_CPU, .cpu = 77};
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "Nothing was counted");
	free(text);
	s.subject = (struct subject){.kind = SUBJECT_ALL};
	memset(&s.delta->hist, 0, sizeof(s.delta->hist));
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "No hold was measured");
	free(text);
	s.run.na[METRIC_HOLD] = (char *)(uintptr_t) "for a reason";
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "n/a here: for a reason.");
	free(text);
	s.scene.delta = NULL;
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "not over yet");
	free(text);
	panel->ops->free(panel);
	stage_close(&s);
}

static void test_histogram_settings(void **state)
{
	struct settings *settings = settings__new();
	struct panel *panel = panel_histogram__new();
	struct stage s;
	char *text;

	(void)state;
	stage_open(&s, "cpus=2");
	press(panel, &s, 'l');
	panel->ops->save(panel, settings);
	panel->ops->free(panel);
	panel = panel_histogram__new();
	panel->ops->load(panel, settings);
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "log bars");
	free(text);
	panel->ops->free(panel);
	settings__free(settings);
	stage_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_histogram_sums),
		cmocka_unit_test(test_histogram_states),
		cmocka_unit_test(test_histogram_settings),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
