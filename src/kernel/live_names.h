/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names for the rows of live snapshots.  Finds the memory hierarchy, resolves
 * ids at first sight and keeps the last name of a cgroup that is gone.
 */
#ifndef KERNEL_LIVE_NAMES_H
#define KERNEL_LIVE_NAMES_H

#include "model/snapshot.h"
#include "model/stocks.h"
#include "plan/facts.h"

struct live_names;

/* Which hierarchy there is; sets cgroup_version and paths_relative.  0 or -ENOMEM. */
int live_names__probe(struct facts *facts);

/* NULL when no hierarchy can be read: rows then show ids. */
struct live_names *live_names__new(void);
void live_names__free(struct live_names *names);

/* Names every row of @snap.  0 or -ENOMEM. */
int live_names__fill(struct live_names *names, struct snapshot *snap, uint64_t now_ns);

/* Names the slots of @stocks.  0 or -ENOMEM. */
int live_names__fill_stocks(struct live_names *names, struct stocks *stocks, uint64_t now_ns);

/*
 * A cgroup has shown up: names it by the label the programs took of it and its
 * parent's name, for it may be gone before the next walk.  0 or -ENOMEM.
 */
int live_names__notice(struct live_names *names, uint64_t id, const struct mct_label *label);

#endif
