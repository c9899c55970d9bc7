// SPDX-License-Identifier: GPL-2.0-or-later
/* The canvas: clipping at every edge, characters of every width, text that does harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/canvas.h"

#define HAN   "\xe6\xb1\x89" /* two columns */
#define ACUTE "\xcc\x81"     /* combines */

static int utf8(void **state)
{
	(void)state;
	return setlocale(LC_ALL, "C.UTF-8") ? 0 : -1;
}

static char *printed(const struct canvas *canvas, unsigned int height)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	canvas__print(canvas, height, f);
	fclose(f);
	return text;
}

static void assert_canvas(const struct canvas *canvas, const char *want)
{
	char *text = printed(canvas, canvas->height);

	assert_string_equal(text, want);
	free(text);
}

/* @text at column @x of a line of @width columns comes out as @want. */
static void assert_put(unsigned int width, unsigned int x, const char *text, const char *want)
{
	struct canvas *canvas = canvas__new(1, width, true);
	struct area all = canvas__area(canvas);

	assert_int_equal(area__put(&all, 0, x, STYLE_TEXT, text), text__columns(text));
	assert_canvas(canvas, want);
	canvas__free(canvas);
}

/* Ending at column @end. */
static void assert_right(unsigned int width, unsigned int end, const char *text, const char *want)
{
	struct canvas *canvas = canvas__new(1, width, true);
	struct area all = canvas__area(canvas);

	area__put_right(&all, 0, end, STYLE_TEXT, text);
	assert_canvas(canvas, want);
	canvas__free(canvas);
}

static void test_clipping(void **state)
{
	(void)state;
	assert_put(5, 0, "abcdefg", "abcde\n");
	assert_put(5, 3, "abcdefg", "   ab\n");
	assert_put(5, 5, "abc", "\n");
	assert_put(5, 4000000000u, "abc", "\n");
	assert_put(0, 0, "abc", "\n");
	assert_right(5, 5, "abcdefg", "cdefg\n");
	assert_right(5, 2, "abc", "bc\n");
	assert_right(5, 0, "abc", "\n");
	assert_right(5, 7, "abc", "    a\n");
	assert_right(5, 4, "abc", " abc\n");
}

static void test_areas(void **state)
{
	struct canvas *canvas = canvas__new(3, 6, true);
	struct area all = canvas__area(canvas), part, outside;

	(void)state;
	part = area__part(&all, 1, 1, 1, 3);
	area__put(&part, 0, 1, STYLE_TEXT, "abc");
	area__put(&part, 1, 0, STYLE_TEXT, "no");
	area__put_right(&part, 0, 1, STYLE_TEXT, "xyz");
	assert_canvas(canvas, "\n zab\n\n");
	part = area__part(&all, 2, 4, 100, UINT32_MAX);
	assert_int_equal(part.h, 1);
	assert_int_equal(part.w, 2);
	area__put(&part, 0, 0, STYLE_TEXT, "stuv");
	assert_canvas(canvas, "\n zab\n    st\n");
	part = area__part(&all, 7, 9, 1, 1);
	assert_int_equal(part.h + part.w, 0);
	area__put(&part, 0, 0, STYLE_TEXT, "no");
	outside = (struct area){.canvas = canvas, .y = 3, .x = 6, .h = 5, .w = 5};
	area__put(&outside, 0, 0, STYLE_TEXT, "no");
	outside = (struct area){.canvas = canvas, .y = 1, .x = 4, .h = UINT32_MAX, .w = UINT32_MAX};
	area__put(&outside, 1, 0, STYLE_TEXT, "12345");
	area__put(&outside, 2, 0, STYLE_TEXT, "no");
	assert_canvas(canvas, "\n zab\n    12\n");
	/* An area that was taken before the canvas became smaller. */
	assert_int_equal(canvas__resize(canvas, 1, 2), 0);
	area__put(&all, 0, 0, STYLE_TEXT, "abc");
	area__put(&all, 1, 0, STYLE_TEXT, "no");
	area__fill(&all, 2, 0, 6, STYLE_TEXT, L'x');
	assert_canvas(canvas, "ab\n");
	canvas__free(canvas);
}

static void test_wide(void **state)
{
	(void)state;
	assert_int_equal(text__columns("a" HAN "b"), 4);
	assert_put(4, 0, "a" HAN "b", "a" HAN "b\n");
	assert_put(3, 0, "a" HAN "b", "a" HAN "\n");
	assert_put(2, 0, "a" HAN "b", "a\n");
	assert_put(1, 0, HAN, "\n");
	assert_right(4, 4, "a" HAN HAN, HAN HAN "\n");
	assert_right(4, 3, HAN HAN, " " HAN "\n");
}

