// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/export.h"

#include <stdlib.h>

#include "util/log.h"

int export__main(const struct options *opt)
{
	(void)opt;
	log__error("export: not built yet");
	return EXIT_FAILURE;
}
