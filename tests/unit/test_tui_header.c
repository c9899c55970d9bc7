// SPDX-License-Identifier: GPL-2.0-or-later
/* The header of the live screen: figures, what goes where it is small, losses, n/a. */
#include "test_tui_stage.h"

static void test_header_wide(void **state)
{
	unsigned int used;
	struct stage s;
	char *text;

	(void)state;
	stage_open(&s, "cpus=4,cgroups=12,seed=1");
	text = header_text(&s, 60, 200, &used);
	assert_in_range(used, 5, 20);
	assert_has(text,
		   "memcgtop   7.3.4-synthetic   session + fentry   every 1.0 s   last 3.0 s");
	assert_has(text, "lost 0");
	assert_has(text, "00:00:05\n");
	assert_has(text, "p50 ");
	assert_has(text, "at least ");
	assert_has(text, "evictions ");
	assert_has(text, "overflows ");
	assert_has(text, "softirq ");
	assert_has(text, "cpus ");
	/* The same figures as stat's. */
	assert_has(text, format__time(hold__mean_ns(&s.delta->total.hold)).s);
	assert_has(text, format__share(delta__held_share(s.delta)).s);
	assert_has(text, format__rate((double)s.delta->total.refills / 3).s);
	free(text);

	s.scene.rates = false;
	s.scene.window = WINDOW_MARK;
	text = header_text(&s, 60, 200, &used);
	assert_has(text, "since mark 3.0 s");
	assert_has(text, format__count(s.delta->total.refills).s);
	free(text);
	s.scene.window = WINDOW_START;
	assert_header(&s, 22, 80, "since start 3.0 s");
	stage_close(&s);
}

static void test_header_small(void **state)
{
	unsigned int used;
	struct stage s;
	char *text;

	(void)state;
	stage_open(&s, "cpus=4,cgroups=12,seed=1");
	text = header_text(&s, 22, 80, &used);
	assert_in_range(used, 4, 7);
	assert_has(text, "memcgtop");
	assert_has(text, "under");
	assert_has(text, "uncharge ");
	assert_has(text, "preempt");
	assert_has(text, "uncharge under the lock; ");
	free(text);

	text = header_text(&s, 8, 40, &used);
	assert_int_equal(used, 3);
	assert_has(text, "memcgtop");
	assert_has(text, "lost 0");
	assert_has(text, "refills ");
	assert_has(text, "hold ");
	assert_has_not(text, "cpus");
	free(text);

	s.scene.message = "Written to /tmp/x";
	assert_header(&s, 8, 40, "Written to /tmp/x");
	s.scene.paused = true;
	assert_header(&s, 8, 40, "PAUSED");
	stage_close(&s);
}

static void test_header_losses(void **state)
{
	struct stage s;

	(void)state;
	stage_open(&s, "cpus=2,losses=1");
	s.scene.paused = true;
	for (unsigned int width = 40; width < 200; width += 5) {
		for (unsigned int height = 8; height < 60; height += 9) {
			assert_header(&s, height, width, "LOST ");
			assert_header(&s, height, width, "PAUSED");
		}
	}
	assert_header(&s, 40, 150, "events");
	/* Counts of a window that is not named would be taken for rates. */
	s.scene.window = WINDOW_MARK;
	s.scene.rates = false;
	for (unsigned int width = 40; width < 200; width += 5)
		assert_header(&s, 8, width, "mark 3.0 s");
	stage_close(&s);

	stage_open(&s, "cpus=2,kernel=kprobe");
	assert_header(&s, 22, 80, "lost n/a");
	assert_header(&s, 8, 40, "lost n/a");
	assert_header(&s, 22, 80, "uncorrected");
	stage_close(&s);
}

static void test_header_waiting(void **state)
{
	struct stage s;

	(void)state;
	stage_open(&s, "cpus=2");
	s.scene.delta = NULL;
	assert_header(&s, 8, 40, "first interval");
	s.scene.message = "no mark yet";
	assert_header(&s, 8, 40, "no mark yet");
	s.scene.paused = true;
	assert_header(&s, 8, 40, "PAUSED");
	s.scene.window = WINDOW_MARK;
	assert_header(&s, 8, 40, "since mark nothing yet");
	assert_header(&s, 8, 40, "PAUSED");
	stage_close(&s);
}

/* What a kernel cannot show is never a number. */
static void test_header_na(void **state)
{
	struct stage s;
	char *text;

	(void)state;
	stage_open(&s, "kernel=6.1");
	text = header_text(&s, 40, 200, NULL);
	assert_has(text, "in refill ");
	assert_has(text, "(busy n/a)");
	assert_has(text, "uncharge n/a");
	assert_has_not(text, "under lock");
	assert_has_not(text, "after unlock");
	assert_has_not(text, "at least");
	free(text);
	stage_close(&s);

	stage_open(&s, "kernel=6.12-rt");
	text = header_text(&s, 40, 200, NULL);
	assert_has(text, "of __refill_stock");
	assert_has(text, "under lock ");
	assert_has_not(text, "after unlock");
	free(text);
	stage_close(&s);

	stage_open(&s, "kernel=7.3");
	for (int m = 0; m < METRIC_NR; m++)
		s.run.na[m] = (char *)(uintptr_t) "not here";
	text = header_text(&s, 40, 200, NULL);
	assert_has(text, "hold n/a");
	assert_has(text, "under lock n/a");
	assert_has(text, "charge n/a (busy n/a)");
	assert_has(text, "preempted n/a");
	assert_has(text, "evictions n/a");
	assert_has(text, "in n/a");
	assert_has(text, "lost n/a");
	assert_has_not(text, " p99");
	assert_has_not(text, "uncorrected");
	free(text);
	stage_close(&s);
}

static void test_large(void **state)
{
	struct stage s;

	(void)state;
	stage_open(&s, "cpus=512,cgroups=40");
	free(header_text(&s, 22, 80, NULL));
	free(header_text(&s, 60, 200, NULL));
	stage_close(&s);
	stage_open(&s, "cpus=1,cgroups=0");
	assert_header(&s, 22, 80, "refills 0/s");
	stage_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_header_wide),   cmocka_unit_test(test_header_small),
		cmocka_unit_test(test_header_losses), cmocka_unit_test(test_header_waiting),
		cmocka_unit_test(test_header_na),     cmocka_unit_test(test_large),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
