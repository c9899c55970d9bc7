/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * base.h - what every file of memcgload includes first.
 *
 * Owns nothing but small helpers without state: sizes, the clock, fair shares
 * and the two ways of talking to the user. Times are nanoseconds of
 * CLOCK_MONOTONIC.
 */
#ifndef MEMCGLOAD_BASE_H
#define MEMCGLOAD_BASE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define NS_PER_SEC		1000000000ULL
#define printf_like(fmt, first) __attribute__((format(printf, fmt, first)))

/* Exit statuses; a signal that ends the run is raised again instead. */
enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

static inline uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NS_PER_SEC + (uint64_t)ts.tv_nsec;
}

/* Part @index of @total split over @parts: shares differ by at most one. */
static inline uint64_t share_of(uint64_t total, unsigned int parts, unsigned int index)
{
	return total / parts + (index < total % parts);
}

/*
 * One line on stderr, prefixed "memcgload: ". Errors read
 * "what: why; what to do". msg_note() is for what the user should know
 * although the run goes on.
 */
void msg_error(const char *fmt, ...) printf_like(1, 2);
void msg_note(const char *fmt, ...) printf_like(1, 2);

#endif
