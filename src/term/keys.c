// SPDX-License-Identifier: GPL-2.0-or-later
#include "term/keys.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "term/curses.h"

#define ESCAPE_MS	25 /* a lone ESC, or the start of a key's sequence? */
#define DOUBLE_CLICK_MS 400
#define EVENTS_MAX	8  /* of the mouse that ncurses keeps */
#define SEQUENCE_MAX	32 /* characters of a key terminfo does not know */

static const struct {
	wint_t code;
	int key;
} known[] = {
	{KEY_UP, K_UP},	      {KEY_DOWN, K_DOWN},     {KEY_LEFT, K_LEFT},
	{KEY_RIGHT, K_RIGHT}, {KEY_PPAGE, K_PAGE_UP}, {KEY_NPAGE, K_PAGE_DOWN},
	{KEY_HOME, K_HOME},   {KEY_END, K_END},	      {KEY_A1, K_HOME},
	{KEY_A3, K_PAGE_UP},  {KEY_C1, K_END},	      {KEY_C3, K_PAGE_DOWN},
	{KEY_DC, K_DELETE},   {KEY_BTAB, K_BACKTAB},  {KEY_BACKSPACE, K_BACKSPACE},
	{KEY_ENTER, K_ENTER},
};

/* Sent by terminals, whatever terminfo says of them. */
static const struct {
	const char *sequence;
	int code;
} common[] = {
	{"\033[A", KEY_UP},    {"\033OA", KEY_UP},    {"\033[B", KEY_DOWN}, {"\033OB", KEY_DOWN},
	{"\033[C", KEY_RIGHT}, {"\033OC", KEY_RIGHT}, {"\033[D", KEY_LEFT}, {"\033OD", KEY_LEFT},
	{"\033[H", KEY_HOME},  {"\033OH", KEY_HOME},  {"\033[F", KEY_END},  {"\033OF", KEY_END},
	{"\033[Z", KEY_BTAB},
};

/* A window that is never shown: reading from one that is shown would refresh it. */
static WINDOW *pad;
static int64_t last_click_ms;
static struct mouse last_click;
static struct mouse events[EVENTS_MAX]; /* the oldest last */
static unsigned int nr_events;

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000) + ts.tv_nsec / 1000000;
}

static void define_common(void)
{
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
		if (key_defined(common[i].sequence) == 0)
			define_key(common[i].sequence, common[i].code);
	}
}

int keys__open(bool mouse)
{
	pad = newpad(1, 1);
	if (!pad)
		return -ENOMEM;
	keypad(pad, TRUE);
	nodelay(pad, TRUE);
	define_common();
	if (!getenv("ESCDELAY")) /* over a slow line somebody may want more */
		set_escdelay(ESCAPE_MS);
	if (mouse) {
		mouseinterval(0); /* telling clicks apart, ncurses would wait */
		mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
	}
	last_click_ms = 0;
	nr_events = 0;
	return 0;
}

void keys__close(void)
{
	if (pad)
		delwin(pad);
	pad = NULL;
}

static enum mouse_what click(const struct mouse *mouse)
{
	int64_t now = now_ms();
	bool twice = last_click_ms && now - last_click_ms < DOUBLE_CLICK_MS &&
		     mouse->y == last_click.y && mouse->x == last_click.x;

	last_click = *mouse;
	last_click_ms = twice ? 0 : now;
	return twice ? MOUSE_DOUBLE : MOUSE_CLICK;
}

/* False for what means nothing here. */
static bool translate(const MEVENT *event, struct mouse *mouse)
{
	if (event->y < 0 || event->x < 0)
		return false;
	mouse->y = (unsigned int)event->y;
	mouse->x = (unsigned int)event->x;
	if (event->bstate & BUTTON4_PRESSED)
		mouse->what = MOUSE_WHEEL_UP;
	else if (event->bstate & BUTTON5_PRESSED)
		mouse->what = MOUSE_WHEEL_DOWN;
	else if (event->bstate & BUTTON1_PRESSED)
		mouse->what = MOUSE_CLICK;
	else
		return false;
	return true;
}

/* One KEY_MOUSE may stand for several events, which getmouse gives the last first. */
static void read_mouse(void)
{
	MEVENT event;

	while (nr_events < EVENTS_MAX && getmouse(&event) == OK) {
		if (translate(&event, &events[nr_events]))
			nr_events++;
	}
}

static int next_event(struct mouse *mouse)
{
	*mouse = events[--nr_events];
	if (mouse->what == MOUSE_CLICK)
		mouse->what = click(mouse);
	return K_MOUSE;
}

static int function_key(wint_t code, struct mouse *mouse)
{
	if (code == KEY_MOUSE) {
		read_mouse();
		return nr_events ? next_event(mouse) : K_NONE;
	}
	if (code >= KEY_F(1) && code <= KEY_F(10))
		return K_F1 + (int)(code - KEY_F(1));
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (known[i].code == code)
			return known[i].key;
	}
	return K_NONE;
}

/*
 * After an ESC: true if it began a key's sequence that terminfo does not know
 * (CSI or SS3), which is then read to its end: its letters are no commands.
 */
static bool skip_sequence(void)
{
	wint_t ch;
	int got = wget_wch(pad, &ch);

	if (got == ERR)
		return false;
	if (got == KEY_CODE_YES || (ch != L'[' && ch != L'O')) {
		if (got == KEY_CODE_YES)
			ungetch((int)ch);
		else
			unget_wch((wchar_t)ch);
		return false;
	}
	for (unsigned int i = 0; i < SEQUENCE_MAX; i++) {
		if (wget_wch(pad, &ch) != OK || (ch >= 0x40 && ch <= 0x7e && ch != L'['))
			break;
	}
	return true;
}

static int character(wint_t ch)
{
	switch (ch) {
	case L'\r':
		return K_ENTER;
	case L'\b':
		return K_BACKSPACE;
	case K_ESC:
		return skip_sequence() ? K_NONE : K_ESC;
	}
	return (int)ch;
}

int keys__read(struct mouse *mouse)
{
	if (nr_events)
		return next_event(mouse);
	for (;;) {
		wint_t ch;
		int got = wget_wch(pad, &ch), key;

		if (got == ERR)
			return K_NONE;
		key = got == KEY_CODE_YES ? function_key(ch, mouse) : character(ch);
		if (key != K_NONE)
			return key;
	}
}
