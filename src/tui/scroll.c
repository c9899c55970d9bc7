// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/scroll.h"

#define WHEEL_LINES 3

static unsigned int within(const struct scroll *scroll, long top)
{
	long last = (long)scroll->lines - (long)scroll->page;

	if (top > last)
		top = last;
	return top < 0 ? 0 : (unsigned int)top;
}

static void move_to(struct scroll *scroll, long top)
{
	scroll->top = scroll->wanted = within(scroll, top);
}

void scroll__set(struct scroll *scroll, unsigned int lines, unsigned int page)
{
	scroll->lines = lines;
	scroll->page = page;
	scroll->top = within(scroll, scroll->wanted);
}

bool scroll__key(struct scroll *scroll, int key)
{
	long page = scroll->page > 1 ? scroll->page - 1 : 1;

	switch (key) {
	case K_UP:
	case 'k':
		move_to(scroll, (long)scroll->top - 1);
		return true;
	case K_DOWN:
	case 'j':
		move_to(scroll, (long)scroll->top + 1);
		return true;
	case K_PAGE_UP:
	case 'b':
		move_to(scroll, (long)scroll->top - page);
		return true;
	case K_PAGE_DOWN:
	case ' ':
		move_to(scroll, (long)scroll->top + page);
		return true;
	case K_HOME:
	case 'g':
		move_to(scroll, 0);
		return true;
	case K_END:
	case 'G':
		move_to(scroll, scroll->lines);
		return true;
	}
	return false;
}

bool scroll__mouse(struct scroll *scroll, const struct mouse *mouse)
{
	if (mouse->what == MOUSE_WHEEL_UP)
		move_to(scroll, (long)scroll->top - WHEEL_LINES);
	else if (mouse->what == MOUSE_WHEEL_DOWN)
		move_to(scroll, (long)scroll->top + WHEEL_LINES);
	else
		return false;
	return true;
}
