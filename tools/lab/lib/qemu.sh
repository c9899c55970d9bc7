# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Which QEMU, which accelerator, which arguments.

# Sets LAB_QEMU (command words) and LAB_QEMU_CPU. The newer QEMU in the cache
# has no known fault; the older one of Debian 12 corrupts 6.12's memory unless
# cmpxchg16b is hidden from the guest, and now and then trips over text patching.
lab_qemu_pick()
{
	local root=$LAB_CACHE/qemu/root

	[ -z "${LAB_QEMU:-}" ] || return 0
	if [ -z "${LAB_SYSTEM_QEMU:-}" ]; then
		[ -s "$LAB_CACHE/qemu/version" ] || (lab_fetch_qemu) >&2 ||
			lab_say "no newer QEMU to be had, taking the system's"
		if "$root/usr/bin/qemu-system-x86_64" --version >/dev/null 2>&1; then
			LAB_QEMU=("$root/usr/bin/qemu-system-x86_64"
				-L "$root/usr/share/qemu" -L "$root/usr/share/seabios")
			LAB_QEMU_CPU=max
			return 0
		fi
	fi
	command -v qemu-system-x86_64 >/dev/null ||
		lab_die "$LAB_FAILED" "no qemu-system-x86_64 (Debian: qemu-system-x86)"
	LAB_QEMU=(qemu-system-x86_64)
	LAB_QEMU_CPU=max,-cx16
}

# Prints kvm or tcg. That KVM's device exists does not mean a guest boots with
# it; one that did not leaves a mark that holds until the host is booted again.
lab_accel()
{
	if [ -n "${LAB_ACCEL:-}" ]; then
		printf '%s\n' "$LAB_ACCEL"
	elif [ -w /dev/kvm ] &&
	     ! cmp -s "$LAB_CACHE/kvm-failed" /proc/sys/kernel/random/boot_id; then
		echo kvm
	else
		echo tcg
	fi
}

lab_kvm_failed()
{
	cat /proc/sys/kernel/random/boot_id >"$LAB_CACHE/kvm-failed"
}

# lab_qemu_args ACCEL FOLDER: fills LAB_ARGS for the run described by RUN_*;
# serial ports write into FOLDER, the command's output to stdout
lab_qemu_args()
{
	local accel=$1 folder=$2 cpu=$LAB_QEMU_CPU smp=$RUN_CPUS window
	local kernel_args="console=ttyS0,115200 earlyprintk=ttyS0,115200 panic=-1 reboot=t"

	# nokaslr: addresses of one run hold for the next. noirqdebug: two
	# serial ports share an interrupt, which looks like a stray one to 6.1-rt.
	# tsc=reliable: emulated CPUs fail the kernel's check that their TSCs
	# agree, though they do, and 6.1 would fall back to a clock that is slow
	# to read.
	kernel_args+=" nokaslr noirqdebug tsc=reliable rdinit=/init"
	if [ "$RUN_POSSIBLE" -gt "$RUN_CPUS" ]; then
		smp=$RUN_POSSIBLE
		kernel_args+=" maxcpus=$RUN_CPUS"
	fi
	window=$(lab_window_mib)
	if [ "$window" -gt 0 ]; then
		kernel_args+=" memmap=${window}M\$${LAB_WINDOW_AT_MIB}M"
	fi
	[ "$accel" != kvm ] || cpu=host
	LAB_ARGS=(-nodefaults -no-user-config -no-reboot -display none -nic none
		-object "memory-backend-memfd,id=ram,size=${RUN_MIB}M,share=on"
		-machine "pc,memory-backend=ram" -cpu "$cpu" -smp "$smp" -m "$RUN_MIB")
	if [ -n "$RUN_ICOUNT" ]; then
		LAB_ARGS+=(-accel tcg -icount "shift=0,sleep=off")
	elif [ "$accel" = kvm ]; then
		LAB_ARGS+=(-accel kvm)
	else
		LAB_ARGS+=(-accel "tcg,thread=multi")
	fi
	LAB_ARGS+=(-kernel "$RUN_IMAGE" -initrd "$folder/initramfs"
		-append "$kernel_args${RUN_APPEND:+ $RUN_APPEND}"
		-serial "file:$folder/console"
		-chardev "stdio,id=output,signal=off" -serial chardev:output
		-serial "file:$folder/result")
}
