/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Arithmetic on structs made of 64-bit counters only, word by word, so that a
 * new counter cannot be forgotten in one of the sums.  Words are copied, not
 * cast: the structs mix __u64 and uint64_t, which are different types to C.
 */
#ifndef MODEL_WORDS_H
#define MODEL_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WORDS_OF(object) (sizeof(object) / sizeof(uint64_t))

static inline uint64_t words__get(const void *words, size_t i)
{
	uint64_t v;

	memcpy(&v, (const char *)words + i * sizeof(v), sizeof(v));
	return v;
}

static inline void words__set(void *words, size_t i, uint64_t v)
{
	memcpy((char *)words + i * sizeof(v), &v, sizeof(v));
}

static inline void words__add(void *to, const void *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		words__set(to, i, words__get(to, i) + words__get(from, i));
}

/* Subtracts, but never below zero. */
static inline void words__sub(void *to, const void *from, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t a = words__get(to, i), b = words__get(from, i);

		words__set(to, i, a > b ? a - b : 0);
	}
}

/* Did any counter fall between @from and @to?  Then they were reset between. */
static inline bool words__fell(const void *from, const void *to, size_t n)
{
	bool fell = false;

	for (size_t i = 0; i < n; i++)
		fell |= words__get(to, i) < words__get(from, i);
	return fell;
}

#endif
