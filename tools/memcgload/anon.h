/* SPDX-License-Identifier: GPL-2.0-or-later */
/* anon.h - the body of an anon worker, which mix runs as well. */
#ifndef MEMCGLOAD_ANON_H
#define MEMCGLOAD_ANON_H

struct worker;

/* Faults pages in and frees them, round after round. */
void anon__work(struct worker *worker);

#endif
