/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the capabilities of this process allow, by the rules of the kernel. */
#ifndef PLAN_CAPS_H
#define PLAN_CAPS_H

#include <stdbool.h>

#include "plan/facts.h"

bool caps__bpf(const struct facts *facts);    /* load tracing programs: CAP_BPF + CAP_PERFMON */
bool caps__kprobe(const struct facts *facts); /* open a kprobe: see perf_event_paranoid */
bool caps__stats(const struct facts *facts);  /* BPF_ENABLE_STATS: CAP_SYS_ADMIN */

#endif
