// SPDX-License-Identifier: GPL-2.0-or-later
/* The live screen without a terminal: windows, the typed line, and what keys do. */
#include "test_view_common.h"

#include <errno.h>

#include "model/delta.h"
#include "tui/app.h"
#include "tui/prompt.h"

#define SECOND 1000000000ull

/* --- a host, read as the screen reads it ------------------------------------- */

struct screen {
	struct source *src;
	struct feed *feed;
	struct app *app;
	struct settings *settings;
	struct canvas *canvas;
	int cursor_y, cursor_x;
};

static struct snapshot *read_host(struct source *src)
{
	struct snapshot *snap;

	assert_int_equal(src->ops->read(src, &snap), 0);
	return snap;
}

static struct screen screen_open(const char *spec_text)
{
	struct screen s = {.settings = settings__new(), .canvas = canvas__new(24, 80, false)};
	struct synthetic_spec spec;

	assert_int_equal(synthetic_spec__parse(spec_text, &spec, NULL), 0);
	s.src = synthetic__new(&spec);
	assert_non_null(s.src);
	s.feed = feed__new(read_host(s.src));
	s.app = app__new(s.settings, SECOND, NULL);
	assert_non_null(s.feed);
	assert_non_null(s.app);
	return s;
}

static void screen_close(struct screen *s)
{
	app__free(s->app);
	feed__free(s->feed);
	canvas__free(s->canvas);
	settings__free(s->settings);
	s->src->ops->close(s->src);
}

static void pass_second(struct screen *s)
{
	s->src->ops->wait(s->src, s->src->ops->now_ns(s->src) + SECOND, -1);
	assert_int_equal(feed__take(s->feed, read_host(s->src)), 0);
	if (!app__is_paused(s->app))
		assert_int_equal(feed__close(s->feed), 0);
}

static unsigned int press(struct screen *s, int key)
{
	return app__key(s->app, s->feed, key, NULL);
}

static void type(struct screen *s, const char *text)
{
	for (; *text; text++)
		press(s, (unsigned char)*text);
}

/* All that is on the screen; the caller frees. */
static char *look(struct screen *s)
{
	char *text = NULL;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	assert_non_null(f);
	app__draw(s->app, s->feed, s->canvas, &s->cursor_y, &s->cursor_x);
	canvas__print(s->canvas, s->canvas->height, f);
	fclose(f);
	return text;
}

static bool shows(struct screen *s, const char *what)
{
	char *text = look(s);
	bool found = strstr(text, what) != NULL;

	if (!found)
		print_message("no '%s' in:\n%s\n", what, text);
	free(text);
	return found;
}

/* --- windows -------------------------------------------------------------------- */

static void test_start_is_the_sum_of_intervals(void **state)
{
	struct screen s = screen_open("cpus=4,cgroups=9,seed=3");
	uint64_t refills = 0, holds = 0;

	(void)state;
	assert_null(feed__window(s.feed, WINDOW_INTERVAL));
	for (int i = 0; i < 5; i++) {
		const struct snapshot *d;

		pass_second(&s);
		d = feed__window(s.feed, WINDOW_INTERVAL);
		assert_int_equal(d->active_ns, SECOND);
		refills += d->total.refills;
		holds += d->total.hold.count;
	}
	assert_true(refills > 0);
	assert_int_equal(feed__window(s.feed, WINDOW_START)->total.refills, refills);
	assert_int_equal(feed__window(s.feed, WINDOW_START)->total.hold.count, holds);
	assert_int_equal(feed__window(s.feed, WINDOW_START)->active_ns, 5 * SECOND);
	assert_null(feed__window(s.feed, WINDOW_MARK));
	assert_null(feed__base(s.feed));
	screen_close(&s);
}

static void test_mark_parts_before_from_after(void **state)
{
	struct screen s = screen_open("cpus=2,cgroups=5,seed=4");
	uint64_t before, all;

	(void)state;
	pass_second(&s);
	pass_second(&s);
	before = feed__window(s.feed, WINDOW_START)->total.refills;
	assert_int_equal(feed__mark(s.feed), 0);
	assert_true(feed__has_mark(s.feed));
	assert_int_equal(feed__base(s.feed)->total.refills, before);
	assert_null(feed__window(s.feed, WINDOW_MARK));
	/* A second mark at the same moment changes nothing. */
	assert_int_equal(feed__mark(s.feed), 0);
	assert_int_equal(feed__base(s.feed)->total.refills, before);
	pass_second(&s);
	all = feed__window(s.feed, WINDOW_START)->total.refills;
	assert_int_equal(feed__window(s.feed, WINDOW_MARK)->total.refills, all - before);
	/* The next mark compares with what came after the first. */
	assert_int_equal(feed__mark(s.feed), 0);
	assert_int_equal(feed__base(s.feed)->total.refills, all - before);
	screen_close(&s);
}

