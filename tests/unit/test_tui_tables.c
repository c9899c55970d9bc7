// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables of the live screen, at the cgroups: order, selection, filter, and every size. */
#include "test_tui_screen.h"

#include "view/select.h"

#define HOST "cpus=4,cgroups=14,gone=1,unnamed=1,norow=1"

static void test_tree(void **state)
{
	struct screen s = screen_open(panel_cgroups__new(), HOST, 30, 80);

	(void)state;
	assert_line(&s, 0, "folded (+): with all below; open (-): itself only");
	assert_line(
		&s, 1,
		"CGROUP               REFILLS  MEAN   P99   MAX HELD% UNDER%  CH-FB EVICT> EVICT<");
	assert_line(&s, 2, "all (host)            24,842");
	assert_line(&s, 3, "- system.slice");
	assert_line(&s, 4, "  unit-0.service       5,004");
	press(&s, "*");
	assert_line(&s, 3, "+ system.slice         6,957");
	assert_line(&s, 4, "+ kubepods.slice       6,541");
	assert_line(&s, 5, "+ user.slice           6,374");
	assert_line(&s, 6, "+ batch                3,026");
	assert_line(&s, 7, "id 1204                  831");
	assert_line(&s, 8, "(others)               1,112");
	press(&s, "jR");
	assert_selected(&s, "- kubepods.slice");
	assert_line(&s, 5, "  + ..rstable.slice    6,541");
	press(&s, "jR");
	assert_selected(&s, "  - ..rstable.slice");
	assert_line(&s, 6, "    + pod2             4,600");
	/* Left folds, then goes up. */
	press(&s, "LL");
	assert_selected(&s, "- kubepods.slice");
	press(&s, "*");
	assert_selected(&s, "+ kubepods.slice");
	screen_close(&s);
}

static double figure_at(const struct canvas *canvas, unsigned int y, unsigned int end)
{
	char text[16] = "", *p = text;
	unsigned int x = end;
	double value, scale = 1;

	while (x > 0 && end - x < 9 && canvas->cells[y * canvas->width + x - 1].ch[0] != L' ')
		x--;
	for (; x < end; x++) {
		wchar_t ch = canvas->cells[y * canvas->width + x].ch[0];

		if (ch == L'k')
			scale = 1e3;
		else if (ch != L',' && ch != L'<')
			*p++ = (char)ch;
	}
	value = strtod(text, &p);
	return p == text ? -1 : value * scale;
}

/* Columns of the screen at which the title sorted by ends; 0: none. */
static unsigned int sorted_end(const struct canvas *canvas, unsigned int y)
{
	unsigned int end = 0;

	for (unsigned int x = 0; x < canvas->width; x++)
		if (canvas->cells[y * canvas->width + x].style == STYLE_SORTED)
			end = x + 1;
	return end;
}

/* Every column in turn: figures fall, those without one come last; reversed they rise. */
static void test_sorting_by_each_column(void **state)
{
	struct screen s = screen_open(panel_cgroups__new(), "cpus=2,cgroups=20", 23, 160);

	(void)state;
	s.scene.rates = false;
	press(&s, "t");
	for (unsigned int column = 0; column < 15; column++) {
		unsigned int end = sorted_end(s.canvas, 1);

		assert_true(end > 0);
		for (unsigned int y = 4; y < 23; y++) {
			double above = figure_at(s.canvas, y - 1, end);
			double value = figure_at(s.canvas, y, end);

			if (value > above)
				fail_msg("column %u line %u: %g below %g", column, y, value, above);
		}
		press(&s, "r");
		for (unsigned int y = 4; y < 23; y++) {
			double above = figure_at(s.canvas, y - 1, end);
			double value = figure_at(s.canvas, y, end);

			if (value >= 0 && (above < 0 || value < above))
				fail_msg("column %u line %u reversed: %g", column, y, value);
		}
		press(&s, ">");
	}
	/* Round to the name. */
	assert_int_equal(sorted_end(s.canvas, 1), strlen("CGROUP"));
	assert_line(&s, 3, "/batch/job11");
	press(&s, "r");
	assert_line(&s, 3, "/user.slice/user-1017.slice");
	screen_close(&s);
}

