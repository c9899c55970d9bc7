// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/header.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tui/cpu_strip.h"
#include "tui/flow.h"
#include "tui/header_items.h"
#include "view/advice.h"
#include "view/format.h"

#define CLOCK_COLUMNS	 8  /* "14:02:11" */
#define FALLBACKS_HEIGHT 12 /* lines of the area from which on these have one */
#define STRIP_HEIGHT	 16
#define NAME_MIN	 12 /* columns of a name in the line of words */
#define NAME_MAX	 80
#define NOTE_LINES	 2
#define BLOCK_LINES	 2

struct blocks {
	struct flow identity, totals, fallbacks;
	char note[ADVICE_BYTES];
	enum style note_style;
	bool has_note;
};

/* The line of words: what the app has to tell, else what is wrong. */
static void fill_note(struct blocks *b, const struct scene *scene, unsigned int width)
{
	unsigned int name_columns = width / 3;
	enum advice advice = ADVICE_NONE;

	if (name_columns < NAME_MIN)
		name_columns = NAME_MIN;
	if (name_columns > NAME_MAX)
		name_columns = NAME_MAX;
	if (scene->message && *scene->message)
		snprintf(b->note, sizeof(b->note), "%s", scene->message);
	else if (scene->delta)
		advice = advice__line(scene->delta, name_columns, b->note, sizeof(b->note));
	b->note_style = advice == ADVICE_ALARM ? STYLE_ALARM : STYLE_NOTICE;
	b->has_note = *b->note;
}

/* Lines */

static void draw_clock(const struct scene *scene, const struct area *area)
{
	time_t seconds = (time_t)(scene->delta->wall_ns / 1000000000ull);
	struct tm tm;
	char text[16];

	if (localtime_r(&seconds, &tm) && strftime(text, sizeof(text), "%H:%M:%S", &tm))
		area__put_right(area, 0, area->w, STYLE_TEXT, text);
}

/* Takes up to @wanted of what is left. */
static unsigned int take(unsigned int *left, unsigned int wanted)
{
	unsigned int n = wanted < *left ? wanted : *left;

	*left -= n;
	return n;
}

/* How many lines each part gets, the needed first; then second lines. */
struct share_out {
	unsigned int identity, totals, note, fallbacks, strip;
};

static unsigned int more_lines(struct flow *flow, unsigned int width)
{
	struct flow copy = *flow;

	return flow__fit(&copy, width, BLOCK_LINES) - 1;
}

static struct share_out share_out(struct blocks *b, const struct area *area,
				  unsigned int first_width)
{
	unsigned int left = (area->h + 1) / 3;
	struct share_out s = {0};

	if (!left)
		left = 1;
	s.identity = take(&left, 1);
	s.totals = take(&left, 1);
	s.note = take(&left, b->has_note);
	if (area->h >= FALLBACKS_HEIGHT)
		s.fallbacks = take(&left, 1);
	if (area->h >= STRIP_HEIGHT)
		s.strip = take(&left, 1);
	if (area->h < FALLBACKS_HEIGHT)
		return s;
	if (s.note)
		s.note += take(&left, flow__words(NULL, 0, area->w, NOTE_LINES, 0, b->note) - 1);
	s.totals += take(&left, more_lines(&b->totals, area->w));
	s.identity += take(&left, more_lines(&b->identity, first_width));
	if (s.fallbacks)
		s.fallbacks += take(&left, more_lines(&b->fallbacks, area->w));
	return s;
}

static unsigned int draw_flow(struct flow *flow, const struct area *area, unsigned int y,
			      unsigned int max_lines)
{
	unsigned int lines;

	if (!max_lines)
		return 0;
	lines = flow__fit(flow, area->w, max_lines);
	flow__draw(flow, area, y);
	return lines;
}

/* While nothing is in the window there is nothing but this. */
static unsigned int draw_waiting(const struct scene *scene, const struct area *area)
{
	struct text every = format__seconds((double)scene->interval_ns / 1e9);
	struct blocks b = {0};

	fill_note(&b, scene, area->w);
	flow__add(&b.identity, 1, STYLE_STRONG, "", "memcgtop");
	if (scene->window == WINDOW_MARK) {
		flow__add(&b.identity, 0, STYLE_STRONG, "since mark", "nothing yet");
		flow__add(&b.identity, 3, STYLE_TEXT, "every", "%s", every.s);
	} else {
		flow__add(&b.identity, 0, STYLE_TEXT, "the first interval:", "%s", every.s);
	}
	if (scene->playback)
		flow__add(&b.identity, 1, STYLE_NOTICE, "recording", "%s", scene->playback);
	if (scene->paused)
		flow__add(&b.identity, 0, STYLE_NOTICE, "", "PAUSED");
	flow__add(&b.identity, 2, STYLE_TEXT, "", "u: read now");
	draw_flow(&b.identity, area, 0, 1);
	if (!b.has_note || area->h < 4)
		return 1;
	return 1 + flow__words(area, 1, area->w, NOTE_LINES, b.note_style, b.note);
}

unsigned int header__draw(const struct scene *scene, const struct area *area)
{
	struct blocks b = {0};
	struct share_out s;
	struct area first;
	unsigned int y;

	if (!area->h || !area->w)
		return 0;
	if (!scene->delta)
		return draw_waiting(scene, area);
	header_items__identity(&b.identity, scene);
	header_items__totals(&b.totals, scene);
	header_items__fallbacks(&b.fallbacks, scene);
	fill_note(&b, scene, area->w);
	first = area__part(area, 0, 0, area->h,
			   area->w > CLOCK_COLUMNS + 2 ? area->w - CLOCK_COLUMNS - 2 : area->w);
	s = share_out(&b, area, first.w);
	y = draw_flow(&b.identity, &first, 0, s.identity);
	if (first.w < area->w)
		draw_clock(scene, area);
	y += draw_flow(&b.totals, area, y, s.totals);
	y += draw_flow(&b.fallbacks, area, y, s.fallbacks);
	if (s.strip) {
		struct area strip = area__part(area, y++, 0, 1, area->w);

		cpu_strip__draw(scene, &strip);
	}
	if (s.note)
		y += flow__words(area, y, area->w, s.note, b.note_style, b.note);
	return y;
}
