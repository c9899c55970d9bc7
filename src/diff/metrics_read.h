/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a metric's figure, its events and its least error come out of a run;
 * inside metrics*.c only.  Each fills @to, and leaves value NAN where nothing
 * was measured.
 */
#ifndef DIFF_METRICS_READ_H
#define DIFF_METRICS_READ_H

#include "diff/metrics.h"

typedef void metric_read(const struct metric_def *def, const struct run_reading *r,
			 struct reading *to);

metric_read read__hold_mean, read__hold_lower, read__span_mean, read__hold_max;
metric_read read__hold_quantile;
metric_read read__held_share;	/* percent of CPU time */
metric_read read__refill_share; /* percent of refills: counter def->at */
metric_read read__rate;		/* a second: counter def->at */
metric_read read__host_rate;	/* a second: of struct host_context, def->at */
metric_read read__load_ops, read__load_latency;

#endif
