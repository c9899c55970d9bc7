/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines about a grid of CPUs: what its cells stand for, and one CPU in figures. */
#ifndef TUI_CPU_WORDS_H
#define TUI_CPU_WORDS_H

#include "tui/canvas.h"
#include "view/row.h"

/* Each draws line @y of @area. */
void cpu_words__legend(const struct snapshot *delta, const struct area *area, unsigned int y);
void cpu_words__figures(const struct row *row, bool rates, const struct area *area, unsigned int y);

#endif
