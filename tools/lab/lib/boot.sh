# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# One life of a guest: start QEMU, watch it, tell how it ended.

# A guest that has not said "ready" by then never will. Two busy cores under
# emulation need up to a minute.
LAB_BOOT_LIMIT=${LAB_BOOT_LIMIT:-150}

# lab_wait_child SECONDS: status 0 when LAB_CHILD ended by itself in time
lab_wait_child()
{
	local ended=

	sleep "$1" >/dev/null 2>&1 &
	LAB_TIMER=$!
	wait -n -p ended "$LAB_CHILD" "$LAB_TIMER" || true
	kill "$LAB_TIMER" 2>/dev/null || true
	wait "$LAB_TIMER" 2>/dev/null || true
	LAB_TIMER=
	[ "$ended" = "$LAB_CHILD" ]
}

lab_kill_child()
{
	kill -KILL "$LAB_CHILD" 2>/dev/null || true
	wait "$LAB_CHILD" 2>/dev/null || true
	LAB_CHILD=
}

# lab_watch FILE: waits for the guest's end and sets BOOT_END to
# ended | timeout (the user's limit) | dead (never became ready)
lab_watch()
{
	local limit=$LAB_BOOT_LIMIT

	BOOT_END=timeout
	[ "$limit" -le "$RUN_SECONDS" ] || limit=$RUN_SECONDS
	if lab_wait_child "$limit"; then
		BOOT_END=ended
	elif [ "$RUN_SECONDS" -gt "$limit" ]; then
		if ! lab_result_ready "$1"; then
			BOOT_END=dead
		elif lab_wait_child "$((RUN_SECONDS - limit))"; then
			BOOT_END=ended
		fi
	fi
	if [ "$BOOT_END" = ended ] && ! lab_result_ready "$1"; then
		BOOT_END=dead
	fi
}

# lab_boot_once ACCEL FOLDER: one life, to its end; sets BOOT_END
lab_boot_once()
{
	local accel=$1 folder=$2 sink=cat ahead

	[ -z "$RUN_QUIET" ] || sink="cat >/dev/null"
	: >"$folder/console"
	: >"$folder/result"
	lab_qemu_args "$accel" "$folder"

	# A pipe between: QEMU makes its stdout non-blocking, and that would
	# reach whoever shares our stdout.
	mkfifo "$folder/output"
	bash -c "$sink" <"$folder/output" &
	ahead=$!
	setpriv --pdeathsig KILL "${LAB_QEMU[@]}" "${LAB_ARGS[@]}" \
		</dev/null >"$folder/output" 2>"$folder/qemu.log" &
	LAB_CHILD=$!
	lab_ram_close
	lab_ram_open "$LAB_CHILD" || true

	lab_watch "$folder/result"
	lab_kill_child
	wait "$ahead" 2>/dev/null || true
	rm -f "$folder/output"
}

# lab_boot FOLDER: with KVM's fallback and one retry of a boot that died
# before the guest was ready, which is an emulator's fault more often than not
lab_boot()
{
	local folder=$1 accel

	accel=$(lab_accel)
	lab_boot_once "$accel" "$folder"
	[ "$BOOT_END" = dead ] || return 0
	if [ "$accel" = kvm ] && [ -z "$RUN_ICOUNT" ] && [ -z "${LAB_ACCEL:-}" ]; then
		lab_say "no guest boots with KVM here; from now on emulated"
		lab_kvm_failed
		accel=tcg
	else
		lab_say "boot died before the guest was ready, trying once more"
		lab_boot_evidence "$folder"
	fi
	lab_boot_once "$accel" "$folder"
}

# lab_boot_evidence FOLDER: why a boot died, as far as it can be seen
lab_boot_evidence()
{
	tail -n 5 "$1/qemu.log" | sed 's/^/lab: qemu: /' >&2
	tr -d '\r' <"$1/console" | tail -n 8 | sed 's/^/lab: console: /' >&2
}
