/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CMD_EXPORT_H
#define CMD_EXPORT_H

#include "util/options.h"

/* memcgtop export: Prometheus text on standard output, in a file, or by HTTP. */
int export__main(const struct options *opt);

#endif
