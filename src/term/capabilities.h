/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What terminfo says of the terminal, as ready bytes for signal handlers. */
#ifndef TERM_CAPABILITIES_H
#define TERM_CAPABILITIES_H

#include <stdbool.h>
#include <stddef.h>

#define BYTES_MAX 512

struct bytes {
	size_t n;
	char text[BYTES_MAX];
};

struct capabilities {
	bool has_mouse;
	bool has_partial_blocks; /* its font has more than full and half blocks */
	struct bytes enter;	 /* as ncurses does at the start: screen, keypad, mouse */
	struct bytes leave;	 /* undoes all of it, colours and the hidden cursor too */
};

/*
 * capabilities__read - returns NULL, or in a phrase (static) why this terminal
 * can show no screen.
 */
const char *capabilities__read(struct capabilities *caps);

#endif