static void test_pause_holds_back_and_loses_nothing(void **state)
{
	struct screen s = screen_open("cpus=2,cgroups=5,seed=5");
	uint64_t shown;

	(void)state;
	pass_second(&s);
	shown = feed__window(s.feed, WINDOW_START)->total.refills;
	press(&s, 'p');
	assert_true(shows(&s, "PAUSED"));
	pass_second(&s);
	pass_second(&s);
	assert_int_equal(feed__window(s.feed, WINDOW_START)->total.refills, shown);
	press(&s, 'p');
	pass_second(&s);
	assert_int_equal(feed__window(s.feed, WINDOW_INTERVAL)->active_ns, 3 * SECOND);
	assert_int_equal(feed__window(s.feed, WINDOW_START)->total.refills,
			 shown + feed__window(s.feed, WINDOW_INTERVAL)->total.refills);
	screen_close(&s);
}

/* --- the typed line ---------------------------------------------------------------- */

static void test_prompt_edits(void **state)
{
	struct prompt p;
	char *text;

	(void)state;
	prompt__open(&p, "Filter: ", "web");
	assert_int_equal(prompt__key(&p, ' '), PROMPT_CHANGED);
	assert_int_equal(prompt__key(&p, 'x'), PROMPT_CHANGED);
	assert_int_equal(prompt__key(&p, K_BACKSPACE), PROMPT_CHANGED);
	assert_int_equal(prompt__key(&p, 'y'), PROMPT_CHANGED);
	assert_int_equal(prompt__key(&p, K_F5), PROMPT_TYPING);
	assert_int_equal(prompt__key(&p, 1), PROMPT_TYPING);
	text = prompt__text(&p);
	assert_string_equal(text, "web y");
	free(text);
	assert_int_equal(prompt__key(&p, 'W' & 0x1f), PROMPT_CHANGED);
	text = prompt__text(&p);
	assert_string_equal(text, "web ");
	free(text);
	assert_int_equal(prompt__key(&p, 'U' & 0x1f), PROMPT_CHANGED);
	assert_int_equal(prompt__key(&p, K_BACKSPACE), PROMPT_TYPING);
	for (int i = 0; i < 1000; i++)
		prompt__key(&p, 'a');
	assert_int_equal(p.length, PROMPT_CHARS);
	assert_int_equal(prompt__key(&p, K_ENTER), PROMPT_DONE);
	assert_int_equal(prompt__key(&p, K_ESC), PROMPT_LEFT);
}

/* --- keys ------------------------------------------------------------------------------ */

static void test_wishes(void **state)
{
	struct screen s = screen_open("cpus=2,cgroups=5");

	(void)state;
	pass_second(&s);
	assert_int_equal(press(&s, 'q'), WISH_QUIT);
	assert_int_equal(press(&s, K_F10), WISH_QUIT);
	assert_int_equal(press(&s, K_GONE), WISH_QUIT);
	assert_int_equal(press(&s, 'u'), WISH_READ);
	assert_int_equal(press(&s, 'm'), WISH_MARK);
	assert_int_equal(press(&s, 'L' & 0x1f), WISH_REDRAW);
	press(&s, 'i');
	press(&s, 'U' & 0x1f);
	type(&s, "2.5");
	assert_int_equal(press(&s, K_ENTER), WISH_INTERVAL);
	assert_int_equal(app__interval_ns(s.app), 5 * SECOND / 2);
	press(&s, 'i');
	press(&s, 'U' & 0x1f);
	type(&s, "0");
	assert_int_equal(press(&s, K_ENTER), 0);
	assert_int_equal(app__interval_ns(s.app), 5 * SECOND / 2);
	assert_true(shows(&s, "is no interval"));
	press(&s, 'e');
	assert_true(shows(&s, "Export to file: memcgtop-cgroups-20"));
	press(&s, 'U' & 0x1f);
	type(&s, "x.json");
	assert_int_equal(press(&s, K_ENTER), WISH_EXPORT);
	assert_string_equal(app__export_path(s.app), "x.json");
	assert_int_equal(press(&s, '['), WISH_BACK);
	assert_int_equal(press(&s, ']'), WISH_FORWARD);
	assert_int_equal(press(&s, '{'), WISH_SLOWER);
	assert_int_equal(press(&s, '}'), WISH_FASTER);
	app__set_playback(s.app, "12.0 of 60.0 s, x2");
	assert_true(shows(&s, "recording 12.0 of 60.0 s, x2"));
	press(&s, '4');
	assert_true(app__wants_stocks(s.app));
	press(&s, 'h');
	assert_false(app__wants_stocks(s.app));
	press(&s, 'x');
	assert_true(app__wants_stocks(s.app));
	screen_close(&s);
}

