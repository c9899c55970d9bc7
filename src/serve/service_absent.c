// SPDX-License-Identifier: GPL-2.0-or-later
/* A build without libsystemd. */
#include "serve/service.h"

void service__start(void)
{
}

void service__ready(const char *status)
{
	(void)status;
}

void service__status(const char *status)
{
	(void)status;
}

void service__reloading(void)
{
}

void service__stopping(void)
{
}

uint64_t service__watchdog_ns(void)
{
	return 0;
}

void service__ping(void)
{
}

const char *service__library(void)
{
	return "no systemd";
}
