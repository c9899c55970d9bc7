// SPDX-License-Identifier: GPL-2.0-or-later
/* Stocks, longest holds and help; and all panels at all sizes. */
#include "test_tui_stage.h"

#include "view/column_help.h"

/* Stocks */

static void test_stocks(void **state)
{
	struct panel *panel = panel_stocks__new();
	struct stage s;
	char *text, *narrow;

	(void)state;
	stage_open(&s, "cpus=6,cgroups=12,seed=1");
	assert_non_null(s.stocks);
	assert_true(s.stocks->cpus[0].n > 3);
	s.stocks->cpus[0].slot[2].pages = 4321; /* comes first */
	s.stocks->cpus[1].known = false;
	s.stocks->cpus[2].locked = true;
	text = panel_text(panel, &s, 20, 200);
	assert_has(text, "Stocks at 00:00:05");
	assert_has(text, "4,321");
	assert_has(text, "held");
	assert_has(text, "n/a");
	narrow = panel_text(panel, &s, 20, 60);
	assert_has(narrow, "4,321 ");
	assert_has(narrow, " +");
	free(narrow);
	free(text);

	s.scene.filter = "BATCH";
	text = panel_text(panel, &s, 20, 200);
	assert_has(text, "/batch/");
	assert_has_not(text, "system.slice");
	free(text);
	s.scene.filter = "no such cgroup";
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "No stock holds pages");
	free(text);

	s.scene.filter = NULL;
	s.stocks->lock_state = false;
	text = panel_text(panel, &s, 20, 200);
	assert_has_not(text, "free");
	assert_has_not(text, "held");
	free(text);
	json_decref(panel_json(panel, &s));

	s.scene.stocks = NULL;
	s.scene.stocks_na = "recordings have none";
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "n/a: recordings have none.");
	free(text);
	json_decref(panel_json(panel, &s));
	panel->ops->free(panel);
	stage_close(&s);
}

static void test_stocks_scroll(void **state)
{
	struct mouse wheel = {.what = MOUSE_WHEEL_UP};
	struct panel *panel = panel_stocks__new();
	struct stage s;
	char *text;

	(void)state;
	stage_open(&s, "cpus=64,cgroups=12");
	text = panel_text(panel, &s, 12, 80);
	assert_has(text, "1-10 of 64");
	free(text);
	assert_true(press(panel, &s, K_END).taken);
	text = panel_text(panel, &s, 12, 80);
	assert_has(text, "55-64 of 64");
	free(text);
	assert_true(panel->ops->mouse(panel, &s.scene, &wheel).taken);
	assert_true(press(panel, &s, K_UP).taken);
	assert_true(press(panel, &s, K_PAGE_UP).taken);
	text = panel_text(panel, &s, 12, 80);
	assert_has(text, "42-51 of 64");
	free(text);
	text = panel_text(panel, &s, 90, 80); /* all of it fits */
	assert_has_not(text, "of 64");
	free(text);
	text = panel_text(panel, &s, 12, 80); /* as after an export */
	assert_has(text, "42-51 of 64");
	free(text);
	panel->ops->free(panel);
	stage_close(&s);
}

/* Longest holds */

static void test_log(void **state)
{
	struct longest_log *log = longest_log__new();
	struct stage s;
	size_t n;

	(void)state;
	stage_open(&s, "cpus=400,cgroups=12");
	longest_log__add(log, s.delta);
	n = log->n;
	assert_int_equal(n, LONGEST_LOG_ROWS);
	for (size_t i = 0; i < n; i++) {
		const struct longest_entry *e = &log->entry[i];

		assert_true(!i || log->entry[i - 1].hold.ns >= e->hold.ns);
		assert_true(e->wall_ns <= s.delta->wall_ns);
		assert_true(e->wall_ns >= s.delta->wall_ns - 3 * NS);
		assert_true((e->site == HOLD_REFILL) == !!e->cgroup);
	}
	longest_log__clear(log);
	assert_int_equal(log->n, 0);
	s.delta->n_cpus = 10;
	longest_log__add(log, s.delta);
	n = log->n;
	assert_in_range(n, 10, 20);
	longest_log__add(log, s.delta); /* known */
	assert_int_equal(log->n, n);
	s.delta->cpus[4].max.at_ns++;
	s.delta->cpus[5].max.ns = UINT64_MAX;
	s.delta->cpus[6].max.ns = 0;
	longest_log__add(log, s.delta);
	assert_int_equal(log->n, n + 2);
	assert_true(log->entry[0].hold.ns == UINT64_MAX);
	longest_log__free(log);
	longest_log__free(NULL);
	s.delta->n_cpus = 400;
	stage_close(&s);
}

