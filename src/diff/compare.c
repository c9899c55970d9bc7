// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/detectable.h"
#include "stats/distribution.h"
#include "stats/welch.h"

#define Z95 1.959963984540054 /* normal quantile of 0.975 */

/* What a side brings, on the scale of the comparison. */
struct side {
	struct sample sample;
	double counting, calibration, bucket;
};

static double on_scale(double value, enum diff_scale scale)
{
	return scale == DIFF_LOG ? log(value) : value;
}

/* An error of @value, on the scale. */
static double error_on_scale(double error, double value, enum diff_scale scale)
{
	return scale == DIFF_LOG ? error / value : error;
}

/* Half a bucket around the value. */
static double bucket_on_scale(const struct reading *r, double factor, enum diff_scale scale)
{
	if (!(r->bucket_high > r->bucket_low))
		return 0;
	if (scale == DIFF_LOG)
		return log(r->bucket_high / fmax(r->bucket_low, 1)) / 2;
	return factor * (r->bucket_high - r->bucket_low) / 2;
}

static int side_of(const struct reading *r, size_t n, double factor, enum diff_scale scale,
		   struct side *side)
{
	double *value = calloc(n + 1, sizeof(*value)), squares = 0;

	if (!value)
		return -ENOMEM;
	*side = (struct side){0};
	for (size_t i = 0; i < n; i++) {
		double v = factor * r[i].value;
		double error = error_on_scale(factor * r[i].error, v, scale);

		value[i] = on_scale(v, scale);
		squares += error * error;
		side->calibration = fmax(side->calibration,
					 error_on_scale(factor * r[i].calibration, v, scale));
		side->bucket = fmax(side->bucket, bucket_on_scale(&r[i], factor, scale));
	}
	side->sample = sample__of(value, n);
	/*
	 * Runs that repeat exactly are one run seen n times (QEMU's icount), and
	 * know no more than one.
	 */
	if (n > 1 && side->sample.variance == 0)
		side->counting = sqrt(squares / (double)n);
	else if (n)
		side->counting = sqrt(squares) / (double)n;
	free(value);
	return 0;
}

/*
 * The largest p of those that Welch's test and each floor alone would give, so
 * that p and the interval, whose half-width is the largest, say the same.
 */
static double p_of(const struct comparison *c)
{
	double beyond = fmax(fabs(c->difference) - c->bucket, 0), p = 0;

	if (beyond == 0)
		return 1;
	if (c->se > 0)
		p = t__two_sided(beyond / c->se, c->nu);
	if (c->counting > 0)
		p = fmax(p, normal__two_sided(beyond / c->counting));
	if (c->calibration > 0)
		p = fmax(p, normal__two_sided(beyond / c->calibration * Z95));
	return p;
}

int compare__runs(const struct reading *a, size_t na, const struct reading *b, size_t nb,
		  enum diff_scale scale, double scale_a, double alpha, struct comparison *result)
{
	struct side x, y;
	struct comparison c = {.p = NAN};
	struct welch w;
	double z;
	int err = side_of(a, na, scale_a, scale, &x);

	if (!err)
		err = side_of(b, nb, 1, scale, &y);
	if (err)
		return err;
	w = welch__compare(&x.sample, &y.sample);
	c.difference = w.difference;
	c.se = w.se;
	c.nu = w.nu;
	c.counting = hypot(x.counting, y.counting);
	c.calibration = hypot(x.calibration, y.calibration);
	c.bucket = (x.bucket + y.bucket) / 2;
	c.few_runs = na < COMPARE_MIN_RUNS || nb < COMPARE_MIN_RUNS;
	/* Never below the 95 % that the floors are stated for. */
	z = fmax(Z95, -normal__quantile(alpha / 2));
	c.half_width = fmax(z * c.counting, z / Z95 * c.calibration);
	if (!c.few_runs) {
		if (c.se > 0)
			c.half_width = fmax(c.half_width, -t__quantile(alpha / 2, c.nu) * c.se);
		c.p = p_of(&c);
	}
	c.half_width += c.bucket;
	*result = c;
	return 0;
}

enum diff_scale compare__scale(const struct reading *reading, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!(reading[i].value > 0))
			return DIFF_PLAIN;
	}
	return DIFF_LOG;
}

double compare__detectable(const struct comparison *c, double alpha, double m)
{
	double floor = fmax(c->counting, c->calibration / Z95);
	double d = detectable__change(floor, INFINITY, alpha, m);

	if (c->few_runs)
		return NAN;
	if (c->se > 0)
		d = fmax(d, detectable__change(c->se, c->nu, alpha, m));
	return d + c->bucket;
}

double compare__change(double difference, enum diff_scale scale)
{
	return scale == DIFF_LOG ? expm1(difference) : difference;
}

bool compare__is_coarse(const struct reading *r)
{
	/* 8 buckets an octave: the widest is from 8 to 9. */
	return r->bucket_high > r->bucket_low && r->bucket_high * 8 > r->bucket_low * 9;
}
