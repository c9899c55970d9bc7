/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the commands that measure have in common. */
#ifndef CMD_COMMON_H
#define CMD_COMMON_H

#include "model/source.h"
#include "util/options.h"
#include "util/out.h"
#include "view/view.h"

/*
 * source__open - the source the options ask for: this kernel, or a synthetic
 * host.  Returns 0 and *@src, or a negative errno after having said why.
 * Close with source__close.
 */
int source__open(const struct options *opt, struct source **src);
void source__close(struct source *src);

/* Exit status for what source__open returned. */
int source__exit_status(const struct options *opt, int err);

/*
 * common__select - the rows asked for by --cgroup and --cpu.
 * Returns 0 and *@select (free with select__free), or -ENOMEM after one line.
 */
int common__select(const struct options *opt, struct select **select);

/* How to show things on @out right now: a terminal may have changed its width. */
struct view_opts common__view_opts(const struct options *opt, const struct out *out,
				   const struct select *select);

/*
 * common__print_interval - an interval as tables, or as JSON with --json.
 * Returns 0 or a negative errno.
 */
int common__print_interval(const struct options *opt, struct out *out, const struct select *select,
			   const struct snapshot *delta);

/*
 * common__finish - closes @out and gives the exit status: @status, 1 when
 * output was lost, or the death by SIGPIPE of somebody whose reader has gone.
 */
int common__finish(struct out *out, int status);

#endif
