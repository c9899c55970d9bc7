// SPDX-License-Identifier: GPL-2.0-or-later
#include "rps.h"

#include <string.h>

#include "base.h"
#include "textfile.h"

#define RPS_FILE "/sys/class/net/lo/queues/rx-0/rps_cpus"

/* Empty unless there is something to put back. */
static char saved_mask[4096];

int rps__apply(const char *mask)
{
	ssize_t got;
	int err;

	if (!mask)
		return 0;
	got = textfile__read(RPS_FILE, saved_mask, sizeof(saved_mask));
	err = got < 0 ? (int)got : textfile__write(RPS_FILE, mask);
	if (err) {
		saved_mask[0] = '\0';
		msg_error("--rps %s: cannot set %s: %s; it takes root, sysfs and CONFIG_RPS", mask,
			  RPS_FILE, strerror(-err));
	}
	return err;
}

void rps__restore(void)
{
	int err;

	if (!saved_mask[0])
		return;
	err = textfile__write(RPS_FILE, saved_mask);
	if (err)
		msg_error("--rps: cannot restore %s: %s; write %s to it", RPS_FILE, strerror(-err),
			  saved_mask);
	saved_mask[0] = '\0';
}
