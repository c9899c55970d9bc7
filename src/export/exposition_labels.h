/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels made ready once for the many lines that have them: a="x",b="y", escaped. */
#ifndef EXPORT_EXPOSITION_LABELS_H
#define EXPORT_EXPOSITION_LABELS_H

#include "export/families.h"

/* Each returns NULL when memory is short.  Lists end in NULL; free with exposition_labels__free. */
char *exposition_labels__own(const struct family *family, const struct sample *sample);
char **exposition_labels__cpus(const struct snapshot *now);	   /* cpu="3" of each row */
char **exposition_labels__cgroups(const struct ledger_view *view); /* cgroup="/a"; last, other */
void exposition_labels__free(char **labels);

/* Series @i of the view; the one after the last is other. */
const struct ledger_series *exposition_labels__series(const struct ledger_view *view, size_t i);

#endif
