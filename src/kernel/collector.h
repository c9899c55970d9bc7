/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The only reader of the maps: turns them into a snapshot.  Reading is plain
 * memory access; programs go on meanwhile, so a row may be an event ahead of
 * another, never behind itself.
 */
#ifndef KERNEL_COLLECTOR_H
#define KERNEL_COLLECTOR_H

#include "kernel/recycle.h"
#include "kernel/session.h"
#include "model/snapshot.h"

/* Ends the epoch of maxima; returns the one that was ended. */
uint32_t collector__end_epoch(struct session *session);

/*
 * collector__read - a new snapshot with CPU and cgroup rows, totals and
 * overflow row.  Names, losses by role, cost and floor are the caller's to add.
 * @epoch: epoch whose maxima go in.
 * @now_ns: monotonic clock.
 * @recycle: which cells are left out of the rows, and what emptied ones had
 *	counted; NULL: no cell is used again.
 * Returns NULL when memory is short.
 */
struct snapshot *collector__read(struct session *session, const struct run_info *run,
				 uint32_t epoch, uint64_t now_ns,
				 const struct recycle *recycle);

#endif
