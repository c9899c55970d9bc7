/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Talking to systemd as sd_notify(3) and sd_watchdog_enabled(3) do, but over one
 * socket that is held, since the sandbox lets none be made; nothing happens
 * where there is no systemd.
 */
#ifndef SERVE_SERVICE_H
#define SERVE_SERVICE_H

#include <stdint.h>

/* Opens what is needed later, inside the sandbox.  Call it first. */
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

#endif
