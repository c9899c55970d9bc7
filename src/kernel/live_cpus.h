/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_LIVE_CPUS_H
#define KERNEL_LIVE_CPUS_H

#include "model/snapshot.h"

/* Marks which CPUs are online now; CPUs come and go while we run. */
void live_cpus__mark(struct snapshot *snap);

#endif
