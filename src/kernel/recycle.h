/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cells of cgroups that are gone are used again, so that a table of some size
 * lasts for months.  No count is lost or counted twice on the way:
 *
 *	chosen		the cgroup is gone and was quiet for a while (model/quiet.h)
 *	left out	the next read has no row of it; CPUs and totals still count its cells
 *	disowned	after that read its cells lose address and serial number, and
 *			their index slots are gone: no program finds them any more
 *	grace		every program that had found one before has ended (an RCU
 *			grace period), and no open frame names it; then once more,
 *			so that what those wrote is seen
 *	emptied		its counts are added to those of its CPU's retired, kept
 *			here; the cell is cleared and put into the ring of spares
 *
 * All of it happens in the thread that reads, so a read finds a count in the
 * cell or among the retired.  A cgroup that does something after it was disowned
 * gets new cells: its row is back, from zero, after one read without it.
 */
#ifndef KERNEL_RECYCLE_H
#define KERNEL_RECYCLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/session.h"
#include "model/snapshot.h"

struct recycle;

/*
 * recycle__new - for a session opened with sizes.recycle.
 * @after_ns: how long a cgroup that is gone must have been quiet.
 * Returns NULL when memory is short.  The session outlives it.
 */
struct recycle *recycle__new(struct session *session, uint64_t after_ns);
void recycle__free(struct recycle *recycle);

/* Is a cell of the cgroup @id left out of the rows?  NULL @recycle: none is. */
bool recycle__hides(const struct recycle *recycle, uint32_t cell, uint64_t id);

/* What emptied cells of a CPU had counted: its counters and maxima; NULL: nothing. */
const struct mct_cell *recycle__retired(const struct recycle *recycle, uint32_t cpu);

/* Cells that wait to be used again. */
size_t recycle__spares(const struct recycle *recycle);

/*
 * recycle__after_read - what was left out of @snap is disowned, and who is left
 * out of the next one is decided.  @snap: just read, its rows named.
 */
void recycle__after_read(struct recycle *recycle, const struct snapshot *snap);

/*
 * recycle__advance - empties what can be emptied; call it often.  Now and then
 * it sleeps for a grace period, some tens of milliseconds.
 */
void recycle__advance(struct recycle *recycle, uint64_t now_ns);

/* The next cell that was used again and has its new owner's id and label by now. */
bool recycle__newcomer(struct recycle *recycle, uint32_t *cell);

#endif
