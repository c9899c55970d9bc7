// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/detectable.h"

#include <math.h>

#include "stats/distribution.h"

static double quantile(double p, double nu)
{
	return isinf(nu) ? normal__quantile(p) : t__quantile(p, nu);
}

/* The upper tail taken as minus the lower one, which keeps the digits of a small alpha. */
double detectable__change(double se, double nu, double alpha, double m)
{
	return (-quantile(alpha / 2 / m, nu) + quantile(DETECTABLE_POWER, nu)) * se;
}
