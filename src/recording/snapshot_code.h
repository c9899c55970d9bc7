/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A snapshot as the payload of a frame.  All numbers are varints (bytes.h):
 *
 *   flags        1: keyframe; 2: the ids of the cgroups follow; 4: texts follow
 *   previous     sequence number of the snapshot's frame before this one, 0: none
 *   CPUs, cgroups  numbers of rows
 *   ids          with flag 2: of each cgroup, as difference to the one before;
 *                else they are those of the previous snapshot
 *   words        those of the tables snapshot and host, of each CPU, of each
 *                cgroup, in the order of the first frame's "rows": differences
 *                to the same row of the previous snapshot; to zero in a keyframe
 *                and for a cgroup that was not there.  Runs of zeros go on from
 *                row to row.
 *   names        number; of each: index of the cgroup's row as difference to the
 *                one before (the first: to -1), and the name as a text
 *   texts        with flag 4: the floor's method, and why there is none
 *
 * A text is its length plus one and its bytes, or 0 for none.  A minor version
 * may append more.  Sums of rows are not there: snapshot__finish makes them.
 */
#ifndef RECORDING_SNAPSHOT_CODE_H
#define RECORDING_SNAPSHOT_CODE_H

#include "model/host_context.h"
#include "model/snapshot.h"
#include "recording/bytes.h"
#include "recording/layout.h"

#define SNAPSHOT_MAX_CPUS    8192u
#define SNAPSHOT_MAX_CGROUPS 131072u
/* Of all rows in memory: 8192 CPUs, or 512 CPUs and 65,536 cgroups, are below that. */
#define SNAPSHOT_MAX_ROW_BYTES (64u << 20)
#define SNAPSHOT_MAX_NAME      65536u /* bytes */
/* Times above are damage: sums of two must not wrap. */
#define SNAPSHOT_MAX_NS (UINT64_MAX >> 2)

/* A snapshot with what is recorded beside it. */
struct recorded {
	struct snapshot *snap; /* NULL: none yet */
	struct host_context host;
	uint32_t seq; /* of its frame */
};

/* snapshot_code__fits - can @snap be written as difference to @base? */
bool snapshot_code__fits(const struct recorded *base, const struct snapshot *snap);

/*
 * snapshot_code__encode - @snap behind @to.
 * @base: the previous one; its seq is told in any case.
 * @keyframe: differences to zero; must be when it does not fit @base.
 * @names: false leaves out those of cgroups.
 * Memory that was short shows in to->failed.
 */
void snapshot_code__encode(struct bytes *to, const struct recorded *base, bool keyframe, bool names,
			   const struct snapshot *snap, const struct host_context *host);

/* What texts of snapshots are kept in: they outlive the snapshots. */
struct text_pool;

struct text_pool *text_pool__new(void);
void text_pool__free(struct text_pool *pool);

/*
 * snapshot_code__decode - the payload at @at.
 * @base: the previous one, unharmed; not used for a keyframe.
 * @previous: gets the number of the frame before.
 * @snap: gets a snapshot of @run, sums not yet made.
 * Returns 0; -EBADMSG for what is no snapshot; -ESTALE when it is a difference
 * to another one than @base; -ENOMEM.
 */
int snapshot_code__decode(const uint8_t *at, size_t bytes, const struct layouts *layouts,
			  const struct recorded *base, const struct run_info *run,
			  struct text_pool *pool, uint32_t *previous, struct recorded *snap);

#endif