/* Over one half of a wide character: the other half goes as well. */
static void test_wide_overwritten(void **state)
{
	static const char *const over_x[] = {
		"x" HAN "c\n",
		"ax c\n",
		"a xc\n",
		"a" HAN "x\n",
	};
	static const char *const wide_over_wide[] = {HAN " c\n", "a" HAN "c\n", "a " HAN "\n"};

	(void)state;
	for (unsigned int x = 0; x < 4; x++) {
		struct canvas *canvas = canvas__new(1, 4, true);
		struct area all = canvas__area(canvas), cell = area__part(&all, 0, x, 1, 1);

		area__put(&all, 0, 0, STYLE_TEXT, "a" HAN "c");
		area__put(&cell, 0, 0, STYLE_TEXT, "xyz");
		assert_canvas(canvas, over_x[x]);
		area__put(&all, 0, 0, STYLE_TEXT, "a" HAN "c");
		area__fill(&cell, 0, 0, 2, STYLE_TEXT, L'x');
		assert_canvas(canvas, over_x[x]);
		area__put(&all, 0, 0, STYLE_TEXT, "a" HAN "c");
		if (x < 3) {
			area__put(&all, 0, x, STYLE_TEXT, HAN);
			assert_canvas(canvas, wide_over_wide[x]);
		}
		canvas__free(canvas);
	}
}

static void test_combining(void **state)
{
	struct canvas *canvas = canvas__new(1, 4, true);
	struct area all = canvas__area(canvas);

	(void)state;
	assert_int_equal(text__columns("cafe" ACUTE), 4);
	assert_put(4, 0, "cafe" ACUTE, "cafe" ACUTE "\n");
	assert_put(3, 0, "cafe" ACUTE, "caf\n");
	assert_put(4, 0, HAN ACUTE "x", HAN ACUTE "x\n");
	assert_put(1, 0, HAN ACUTE, "\n");
	assert_right(2, 1, "e" ACUTE "f" ACUTE, "f" ACUTE "\n");
	/* A cell has room for three; nothing to combine with: escaped. */
	assert_put(4, 0, "e" ACUTE ACUTE ACUTE ACUTE ACUTE "x", "e" ACUTE ACUTE ACUTE "x\n");
	assert_put(9, 0, ACUTE "x", "\\xcc\\x81x\n");
	/* Not with what another call has drawn. */
	area__put(&all, 0, 0, STYLE_TEXT, "a");
	area__put(&all, 0, 1, STYLE_TEXT, ACUTE);
	assert_canvas(canvas, "a\\xc\n");
	/* Joiners, which would have a terminal draw two characters as one, are left out. */
	assert_int_equal(text__columns(HAN "\xe2\x80\x8d" HAN "\xef\xb8\x8f"), 4);
	assert_put(4, 0, HAN "\xe2\x80\x8d" HAN "\xef\xb8\x8f", HAN HAN "\n");
	canvas__free(canvas);
}

static void test_harmful(void **state)
{
	(void)state;
	assert_int_equal(text__columns("a\x1b[2J"), 8);
	assert_put(20, 0, "a\x1b[2J\n", "a\\x1b[2J\\x0a\n");
	assert_put(20, 0, "\x7f|\xc2\x85|", "\\x7f|\\xc2\\x85|\n");
	assert_put(20, 0, "\xff" HAN "\xe6\xb1", "\\xff" HAN "\\xe6\\xb1\n");
	assert_put(20, 0, "\xe2\x80\xa8", "\\xe2\\x80\\xa8\n"); /* line separator */
	assert_put(20, 0,
		   "\xe2\x80\xae"
		   "abc",
		   "\\xe2\\x80\\xaeabc\n");			/* turns text around */
	assert_put(20, 0, "\xed\xa0\x80", "\\xed\\xa0\\x80\n"); /* half of a surrogate pair */
	assert_put(6, 0, "abc\x01z", "abc\\x0\n");
	assert_right(3, 3, "\x01z", "01z\n");
}

static void test_c_locale(void **state)
{
	(void)state;
	assert_non_null(setlocale(LC_ALL, "C"));
	assert_int_equal(text__columns("caf\xc3\xa9"), 11);
	assert_put(20, 0, "caf\xc3\xa9", "caf\\xc3\\xa9\n");
	assert_int_equal(utf8(NULL), 0);
}