static void test_filter_is_incremental_and_leaves_by_esc(void **state)
{
	struct screen s = screen_open("cpus=2,cgroups=12");

	(void)state;
	pass_second(&s);
	press(&s, '/');
	type(&s, "zz");
	assert_true(shows(&s, "Filter: zz"));
	assert_true(s.cursor_y == 23 && s.cursor_x == 10);
	press(&s, K_ESC);
	assert_false(s.cursor_y == -1); /* not drawn since */
	assert_true(shows(&s, "1 Cgroups"));
	assert_int_equal(s.cursor_y, -1);
	press(&s, '/');
	type(&s, "zz");
	press(&s, K_ENTER);
	assert_true(shows(&s, "filter: zz"));
	/* q in a filter is a letter. */
	press(&s, '/');
	assert_int_equal(press(&s, 'q'), 0);
	press(&s, K_ENTER);
	assert_true(shows(&s, "filter: zzq"));
	press(&s, K_ESC);
	assert_true(shows(&s, "REFILL"));
	screen_close(&s);
}

static void test_exports_whole_view(void **state)
{
	struct screen s = screen_open("cpus=2,cgroups=60");
	char *text = NULL;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	(void)state;
	press(&s, 'e');
	press(&s, K_ENTER);
	assert_int_equal(app__export(s.app, s.feed, f), -ENODATA);
	pass_second(&s);
	assert_int_equal(app__export(s.app, s.feed, f), 0);
	fclose(f);
	for (size_t i = 0; i < feed__window(s.feed, WINDOW_INTERVAL)->n_cgroups; i++) {
		const char *name = feed__window(s.feed, WINDOW_INTERVAL)->cgroups[i].name;
		const char *last = strrchr(name, '/') + 1;

		if (!strstr(text, last))
			fail_msg("%s is not in the export:\n%s", name, text);
	}
	free(text);
	screen_close(&s);
}

static void test_too_small_is_said(void **state)
{
	struct screen s = screen_open("cpus=2,cgroups=5");

	(void)state;
	assert_int_equal(canvas__resize(s.canvas, 9, 80), 0);
	assert_true(shows(&s, "memcgtop needs 40x10, this is 80x9"));
	assert_int_equal(canvas__resize(s.canvas, 10, 40), 0);
	assert_true(shows(&s, "1 Cgroups"));
	screen_close(&s);
}

static void test_bottom_line_offers_what_the_view_takes(void **state)
{
	static const struct {
		int view;
		const char *offered, *not_offered;
	} views[] = {{'1', "t Tree", "t Grid"}, {'2', "t Grid", "t Tree"}, {'3', "q Quit", "< Sort"},
		     {'4', "q Quit", "< Sort"}, {'5', "< Sort", "t Tree"}};
	struct screen s = screen_open("cpus=2,cgroups=5");

	(void)state;
	pass_second(&s);
	for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
		char *text, *bottom;

		press(&s, views[i].view);
		assert_int_equal(canvas__resize(s.canvas, 24, 120), 0);
		text = look(&s);
		bottom = strstr(text, "F1 Help");
		assert_non_null(bottom);
		assert_non_null(strstr(bottom, views[i].offered));
		assert_null(strstr(bottom, views[i].not_offered));
		free(text);
	}
	press(&s, '3');
	press(&s, '/');
	assert_true(shows(&s, "no rows to filter"));
	screen_close(&s);
}

/* Nothing since the mark: that is said, and that the screen stands still. */
static void test_empty_windows_say_why(void **state)
{
	struct screen s = screen_open("cpus=2,cgroups=5");

	(void)state;
	press(&s, 'p');
	assert_true(shows(&s, "the first interval: 1.0 s"));
	assert_true(shows(&s, "PAUSED"));
	/* A mark before anything was read is one at the start. */
	assert_int_equal(press(&s, 'm'), WISH_MARK);
	assert_int_equal(feed__mark(s.feed), 0);
	assert_true(shows(&s, "since mark nothing yet"));
	pass_second(&s);
	assert_true(shows(&s, "since mark 1.0 s"));
	assert_int_equal(press(&s, 'm'), WISH_MARK);
	assert_int_equal(feed__mark(s.feed), 0);
	assert_true(shows(&s, "since mark nothing yet"));
	assert_true(shows(&s, "nothing was read since the mark yet"));
	screen_close(&s);
}

