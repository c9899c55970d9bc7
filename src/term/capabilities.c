// SPDX-License-Identifier: GPL-2.0-or-later
#include "term/capabilities.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "term/curses.h"
#include <term.h> /* after curses.h; its macros are the short names of terminfo */

#define MOUSE_ON  "\033[?1000h" /* what ncurses sends when terminfo is silent */
#define MOUSE_OFF "\033[?1000l"

static struct bytes *writing; /* tputs gives its function no argument */

static int put_byte(int c)
{
	/* NUL is padding, for terminals as slow as they used to be. */
	if (c && writing->n < sizeof(writing->text))
		writing->text[writing->n++] = (char)c;
	return c;
}

static const char *capability(const char *name)
{
	const char *string = tigetstr(name);

	return string && string != (const char *)-1 && *string ? string : NULL;
}

static void add(struct bytes *bytes, const char *string)
{
	writing = bytes;
	if (string)
		tputs(string, 1, put_byte);
}

static void add_mouse(struct bytes *bytes, bool on)
{
	const char *xm = capability("XM");

	add(bytes, xm ? tiparm(xm, (int)on) : on ? MOUSE_ON : MOUSE_OFF);
}

static void prepare(struct capabilities *caps, const char *term)
{
	const char *back = capability("rmcup");

	*caps = (struct capabilities){
		/* The console's mouse is that of gpm, which brings signal handlers of its own. */
		.has_mouse = capability("kmous") && strncmp(term, "linux", 5),
		.has_partial_blocks = strncmp(term, "linux", 5) != 0,
	};
	add(&caps->enter, capability("smcup"));
	add(&caps->enter, capability("smkx"));
	add(&caps->enter, capability("civis"));
	if (caps->has_mouse) {
		add_mouse(&caps->enter, true);
		add_mouse(&caps->leave, false);
	}
	add(&caps->leave, capability("op"));
	add(&caps->leave, capability("sgr0"));
	add(&caps->leave, capability("rmkx"));
	add(&caps->leave, capability("cnorm"));
	add(&caps->leave, back ? back : capability("clear"));
}

const char *capabilities__read(struct capabilities *caps)
{
	const char *term = getenv("TERM"), *why = NULL;
	int found;

	if (!term || !*term)
		return "TERM is not set";
	/* With somewhere to put the error ncurses does not end the process. */
	if (setupterm(term, STDOUT_FILENO, &found) == ERR) {
		if (found < 0)
			return "there is no terminfo database";
		return found ? "the terminal that TERM names has no screen"
			     : "terminfo does not know the terminal that TERM names";
	}
	if (!capability("cup"))
		why = "the terminal that TERM names cannot move its cursor";
	else
		prepare(caps, term);
	del_curterm(cur_term);
	return why;
}
