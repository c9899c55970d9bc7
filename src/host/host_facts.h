/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a reader of a recording has to know about the host it was made on. */
#ifndef HOST_HOST_FACTS_H
#define HOST_HOST_FACTS_H

#include "recording/recording.h"

/*
 * host_facts__fill - kernel's build id, version and config hash, CPU model,
 * governor, host name, and what the host runs on.  What cannot be told stays
 * NULL.  Call while files may still be read (before privileges are dropped).
 *
 * The accelerator is what CPUID says on x86: "none" without its hypervisor bit,
 * else by the signature "kvm", "tcg" (QEMU's emulation), "hyper-v", "vmware",
 * "xen", or "hypervisor".  Elsewhere it is told from the device tree or DMI, and
 * NULL where those have nothing to say.
 */
void host_facts__fill(struct recording_info *info);

#endif
