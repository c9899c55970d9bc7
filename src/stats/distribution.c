// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/distribution.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/*
 * Through the tail that is the smaller one: 1 - p loses the digits of a small p,
 * and a Bonferroni bound of many gates is just that.
 */
double t__quantile(double p, double nu)
{
	return p > 0.5 ? gsl_cdf_tdist_Qinv(1 - p, nu) : gsl_cdf_tdist_Pinv(p, nu);
}

double t__two_sided(double t, double nu)
{
	return 2 * gsl_cdf_tdist_Q(fabs(t), nu);
}

double normal__quantile(double p)
{
	return p > 0.5 ? gsl_cdf_ugaussian_Qinv(1 - p) : gsl_cdf_ugaussian_Pinv(p);
}

double normal__two_sided(double z)
{
	return 2 * gsl_cdf_ugaussian_Q(fabs(z));
}
