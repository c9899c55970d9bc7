/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fills what the first frame of a recording says. */
#ifndef CMD_RECORD_INFO_H
#define CMD_RECORD_INFO_H

#include "recording/recording.h"
#include "util/options.h"

/* record_info__of_host - what the host and the command line say; call first. */
void record_info__of_host(struct recording_info *info, const struct options *opt);

/* record_info__at_start - what the measurement and its first snapshot say.  Borrows @run's strings.
 */
void record_info__at_start(struct recording_info *info, const struct run_info *run,
			   const struct snapshot *first);

void record_info__clear(struct recording_info *info);

#endif
