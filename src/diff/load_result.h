/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a measured command said about itself, in one line of JSON (docs/diff.md
 * has the convention, tools/memcgload/report.h its example).  Pure.
 */
#ifndef DIFF_LOAD_RESULT_H
#define DIFF_LOAD_RESULT_H

#define LOAD_QUANTILES 4 /* p50 p90 p99 p99.9 */

extern const double load_quantiles[LOAD_QUANTILES];

/* NAN: it did not say. */
struct load_result {
	double ops;
	double ops_per_sec;
	double latency_ns[LOAD_QUANTILES];
};

/* @json: one line, or NULL.  What is no such line, or no number, gives NAN. */
struct load_result load_result__parse(const char *json);

#endif
