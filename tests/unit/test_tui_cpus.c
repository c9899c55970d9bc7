// SPDX-License-Identifier: GPL-2.0-or-later
/* CPUs of the live screen: table, grid and strip. */
#include "test_tui_screen.h"

#include "tui/cpu_strip.h"

static void test_cpus(void **state)
{
	struct screen s = screen_open(panel_cpus__new(), "cpus=4,offline=2,nodes=2", 12, 80);
	struct panel_reply reply;

	(void)state;
	assert_line(
		&s, 1,
		"CPU      NODE  REFILLS  MEAN   P99   MAX HELD% UNDER% AFTER%  CH-FB UN-FB  EVICT");
	assert_line(&s, 2, "all ");
	assert_line(&s, 3, "0           0 ");
	assert_line(&s, 4, "2           0 ");
	assert_line(&s, 7, "1 off       0        0     -");
	assert_int_equal(s.canvas->cells[7 * 80].style, STYLE_DIM);
	press(&s, "j");
	reply = s.panel->ops->key(s.panel, &s.scene, K_ENTER);
	assert_true(reply.open_histogram);
	assert_int_equal(reply.subject.kind, SUBJECT_CPU);
	assert_int_equal(reply.subject.cpu, 2);
	s.scene.filter = "0-1,5";
	draw(&s);
	assert_line(&s, 3, "0 ");
	assert_line(&s, 4, "5 ");
	assert_line(&s, 5, "1 off ");
	s.scene.filter = "node 1";
	draw(&s);
	assert_line(&s, 5, "3 off ");
	assert_line(&s, 6, "");
	s.scene.filter = "99";
	draw(&s);
	assert_line(&s, 3, "no CPU matches '99'");
	press(&s, "tjkLREHt");
	screen_close(&s);
}

static void test_grid(void **state)
{
	struct screen s = screen_open(panel_cpus__new(), "cpus=512,nodes=4,cgroups=64", 16, 80);

	(void)state;
	press(&s, "t");
	assert_line(&s, 0,
		    "a cell a CPU; blank: none; 0.001 % .:-=+*#%@ 10 % held (log scale); x off");
	assert_line(&s, 1, "node 0        0 ");
	assert_line(&s, 2, "             64 ");
	assert_line(&s, 3, "node 1      128 ");
	assert_line(&s, 8, "            448 ");
	assert_line(&s, 9, "CPU 0 ");
	press(&s, "R");
	assert_line(&s, 9, "CPU 1 ");
	assert_int_equal(s.canvas->cells[80 + 17].style, STYLE_SELECTED);
	press(&s, "jjj");
	assert_line(&s, 9, "CPU 193 ");
	press(&s, "k");
	assert_line(&s, 9, "CPU 129 ");
	press(&s, "EL");
	assert_line(&s, 9, "CPU 510 ");
	click(&s, MOUSE_CLICK, 2, 16 + 5);
	assert_line(&s, 9, "CPU 69 ");
	/* The table has the same one selected. */
	press(&s, "t");
	assert_selected(&s, "69 ");
	press(&s, "t");
	/* Little room: the line of the one selected is in view, with its node. */
	assert_int_equal(canvas__resize(s.canvas, 4, 80), 0);
	press(&s, "E");
	assert_line(&s, 0, "node 2      320 ");
	assert_line(&s, 2, "            448 ");
	assert_line(&s, 3, "CPU 511 ");
	screen_close(&s);
}

static void assert_strip(struct screen *s, unsigned int width, const char *want)
{
	struct area all;
	char *got = NULL;
	size_t bytes;
	FILE *f = open_memstream(&got, &bytes);

	assert_int_equal(canvas__resize(s->canvas, 1, width), 0);
	all = canvas__area(s->canvas);
	cpu_strip__draw(&s->scene, &all);
	canvas__print(s->canvas, 1, f);
	fclose(f);
	assert_string_equal(got, want);
	free(got);
}

static void test_strip(void **state)
{
	struct screen s = screen_open(panel_cpus__new(), "cpus=8,offline=1,nodes=2", 1, 80);
	struct screen many;

	(void)state;
	/* CPU 1 is off; a busier one is not less hot. */
	assert_strip(&s, 80, "cpus      *x***|****\n");
	assert_strip(&s, 18, "cpus      ***|**\n");
	assert_strip(&s, 3, "cpu\n");
	s.host.delta->cpus[2].c.hold = (struct mct_hold){0};
	s.host.delta->cpus[2].drain_hold = (struct mct_hold){0};
	s.host.delta->cpus[3].c.hold.raw_ns = s.host.delta->timed_ns;
	assert_strip(&s, 80, "cpus      *x @*|****\n");
	screen_close(&s);
	many = screen_open(panel_cpus__new(), "cpus=100,cgroups=100,nodes=2", 1, 80);
	assert_strip(
		&many, 80,
		"cpus      %%%%%%%%%%%%%%%%%%%%%%%%%|%%%%%%%%%%%%%%%%%%%%%%%%%    2 CPUs a cell\n");
	screen_close(&many);
}

static void test_every_size(void **state)
{
	(void)state;
	sweep(panel_cpus__new(), "cpus=1,kernel=6.1", "j>");
	sweep(panel_cpus__new(), "cpus=70,offline=5,nodes=3,cgroups=2", "tjtj");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_grid),
		cmocka_unit_test(test_strip),
		cmocka_unit_test(test_every_size),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
