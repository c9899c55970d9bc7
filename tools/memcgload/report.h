/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report.h - the result of a run as text or as one line of JSON.
 *
 * One-line JSON convention, which any load may follow: the last line of
 * stdout that holds a JSON object is the result. It has one member, named
 * after the program, and that has at least
 *
 *   kind         what was run
 *   ops          operations done
 *   seconds      from the start of the work to its last operation
 *   ops_per_sec  their quotient
 *
 * Here it further has op (what an operation is), latency_ns (p50, p90, p99,
 * p99.9 and max; null if no operation was timed), cgroups, workers,
 * cgroup_path (null without cgroups), interrupted, and numbers of the kind's
 * own.
 */
#ifndef MEMCGLOAD_REPORT_H
#define MEMCGLOAD_REPORT_H

struct outcome;
struct plan;

/* @cgroup_path may be NULL. A negative errno if stdout took it not. */
int report__print(const struct plan *plan, const struct outcome *outcome, const char *cgroup_path);

#endif
