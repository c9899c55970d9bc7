/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CMD_DOCTOR_H
#define CMD_DOCTOR_H

#include "util/options.h"

/* memcgtop doctor: returns 0 usable, 1 partly, 3 not. */
int doctor__main(const struct options *opt);

#endif
