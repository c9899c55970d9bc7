/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_DIAGNOSIS_H
#define KERNEL_DIAGNOSIS_H

#include "kernel/bringup.h"

/* One line on standard error: what stands in the way and what to do about it. */
void diagnosis__print_start_failure(const struct bringup *b, int err);

#endif
