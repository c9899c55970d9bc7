// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve/listen.h"

#include <errno.h>

int listen__open(const char *address)
{
	(void)address;
	return -ENOTSUP;
}

void listen__forget(const char *address)
{
	(void)address;
}

int listen__inherited(int *fds, size_t max)
{
	(void)fds, (void)max;
	return 0;
}

const char *listen__bad(const char *address)
{
	(void)address;
	return 0;
}
