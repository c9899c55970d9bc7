/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Quantiles and tail probabilities, from GSL.  Nothing else knows GSL but --version. */
#ifndef STATS_DISTRIBUTION_H
#define STATS_DISTRIBUTION_H

/* t__quantile - value that Student's t with @nu > 0 degrees of freedom lies below with @p. */
double t__quantile(double p, double nu);

/* t__two_sided - probability of a |t| at least as large as |@t|. */
double t__two_sided(double t, double nu);

double normal__quantile(double p);
double normal__two_sided(double z);

#endif
