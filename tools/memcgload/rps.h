/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rps.h - receive packet steering on the loopback device.
 *
 * With it the receiving half of loopback traffic runs in softirqs raised by
 * interrupts from other CPUs, which interrupt whoever holds the lock there.
 */
#ifndef MEMCGLOAD_RPS_H
#define MEMCGLOAD_RPS_H

/* Sets the mask unless NULL. Prints; a negative errno on failure. */
int rps__apply(const char *mask);
/* Puts back what rps__apply() found. Prints if it cannot. */
void rps__restore(void);

#endif