static void test_the_selection_is_a_row_not_a_place(void **state)
{
	struct screen s = screen_open(panel_cgroups__new(), HOST, 30, 80);
	struct panel_reply reply;
	struct select *select;

	(void)state;
	press(&s, "t");
	assert_selected(&s, "..ce/unit-0.service");
	/* Nothing chosen yet: whatever comes to be the first. */
	press(&s, "r");
	assert_int_equal(selected_line(&s), 3);
	press(&s, "rjj");
	assert_selected(&s, "../pod2/container10");
	press(&s, "r");
	assert_selected(&s, "../pod2/container10");
	assert_int_not_equal(selected_line(&s), 5);
	press(&s, ">>>>r");
	assert_selected(&s, "../pod2/container10");
	/* In the tree it is still that one, though in another dress. */
	press(&s, "t");
	assert_selected(&s, "      container10");
	reply = s.panel->ops->key(s.panel, &s.scene, K_ENTER);
	assert_true(reply.open_histogram);
	assert_int_equal(reply.subject.kind, SUBJECT_CGROUP);
	assert_string_equal(reply.subject.path,
			    "/kubepods.slice/kubepods-burstable.slice/pod2/container10");
	assert_false(reply.subject.subtree);
	assert_int_not_equal(reply.subject.cgroup_id, 0);
	free(reply.subject.path);
	/* Gone from the table: the one at its place. */
	assert_int_equal(select__new("/batch", NULL, &select), 0);
	s.scene.select = select;
	draw(&s);
	assert_line(&s, 0, "selected rows: cgroup /batch");
	assert_line(&s, 2, "all (host)            24,842");
	assert_true(selected_line(&s) > 2);
	press(&s, "H");
	assert_selected(&s, "- batch");
	reply = s.panel->ops->key(s.panel, &s.scene, K_ENTER);
	assert_true(reply.subject.subtree);
	free(reply.subject.path);
	select__free(select);
	screen_close(&s);
}

static void test_filter_and_empty_tables(void **state)
{
	struct screen s = screen_open(panel_cgroups__new(), HOST, 12, 80);
	const struct snapshot *delta = s.scene.delta;

	(void)state;
	s.scene.filter = "SESSION-5";
	draw(&s);
	assert_line(&s, 3, "- user.slice");
	assert_line(&s, 4, "  - user-1005.slice");
	assert_line(&s, 5, "    session-5.scope    4,603");
	assert_line(&s, 6, "");
	s.scene.filter = "nowhere";
	draw(&s);
	assert_line(&s, 3, "no row matches 'nowhere'");
	assert_int_equal(selected_line(&s), -1);
	press(&s, "jkEH*LR");
	s.scene.filter = NULL;
	s.scene.delta = NULL;
	draw(&s);
	assert_line(&s, 0, "the first interval is not over yet");
	s.scene.delta = delta;
	screen_close(&s);
	s = screen_open(panel_cgroups__new(), "cgroups=0", 12, 80);
	assert_line(&s, 3, "no cgroup did anything in this window");
	assert_int_equal(s.panel->ops->lines(s.panel, &s.scene), 4);
	screen_close(&s);
}

/* A row that pauses stays, dim and last; since the start it would not be there. */
static void test_idle_rows(void **state)
{
	struct screen s = screen_open(panel_cgroups__new(), "cgroups=5", 12, 80);
	struct cgroup_row *first = &s.host.delta->cgroups[0];

	(void)state;
	press(&s, "t");
	assert_line(&s, 3, "..ce/unit-0.service");
	memset(&first->c, 0, sizeof(first->c));
	memset(&first->hist, 0, sizeof(first->hist));
	memset(&first->max, 0, sizeof(first->max));
	draw(&s);
	assert_line(&s, 7, "..ce/unit-0.service");
	assert_int_equal(s.canvas->cells[7 * 80].style, STYLE_DIM);
	press(&s, "r");
	assert_line(&s, 7, "..ce/unit-0.service");
	s.scene.window = WINDOW_START;
	draw(&s);
	assert_null(strstr(s.text, "unit-0"));
	screen_close(&s);
}

