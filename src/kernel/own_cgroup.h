/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_OWN_CGROUP_H
#define KERNEL_OWN_CGROUP_H

#include <stdint.h>

/* Kernfs id of the cgroup that memory of this process is charged to; 0: not known, or the root. */
uint64_t own_cgroup__id(void);

#endif