/* What a cell holds that the locale cannot print. */
static void test_print_in_c_locale(void **state)
{
	struct canvas *canvas = canvas__new(2, 4, true);
	struct area all = canvas__area(canvas);
	char *text;

	(void)state;
	area__put(&all, 0, 0, STYLE_TEXT, "e" ACUTE HAN "x");
	area__put(&all, 1, 0, STYLE_TEXT, "b");
	assert_non_null(setlocale(LC_ALL, "C"));
	assert_canvas(canvas, "e?x\nb\n");
	text = printed(canvas, 1);
	assert_string_equal(text, "e?x\n");
	free(text);
	assert_int_equal(utf8(NULL), 0);
	text = printed(canvas, 3);
	assert_string_equal(text, "e" ACUTE HAN "x\nb\n");
	free(text);
	canvas__free(canvas);
}

static void test_styles(void **state)
{
	struct canvas *canvas = canvas__new(1, 5, true);
	struct area all = canvas__area(canvas);

	(void)state;
	area__put(&all, 0, 0, STYLE_ALARM, "ab" HAN);
	area__restyle(&all, 0, 1, 2, STYLE_SELECTED);
	assert_int_equal(canvas->cells[0].style, STYLE_ALARM);
	assert_int_equal(canvas->cells[1].style, STYLE_SELECTED);
	assert_int_equal(canvas->cells[2].style, STYLE_SELECTED);
	assert_int_equal(canvas->cells[3].style, STYLE_ALARM);
	assert_int_equal(canvas->cells[4].style, STYLE_TEXT);
	area__restyle(&all, 0, 4, UINT32_MAX, STYLE_DIM);
	area__restyle(&all, 1, 0, 5, STYLE_DIM);
	assert_int_equal(canvas->cells[4].style, STYLE_DIM);
	assert_canvas(canvas, "ab" HAN "\n");
	canvas__clear(canvas);
	assert_int_equal(canvas->cells[0].style, STYLE_TEXT);
	assert_canvas(canvas, "\n");
	canvas__free(canvas);
}

static void test_printf(void **state)
{
	struct canvas *canvas = canvas__new(1, 800, true);
	struct area all = canvas__area(canvas);
	char *text;

	(void)state;
	assert_int_equal(area__printf(&all, 0, 0, STYLE_TEXT, "%u %s", 42u, HAN), 5);
	assert_canvas(canvas, "42 " HAN "\n");
	assert_int_equal(area__printf(&all, 0, 0, STYLE_TEXT, "%700s|", "x"), 701);
	text = printed(canvas, 1);
	assert_int_equal(strlen(text), 702);
	assert_string_equal(text + 699, "x|\n");
	free(text);
	canvas__free(canvas);
}

/* A bar of @length in a room of @room cells, beginning at column 1 of 6. */
static void assert_bar(bool blocks, unsigned int room, double length, unsigned int cells,
		       const char *want)
{
	struct canvas *canvas = canvas__new(1, 6, blocks);
	struct area all = canvas__area(canvas);

	assert_int_equal(area__bar(&all, 0, 1, room, length, STYLE_BAR), cells);
	assert_canvas(canvas, want);
	canvas__free(canvas);
}

#define FULL "\xe2\x96\x88"

static void test_bars(void **state)
{
	(void)state;
	assert_bar(true, 5, 0, 0, "\n");
	assert_bar(true, 5, -1, 0, "\n");
	assert_bar(true, 5, NAN, 0, "\n");
	assert_bar(true, 0, 1, 0, "\n");
	assert_bar(true, 5, 0.001, 1, " \xe2\x96\x8f\n"); /* a little is not nothing */
	assert_bar(true, 5, 1, 1, " " FULL "\n");
	assert_bar(true, 5, 2.5, 3, " " FULL FULL "\xe2\x96\x8c\n");
	assert_bar(true, 5, 1.99, 2, " " FULL FULL "\n");
	assert_bar(true, 3, INFINITY, 3, " " FULL FULL FULL "\n");
	assert_bar(true, 9, 8, 8, " " FULL FULL FULL FULL FULL "\n");
	assert_bar(false, 5, 0.2, 1, " #\n");
	assert_bar(false, 5, 2.5, 3, " ###\n");
	assert_bar(false, 5, 2.4, 2, " ##\n");
}

