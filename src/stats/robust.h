/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where samples lie whose tails are wild: interrupts, preempted virtual CPUs.  Pure. */
#ifndef STATS_ROBUST_H
#define STATS_ROBUST_H

#include <stddef.h>
#include <stdint.h>

/* Place of some samples, in their unit. */
struct place {
	double mean;  /* of the middle half */
	double error; /* standard error of it */
};

/*
 * robust__place - of @n > 0 values, which it sorts.  Outliers wreck a plain
 * mean, and a clock's grain a median; the mean of the middle half bears both.
 * Its error is the one that the quartiles of a normal distribution would imply
 * (sigma = IQR / 1.349; Huber and Ronchetti, Robust Statistics, ch. 3, give
 * the interquartile mean some 84 % of the mean's efficiency: factor 1.09).
 */
struct place robust__place(uint32_t *values, size_t n);

#endif
