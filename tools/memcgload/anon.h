/* SPDX-License-Identifier: GPL-2.0-or-later */
/* anon.h - what mix shares with anon: the workers that evict. */
#ifndef MEMCGLOAD_ANON_H
#define MEMCGLOAD_ANON_H

struct plan;
struct worker;

/*
 * Leaves part of a batch of 64 in the stock after each round: a stock that is
 * used up exactly gives its slot back, and nobody is evicted.
 */
#define ANON_DEFAULT_PAGES 40

/* Faults pages in and frees them, round after round. */
void anon__work(struct worker *worker);

/* Notes in the plan if its cgroups are too few to evict from seven slots. */
void anon__check_crowd(struct plan *plan);

#endif
