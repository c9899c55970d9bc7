/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Talking to systemd (sd_notify(3), sd_watchdog_enabled(3)); nothing happens
 * where there is none.  A build without libsystemd has service_absent.c.
 */
#ifndef SERVE_SERVICE_H
#define SERVE_SERVICE_H

#include <stdint.h>

/* Opens what is needed later, inside the sandbox. */
void service__start(void);
/* Up and measuring; @status: one line for systemctl status. */
void service__ready(const char *status);
void service__status(const char *status);
void service__reloading(void);
void service__stopping(void);
/* Half the watchdog's time in ns, or 0: none is wanted. */
uint64_t service__watchdog_ns(void);
/* Alive. */
void service__ping(void);
/* "libsystemd 252", or "no systemd". */
const char *service__library(void);

#endif
