/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells to ncurses: those that changed since the last time. */
#ifndef TERM_PAINT_H
#define TERM_PAINT_H

#include "tui/canvas.h"

/* After newterm and palette__setup. */
void paint__open(void);
void paint__close(void);

/* As terminal__show; what is to be sent has then been composed.  0 or -ENOMEM. */
int paint__canvas(const struct canvas *canvas, int cursor_y, int cursor_x);

/* The terminal has another size, or lost what was on it. */
void paint__resize(unsigned int height, unsigned int width);
void paint__all(void);

#endif
