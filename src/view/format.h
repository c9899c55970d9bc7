/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers as people read them.  Plain ASCII, never wider than asked.  Every
 * function returns its text by value, so that several fit into one printf.
 *
 * NAN (nothing was measured) is "-"; a value that is not 0 but would be shown
 * as 0.00 is "<0.01"; FORMAT_NA is for what this kernel cannot show.
 */
#ifndef VIEW_FORMAT_H
#define VIEW_FORMAT_H

#include <stdint.h>

#define FORMAT_NA "n/a"

struct text {
	char s[32];
};

/*
 * format__fit - @value in at most @width (4..20) characters: two decimals below
 * 10, one below 100, else whole with commas, and k, M, G, ... where that is too
 * wide.  No unit: the column's title has it.
 */
struct text format__fit(double value, unsigned int width);

/* format__count - whole number with commas: "15,012". */
struct text format__count(uint64_t n);

/* format__count_fit - as format__fit, for a whole number: no decimals below 1,000. */
struct text format__count_fit(uint64_t n, unsigned int width);

/* format__rate - "1,501/s", "0.12/s". */
struct text format__rate(double per_sec);

/* format__time - with its unit: "61 ns", "0.98 us", "36.2 us", "4.10 ms", "1.20 s". */
struct text format__time(double ns);

/* format__share - a share (1 is all) in percent: "43 %", "0.07 %". */
struct text format__share(double share);

/* format__bytes - "12 MiB". */
struct text format__bytes(uint64_t bytes);

/* format__exact_us - whole nanoseconds in us, exactly: "1,048.576". */
struct text format__exact_us(uint64_t ns);

/* format__seconds - length of a window: "10.0 s". */
struct text format__seconds(double seconds);

#endif
