/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * area.h - anonymous memory in pages of base size, whatever THP is set to.
 *
 * An area starts on a boundary of 2 MiB and shares no page-table page with
 * anything else, so mapping and unmapping it charges and frees its own.
 */
#ifndef MEMCGLOAD_AREA_H
#define MEMCGLOAD_AREA_H

#include "base.h"

#define AREA_ALIGN_BYTES (2UL << 20)

struct area {
	char *start; /* first usable byte */
	size_t bytes;
	void *map;
	size_t map_bytes;
};

size_t page_bytes(void);

/* Reserves address space only. A negative errno on failure. */
int area__map(struct area *area, size_t bytes);
/* Writes one byte to each of the first @pages steps of @step_bytes. */
void area__touch(const struct area *area, size_t pages, size_t step_bytes);
/* Gives the pages back, keeps the address space. */
int area__discard(const struct area *area);
int area__unmap(struct area *area);

#endif
