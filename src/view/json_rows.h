/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pieces of the JSON object that every row has; inside json*.c only. */
#ifndef VIEW_JSON_ROWS_H
#define VIEW_JSON_ROWS_H

#include <jansson.h>

#include "model/delta.h"
#include "view/row.h"

/* Unsigned counter; JSON integers are signed 64 bits here, above they stick. */
json_t *json_rows__u64(uint64_t n);

/* @n, or null when @metric is n/a on this run. */
json_t *json_rows__metric(const struct run_info *run, enum metric metric, uint64_t n);

/* Finite number, else null (nothing was measured). */
json_t *json_rows__real(double v);

/* A cgroup's name made fit for JSON, or null for NULL. */
json_t *json_rows__name(const char *name);

/* The figures common to total, CPU, cgroup and overflow rows, as a new object. */
json_t *json_rows__figures(const struct row *row);

/* Holds of one site: sums, mean, quantiles, longest, buckets; @hist64 or @hist32. */
json_t *json_rows__drain_hold(const struct snapshot *delta, const struct mct_hold *hold,
			      const uint64_t *counts, const struct longest *max);

json_t *json_rows__contexts(const struct run_info *run, const uint64_t *refills_ctx);

#endif
