# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Finding a kernel's complaints in its console log.

# What a complaint starts with, right after the time stamp. Boot messages that
# merely hold such a word have a subsystem's name before it ("Spectre V2 :
# WARNING: ..."), and a user program's fault has "traps: NAME[PID]".
LAB_SPLAT_STARTS='BUG[ :]|WARNING: |Oops|Kernel panic|kernel BUG at|Internal error|general protection fault|double fault|divide error|invalid opcode|stack segment|int3: |PANIC: |UBSAN: |KASAN: |KFENCE: |INFO: possible |INFO: task .* blocked for more than|INFO: rcu|INFO: suspicious|rcu: INFO: .*(stall|expedited)|rcu: .* kthread starved|watchdog: BUG|watchdog: .*hard LOCKUP|list_(add|del) corruption|refcount_t: |suspicious RCU|possible circular|unregister_netdevice: waiting|traps: PANIC'

# lab_splats LOG: prints the offending lines; status 1 when there are none
lab_splats()
{
	grep -aE "^(\[ *[0-9]+\.[0-9]+\] *)?(\[ *[TC][0-9]+\] *)?($LAB_SPLAT_STARTS)" "$1"
}
