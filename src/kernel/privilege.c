// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/privilege.h"

#include <cap-ng.h>
#include <stdio.h>
#include <unistd.h>

#include "util/log.h"

void privilege__drop(void)
{
	capng_clear(CAPNG_SELECT_CAPS);
	if (capng_apply(CAPNG_SELECT_CAPS))
		log__verbose("capabilities could not be dropped");
}
