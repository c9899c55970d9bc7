/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPUs as cells of heat: the strip in the header, and what the grid of the CPU
 * panel shares with it.  The scale is the same at all times, so that what
 * looks hotter is hotter, on another day and another host too.
 */
#ifndef TUI_CPU_STRIP_H
#define TUI_CPU_STRIP_H

#include "tui/canvas.h"
#include "tui/scene.h"

/*
 * cpu_strip__level - how hot a CPU is, 0..1: its held share on a logarithmic
 * scale from 0.001 % to 10 %, more and less clipped; where hold is n/a its
 * refills per second, from 1 to 100,000.  0: nothing happened; what did is
 * above.  NAN: offline, or nothing was measured yet.
 */
double cpu_strip__level(const struct snapshot *delta, const struct cpu_row *row);

/* heat__glyph, but an offline CPU is no faint one: 'x' where there are no blocks. */
wchar_t cpu_strip__glyph(double level, bool blocks);

/* What level 0 and level 1 stand for: "0.001 %", "10 % held". */
const char *cpu_strip__low(const struct snapshot *delta);
const char *cpu_strip__high(const struct snapshot *delta);

/*
 * cpu_strip__order - indices of the CPUs, node by node, by id within one.
 * Returns an array to free of delta->n_cpus, or NULL when memory is short.
 */
size_t *cpu_strip__order(const struct snapshot *delta);

/*
 * cpu_strip__draw - one line: "cpus", and a cell a CPU, a '|' between nodes.
 * Where there are more CPUs than room, a cell is the hottest of some
 * neighbours of one node, and the line's end says of how many.
 */
void cpu_strip__draw(const struct scene *scene, const struct area *area);

#endif
