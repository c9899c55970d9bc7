/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef KERNEL_PRIVILEGE_H
#define KERNEL_PRIVILEGE_H

/*
 * privilege__drop - gives up every capability, once probes are attached: what
 * is left to do (reading maps, program info, attaching a loaded program for a
 * new calibration) needs none with the descriptors held.  Export then gives up even
 * that (serve/sandbox.h).
 */
void privilege__drop(void);

#endif