static void test_mouse(void **state)
{
	struct screen s = screen_open(panel_cgroups__new(), "cpus=2,cgroups=40", 12, 80);
	struct mouse twice = {MOUSE_DOUBLE, 6, 0};
	struct panel_reply reply;

	(void)state;
	press(&s, "t");
	assert_int_equal(sorted_end(s.canvas, 1), 28);
	click(&s, MOUSE_CLICK, 1, 31);
	assert_int_equal(sorted_end(s.canvas, 1), 34); /* MEAN */
	assert_true(figure_at(s.canvas, 3, 34) > figure_at(s.canvas, 9, 34));
	click(&s, MOUSE_CLICK, 1, 34 - 1);
	assert_true(figure_at(s.canvas, 3, 34) < figure_at(s.canvas, 9, 34));
	click(&s, MOUSE_CLICK, 5, 3);
	assert_int_equal(selected_line(&s), 5);
	click(&s, MOUSE_WHEEL_DOWN, 5, 3);
	assert_int_equal(selected_line(&s), 3); /* scrolled, and taken along */
	assert_non_null(strstr(s.text, " 4-12 of 40 "));
	reply = s.panel->ops->mouse(s.panel, &s.scene, &twice);
	assert_true(reply.open_histogram);
	free(reply.subject.path);
	press(&s, "t");
	click(&s, MOUSE_WHEEL_UP, 5, 3);
	press(&s, "H");
	assert_selected(&s, "- ");
	click(&s, MOUSE_CLICK, 3, 0);
	assert_selected(&s, "+ ");
	screen_close(&s);
}

static void test_columns_go_in_one_order(void **state)
{
	static const char *const gone[] = {"EVICT<", "EVICT>", "HELD%", "UNDER%", "MAX", "P99"};
	struct screen s = screen_open(panel_cgroups__new(), HOST, 12, 78);
	size_t left = 0;

	(void)state;
	assert_non_null(strstr(s.text, " CH-FB"));
	for (unsigned int width = 77; width >= 36; width--) {
		assert_int_equal(canvas__resize(s.canvas, 12, width), 0);
		draw(&s);
		while (left < 6 && !strstr(s.text, gone[left]))
			left++;
		for (size_t i = left; i < 6; i++)
			assert_non_null(strstr(s.text, gone[i]));
	}
	assert_int_equal(left, 6);
	assert_non_null(strstr(s.text, "REFILLS  MEAN"));
	/* What it is sorted by stays. */
	assert_int_equal(canvas__resize(s.canvas, 12, 80), 0);
	draw(&s);
	press(&s, "<<");
	assert_int_equal(sorted_end(s.canvas, 1), 80);
	assert_int_equal(canvas__resize(s.canvas, 12, 40), 0);
	draw(&s);
	assert_non_null(strstr(s.text, "EVICT<"));
	screen_close(&s);
}

static void test_settings(void **state)
{
	struct settings *settings = settings__new();
	struct screen s = screen_open(panel_cgroups__new(), HOST, 12, 80);

	(void)state;
	press(&s, "t>>r");
	s.panel->ops->save(s.panel, settings);
	screen_close(&s);
	assert_string_equal(settings__get(settings, "cgroups.tree"), "no");
	assert_string_equal(settings__get(settings, "cgroups.sort"), "P99");
	assert_string_equal(settings__get(settings, "cgroups.reverse"), "yes");
	s = screen_open(panel_cgroups__new(), HOST, 12, 80);
	settings__set(settings, "cgroups.sort", "nothing");
	s.panel->ops->load(s.panel, settings);
	settings__set(settings, "cgroups.sort", "max");
	s.panel->ops->load(s.panel, settings);
	draw(&s);
	assert_line(&s, 0, "each cgroup itself");
	assert_int_equal(sorted_end(s.canvas, 1), 46);
	screen_close(&s);
	settings__free(settings);
}

static void test_every_size(void **state)
{
	(void)state;
	sweep(panel_cgroups__new(), "cgroups=30,names=odd,gone=2,unnamed=2,norow=1", "j");
	sweep(panel_cgroups__new(), "cgroups=30,names=odd", "tE");
	sweep(panel_cgroups__new(), "cgroups=0", "j");
}

static void test_many_rows(void **state)
{
	struct screen s = screen_open(panel_cgroups__new(), "cpus=2,cgroups=5000", 40, 120);

	(void)state;
	press(&s, "E H*");
	press(&s, "tE");
	assert_non_null(strstr(s.text, "4,964-5,000 of 5,000"));
	screen_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tree),
		cmocka_unit_test(test_sorting_by_each_column),
		cmocka_unit_test(test_the_selection_is_a_row_not_a_place),
		cmocka_unit_test(test_filter_and_empty_tables),
		cmocka_unit_test(test_idle_rows),
		cmocka_unit_test(test_mouse),
		cmocka_unit_test(test_columns_go_in_one_order),
		cmocka_unit_test(test_settings),
		cmocka_unit_test(test_every_size),
		cmocka_unit_test(test_many_rows),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
