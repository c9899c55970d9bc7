/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text by which a view calls the cgroup rows of a snapshot: printable, and
 * different for every row, since equal labels fail a whole scrape.  Pure.
 */
#ifndef MODEL_CGROUP_LABELS_H
#define MODEL_CGROUP_LABELS_H

#include <stddef.h>
#include <stdint.h>

#include "model/snapshot.h"

struct cgroup_labels;

/*
 * cgroup_labels__new - labels of all rows of @snap: the name made printable,
 * " (removed)" after that of a cgroup that is gone, "id:N" where no name was
 * ever seen, and "#N", the id, after each label that two rows would share.
 * Returns NULL when memory is short; free with cgroup_labels__free.
 */
struct cgroup_labels *cgroup_labels__new(const struct snapshot *snap);
void cgroup_labels__free(struct cgroup_labels *labels);

/* Label of @snap->cgroups[@row]; lives as long as the labels. */
const char *cgroup_labels__get(const struct cgroup_labels *labels, size_t row);

/* Label of the cgroup with this id, which need not have a row, into @buf; returns @buf. */
#define CGROUP_ID_TEXT sizeof("id:18446744073709551615")
const char *cgroup_id__text(uint64_t id, char buf[CGROUP_ID_TEXT]);

#endif