static void test_longest(void **state)
{
	struct panel *panel = panel_longest__new();
	struct panel_reply reply;
	struct stage s;
	json_t *root;
	char *text;

	(void)state;
	stage_open(&s, "cpus=8,cgroups=12,seed=1");
	text = panel_text(panel, &s, 50, 120);
	assert_has(text, "HOLD");
	assert_has(text, "drain work");
	assert_has(text, "task");
	assert_has(text, format__time((double)s.log->entry[0].hold.ns).s);
	assert_has(text, "00:00:0");
	free(text);
	reply = press(panel, &s, K_ENTER);
	assert_true(reply.open_histogram);
	assert_int_equal(reply.subject.kind, SUBJECT_CGROUP);
	assert_string_equal(reply.subject.path, s.log->entry[0].cgroup);
	free(reply.subject.path);
	root = panel_json(panel, &s);
	assert_int_equal(json_array_size(json_object_get(root, "longest_holds")), s.log->n);
	json_decref(root);

	s.run.na[METRIC_CONTEXT] = (char *)(uintptr_t) "unknown machine";
	s.scene.filter = "/BATCH";
	text = panel_text(panel, &s, 50, 120);
	assert_has_not(text, "task");
	assert_has_not(text, "system.slice");
	free(text);
	json_decref(panel_json(panel, &s));

	s.scene.filter = NULL;
	longest_log__clear(s.log);
	text = panel_text(panel, &s, 50, 120);
	assert_has(text, "no hold was measured yet");
	free(text);
	assert_false(press(panel, &s, K_ENTER).open_histogram);
	s.scene.longest = NULL;
	s.scene.delta = NULL;
	free(panel_text(panel, &s, 50, 120));
	json_decref(panel_json(panel, &s));
	panel->ops->free(panel);
	stage_close(&s);
}

/* Help */

/* Of stocks and longest holds the rows that --cgroup and --cpu leave, and no others. */
static void test_selection(void **state)
{
	struct panel *panels[] = {panel_stocks__new(), panel_longest__new()};
	struct select *select;
	struct stage s;
	char *text;

	(void)state;
	stage_open(&s, "cpus=4,cgroups=12,seed=1");
	assert_int_equal(select__new("/user.slice", NULL, &select), 0);
	s.scene.select = select;
	for (size_t i = 0; i < 2; i++) {
		text = panel_text(panels[i], &s, 60, 200);
		assert_has(text, ".scope");
		assert_has_not(text, ".service");
		assert_has_not(text, "drain work"); /* of no cgroup */
		free(text);
	}
	select__free(select);
	assert_int_equal(select__new(NULL, "2", &select), 0);
	s.scene.select = select;
	text = panel_text(panels[0], &s, 60, 200);
	assert_has(text, "\n        2 ");
	assert_has_not(text, "\n        1 ");
	free(text);
	text = panel_text(panels[1], &s, 60, 200);
	assert_has(text, "    2 refill");
	assert_has_not(text, "    1 refill");
	free(text);
	for (size_t i = 0; i < 2; i++)
		panels[i]->ops->free(panels[i]);
	select__free(select);
	stage_close(&s);
}

static void test_help(void **state)
{
	struct panel *panel = panel_help__new();
	struct stage s;
	char *text;

	(void)state;
	stage_open(&s, "cpus=2");
	s.scene.delta = NULL; /* then all columns are explained */
	text = panel_text(panel, &s, panel->ops->lines(panel, &s.scene), 200);
	for (size_t i = 0; i < key_table_size; i++)
		assert_has(text, key_table[i].keys);
	for (int id = 0; id < COLUMN_NR; id++) {
		assert_has(text, column__get((enum column_id)id)->title);
		assert_true(strlen(column_help__phrase((enum column_id)id)) > 10);
	}
	assert_has_not(text, "Down PgDn: more");
	free(text);

	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "this help");
	assert_has_not(text, "EVICT<");
	assert_has(text, "Down PgDn: more");
	free(text);
	assert_true(press(panel, &s, K_END).taken);
	text = panel_text(panel, &s, 20, 80);
	assert_has(text, "has been removed");
	assert_has_not(text, "this help");
	free(text);
	panel->ops->free(panel);
	stage_close(&s);
}

/* All of them */

static const char *const kernels[] = {"7.3", "patched", "rt", "6.1", "6.12-rt", "kprobe"};

static void test_sweep(void **state)
{
	static struct panel *(*const make[])(void) = {panel_histogram__new, panel_stocks__new,
						      panel_longest__new, panel_help__new};

	(void)state;
	for (size_t k = 0; k < sizeof(kernels) / sizeof(kernels[0]); k++) {
		struct stage s;
		char spec[128];

		snprintf(spec, sizeof(spec),
			 "cpus=5,offline=2,cgroups=12,gone=1,unnamed=1,norow=1,names=odd,losses=%d,"
			 "kernel=%s",
			 (int)(k % 2), kernels[k]);
		stage_open(&s, spec);
		s.scene.base = k % 3 ? s.base : NULL;
		s.subject = (struct subject){.kind = (enum subject_kind)(k % 3),
					     .cgroup_id = s.delta->cgroups[2].id,
					     .path = s.delta->cgroups[2].name,
					     .subtree = k > 3};
		for (unsigned int h = 0; h <= 100; h += 1 + h / 6) {
			for (unsigned int w = 0; w <= 300; w += 1 + w / 8)
				free(header_text(&s, h, w, NULL));
		}
		for (size_t i = 0; i < sizeof(make) / sizeof(make[0]); i++) {
			struct panel *panel = make[i]();

			for (unsigned int h = 0; h <= 100; h += 1 + h / 4) {
				for (unsigned int w = 0; w <= 300; w += 1 + w / 6)
					free(panel_text(panel, &s, h, w));
			}
			if (panel->ops->json)
				json_decref(panel_json(panel, &s));
			assert_true(panel->ops->lines(panel, &s.scene) > 0);
			panel->ops->free(panel);
		}
		stage_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stocks), cmocka_unit_test(test_stocks_scroll),
		cmocka_unit_test(test_log),    cmocka_unit_test(test_longest),
		cmocka_unit_test(test_selection), cmocka_unit_test(test_help),   cmocka_unit_test(test_sweep),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
