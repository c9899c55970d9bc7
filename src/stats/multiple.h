/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many tests at once: the chance of any false alarm is to stay below alpha.  Pure. */
#ifndef STATS_MULTIPLE_H
#define STATS_MULTIPLE_H

#include <stddef.h>

/*
 * holm__adjust - S. Holm, "A simple sequentially rejective multiple test
 * procedure", Scand. J. Statistics 6 (1979): the i-th smallest of m times
 * (m - i + 1), never below the one before, at most 1.  Right under any
 * dependence of the tests.
 * @p: NAN where nothing was tested; such count for nothing.
 * @adjusted: gets as many, NAN where @p is.  May be @p.
 * Returns the number of tests, or 0 with all NAN when memory is short.
 */
size_t holm__adjust(const double *p, double *adjusted, size_t n);

/* bonferroni__alpha - what each of @n tests may take of @alpha. */
double bonferroni__alpha(double alpha, size_t n);

#endif