static void test_click_leaves_a_prompt(void **state)
{
	struct screen s = screen_open("cpus=2,cgroups=12");
	struct mouse mouse = {MOUSE_CLICK, 0, 0};
	char *text, *tabs;

	(void)state;
	pass_second(&s);
	press(&s, '/');
	type(&s, "unit");
	text = look(&s);
	for (tabs = strtok(text, "\n"); tabs && !strstr(tabs, "2 CPUs"); tabs = strtok(NULL, "\n"))
		mouse.y++;
	assert_non_null(tabs);
	mouse.x = (unsigned int)(strstr(tabs, "2 CPUs") - tabs);
	free(text);
	assert_int_equal(app__key(s.app, s.feed, K_MOUSE, &mouse), 0);
	type(&s, "1");
	assert_true(shows(&s, "filter: unit")); /* of the view it was typed for, and no more of it */
	press(&s, '2');
	text = look(&s);
	assert_null(strstr(text, "ilter: "));
	free(text);
	screen_close(&s);
}

static void test_stocks_are_exported_whole(void **state)
{
	struct screen s = screen_open("cpus=4,cgroups=40");
	struct stocks *stocks = NULL;
	const char *why = NULL;
	char *text = NULL;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	(void)state;
	pass_second(&s);
	press(&s, '4');
	assert_int_equal(s.src->ops->stocks(s.src, &stocks, &why), 0);
	app__set_stocks(s.app, stocks, why);
	press(&s, 'e');
	press(&s, K_ENTER);
	assert_int_equal(app__export(s.app, s.feed, f), 0);
	fclose(f);
	for (size_t i = 0; i < stocks->n_cpus; i++) {
		assert_true(stocks->cpus[i].n > 4);
		for (unsigned int j = 0; j < stocks->cpus[i].n; j++)
			if (!strstr(text, stocks->cpus[i].slot[j].name))
				fail_msg("%s is not in\n%s", stocks->cpus[i].slot[j].name, text);
	}
	free(text);
	screen_close(&s);
}

/* --- any key, any size, any moment ------------------------------------------------------ */

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void monkey(const char *spec, uint32_t seed, unsigned int keys)
{
	static const int special[] = {K_UP, K_DOWN, K_LEFT, K_RIGHT, K_PAGE_UP, K_PAGE_DOWN,
				      K_HOME, K_END, K_TAB, K_BACKTAB, K_ENTER, K_ESC, K_F5,
				      K_F6, K_RESIZE, K_DELETE, 0x4e2d, 0x0301, 0x202e, K_MOUSE};
	struct screen s = screen_open(spec);

	for (unsigned int i = 0; i < keys; i++) {
		uint32_t r = next_random(&seed);
		int key = r % 3 ? (int)(r / 3 % 128)
				: special[r / 3 % (sizeof(special) / sizeof(special[0]))];
		struct mouse mouse = {(enum mouse_what)(r / 7 % 4), r / 11 % 60, r / 13 % 200};
		unsigned int wishes = app__key(s.app, s.feed, key, &mouse);

		if (wishes & (WISH_READ | WISH_MARK) || r % 17 == 0)
			pass_second(&s);
		if (wishes & WISH_MARK)
			feed__mark(s.feed);
		if (app__wants_stocks(s.app) && s.src->ops->stocks) {
			struct stocks *stocks = NULL;
			const char *why = NULL;

			if (s.src->ops->stocks(s.src, &stocks, &why))
				stocks = NULL;
			app__set_stocks(s.app, stocks, why);
		}
		if (r % 23 == 0)
			canvas__resize(s.canvas, next_random(&seed) % 70, next_random(&seed) % 250);
		app__draw(s.app, s.feed, s.canvas, &s.cursor_y, &s.cursor_x);
	}
	app__save(s.app, s.settings);
	screen_close(&s);
}

static void test_monkey(void **state)
{
	(void)state;
	monkey("cpus=2,cgroups=12,names=odd,gone=2,losses=1", 1, 6000);
	monkey("cpus=16,offline=4,cgroups=40,kernel=6.1", 2, 3000);
	monkey("cpus=1,cgroups=0,kernel=rt", 3, 2000);
	monkey("cpus=64,cgroups=200,norow=5,kernel=kprobe", 4, 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_start_is_the_sum_of_intervals),
		cmocka_unit_test(test_mark_parts_before_from_after),
		cmocka_unit_test(test_pause_holds_back_and_loses_nothing),
		cmocka_unit_test(test_prompt_edits),
		cmocka_unit_test(test_wishes),
		cmocka_unit_test(test_filter_is_incremental_and_leaves_by_esc),
		cmocka_unit_test(test_exports_whole_view),
		cmocka_unit_test(test_too_small_is_said),
		cmocka_unit_test(test_bottom_line_offers_what_the_view_takes),
		cmocka_unit_test(test_empty_windows_say_why),
		cmocka_unit_test(test_click_leaves_a_prompt),
		cmocka_unit_test(test_stocks_are_exported_whole),
		cmocka_unit_test(test_monkey),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