static void test_heat(void **state)
{
	(void)state;
	assert_int_equal(heat__glyph(0, true), L' ');
	assert_int_equal(heat__glyph(1e-9, true), 0x2581);
	assert_int_equal(heat__glyph(0.5, true), 0x2584);
	assert_int_equal(heat__glyph(1, true), 0x2588);
	assert_int_equal(heat__glyph(7, true), 0x2588);
	assert_int_equal(heat__glyph(-1, true), L' ');
	assert_int_equal(heat__glyph(NAN, true), 0xb7);
	assert_int_equal(heat__glyph(0, false), L' ');
	assert_int_equal(heat__glyph(1e-9, false), L'.');
	assert_int_equal(heat__glyph(1, false), L'@');
	assert_int_equal(heat__glyph(NAN, false), L'.');
	assert_int_equal(heat__style(0), STYLE_HEAT_0);
	assert_int_equal(heat__style(0.2), STYLE_HEAT_0);
	assert_int_equal(heat__style(0.21), STYLE_HEAT_1);
	assert_int_equal(heat__style(1), STYLE_HEAT_4);
	assert_int_equal(heat__style(9), STYLE_HEAT_4);
	assert_int_equal(heat__style(NAN), STYLE_DIM);
}

/* No cell but a right half is empty, and none of those lacks its left half. */
static void assert_sound(const struct canvas *canvas)
{
	for (unsigned int y = 0; y < canvas->height; y++) {
		const struct cell *row = canvas->cells + (size_t)y * canvas->width;

		for (unsigned int x = 0; x < canvas->width; x++) {
			bool wide = row[x].ch[0] > 0x7f && wcwidth(row[x].ch[0]) == 2;
			bool half = x + 1 < canvas->width && !row[x + 1].ch[0];

			assert_int_equal(wide, half);
		}
		assert_true(!canvas->width || row[0].ch[0]);
	}
}

/* Everything, at any place of any size: ASan watches, and halves stay together. */
static void test_sweep(void **state)
{
	static const char *const texts[] = {"", "abc", HAN HAN "e" ACUTE, "\x01\xff" HAN, "x" HAN};
	uint32_t seed = 1;

	(void)state;
	for (unsigned int h = 0; h < 5; h++) {
		for (unsigned int w = 0; w < 12; w++) {
			struct canvas *canvas = canvas__new(h, w, true);
			struct area all = canvas__area(canvas);

			for (unsigned int i = 0; i < 400; i++) {
				unsigned int y, x, n;
				struct area a;

				seed = seed * 1664525 + 1013904223;
				y = seed >> 28, x = seed >> 24 & 15, n = seed >> 20 & 15;
				a = area__part(&all, y & 1, n & 3, y, x);
				area__put(i & 1 ? &a : &all, y, x, STYLE_TEXT, texts[n % 5]);
				area__put_right(i & 2 ? &a : &all, y, x, STYLE_TEXT, texts[x % 5]);
				if (i % 3 == 0)
					area__fill(&a, y, x, n, STYLE_TEXT, L'-');
				area__bar(&a, y, x, n, x / 3.0, STYLE_BAR);
				area__restyle(&a, y, x, n, STYLE_DIM);
				assert_sound(canvas);
			}
			canvas__free(canvas);
		}
	}
}

static void test_sizes(void **state)
{
	struct canvas *canvas = canvas__new(0, 0, false);

	(void)state;
	assert_non_null(canvas);
	assert_canvas(canvas, "");
	assert_int_equal(canvas__resize(canvas, 2, 3), 0);
	assert_canvas(canvas, "\n\n");
	assert_int_not_equal(canvas__resize(canvas, UINT32_MAX, UINT32_MAX), 0);
	assert_int_equal(canvas->height, 2);
	assert_canvas(canvas, "\n\n");
	canvas__free(canvas);
	canvas__free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clipping),  cmocka_unit_test(test_areas),
		cmocka_unit_test(test_wide),	  cmocka_unit_test(test_wide_overwritten),
		cmocka_unit_test(test_combining), cmocka_unit_test(test_harmful),
		cmocka_unit_test(test_c_locale),  cmocka_unit_test(test_print_in_c_locale),
		cmocka_unit_test(test_styles),	  cmocka_unit_test(test_printf),
		cmocka_unit_test(test_bars),	  cmocka_unit_test(test_heat),
		cmocka_unit_test(test_sweep),	  cmocka_unit_test(test_sizes),
	};

	if (utf8(NULL)) {
		printf("skipped: there is no locale C.UTF-8\n");
		return 0;
	}
	return cmocka_run_group_tests(tests, utf8, NULL);
}
