// SPDX-License-Identifier: GPL-2.0-or-later
#include "area.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t round_up(size_t value)
{
	return (value + AREA_ALIGN_BYTES - 1) & ~(AREA_ALIGN_BYTES - 1);
}

int area__map(struct area *area, size_t bytes)
{
	size_t map_bytes = round_up(bytes) + AREA_ALIGN_BYTES;
	void *map = mmap(NULL, map_bytes, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (map == MAP_FAILED)
		return -errno;
	/* Fails only where there is no THP to keep away. */
	madvise(map, map_bytes, MADV_NOHUGEPAGE);
	area->map = map;
	area->map_bytes = map_bytes;
	area->start = (char *)round_up((size_t)map);
	area->bytes = bytes;
	return 0;
}

void area__touch(const struct area *area, size_t pages, size_t step_bytes)
{
	volatile char *at = area->start;
	size_t i;

	for (i = 0; i < pages; i++)
		at[i * step_bytes] = 1;
}

int area__discard(const struct area *area)
{
	return madvise(area->start, area->bytes, MADV_DONTNEED) ? -errno : 0;
}

int area__unmap(struct area *area)
{
	return munmap(area->map, area->map_bytes) ? -errno : 0;
}
