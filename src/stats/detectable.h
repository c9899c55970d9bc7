/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How small a change the data could have shown.  Pure. */
#ifndef STATS_DETECTABLE_H
#define STATS_DETECTABLE_H

/* A test that sees a true change this often is said to have seen it. */
#define DETECTABLE_POWER 0.8

/*
 * detectable__change - the true difference that a two-sided test at @alpha,
 * one of @m (Bonferroni), would have shown in 80 % of experiments like this:
 * (t(1 - alpha/2m, nu) + t(0.8, nu)) * se, as in any text on sample sizes.
 * @nu: degrees of freedom; INFINITY: the normal distribution.
 */
double detectable__change(double se, double nu, double alpha, double m);

#endif
