/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UTIL_CLOCK_H
#define UTIL_CLOCK_H

#include <stdint.h>
#include <time.h>

/* clock__ns - time of @clock (CLOCK_MONOTONIC, CLOCK_REALTIME) in nanoseconds. */
static inline uint64_t clock__ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

#endif
