/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where results go.  A piece of output (a report, an interval's table, a JSON
 * line) is built in memory and written in one go, so that a reader never sees
 * half of it late, and every write error is seen with its own errno.
 */
#ifndef UTIL_OUT_H
#define UTIL_OUT_H

#include <stdbool.h>
#include <stdio.h>

struct out;

/*
 * out__open - @path NULL: standard output.  A file is made anew, or cut.
 * Returns NULL after one line that says why.  Free with out__close.
 */
struct out *out__open(const char *path);

/* out__begin - stream for the next piece, or NULL when memory is short. */
FILE *out__begin(struct out *out);

/*
 * out__commit - ends the piece and writes it.
 * Returns 0, -EPIPE (said to nobody: the reader has gone), or another negative
 * errno after one line about it.  Once it failed it fails the same way again.
 */
int out__commit(struct out *out);

/* The first error of this output, or 0. */
int out__error(const struct out *out);

/* out__columns - width of the terminal, or 80 when the output is none. */
unsigned int out__columns(const struct out *out);
bool out__is_terminal(const struct out *out);

/* out__close - returns as out__commit: some errors are told only at close. */
int out__close(struct out *out);

/*
 * out__guard_standard_fds - makes descriptors 0, 1 and 2 taken, so that a file
 * opened later cannot become standard output by chance.  A closed standard
 * output then fails as such at the first write.
 */
void out__guard_standard_fds(void);

#endif
