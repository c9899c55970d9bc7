# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Reading what the guest sent: a line with its exit status on the third serial
# port, and an archive. That lies in a window of the guest's memory, which QEMU
# holds in a memfd; or, from a kernel that cannot write there, on the same port
# at some 100 kB a second.

LAB_WINDOW_MIB=128 LAB_WINDOW_AT_MIB=256
LAB_RAM=

# A guest must keep enough memory beside the window.
lab_window_mib()
{
	if [ "$RUN_MIB" -ge 768 ]; then
		printf '%d\n' "$LAB_WINDOW_MIB"
	else
		echo 0
	fi
}

# lab_ram_open PID: sets LAB_RAM to a descriptor of that QEMU's guest memory; it
# stays readable when QEMU is gone
lab_ram_open()
{
	local link i

	for ((i = 0; i < 100; i++)); do
		for link in "/proc/$1/fd/"*; do
			[[ $(readlink "$link" 2>/dev/null) == *memory-backend-memfd* ]] || continue
			exec {LAB_RAM}<"$link"
			return 0
		done
		kill -0 "$1" 2>/dev/null || return 1
		sleep 0.05
	done
	return 1
}

lab_ram_close()
{
	[ -z "$LAB_RAM" ] || exec {LAB_RAM}<&-
	LAB_RAM=
}

# lab_result_ready FILE: did the guest's init come up?
lab_result_ready()
{
	[ "$(head -c 6 "$1" 2>/dev/null | tr -d '\0')" = "ready" ]
}

# lab_result_header FILE: prints "STATUS BYTES SHA256 WAY"; fails when the guest
# ended without one
lab_result_header()
{
	local line

	line=$(head -n 2 "$1" 2>/dev/null | tail -n +2 | tr -d '\0' | head -c 200)
	[[ $line =~ ^result\ ([0-9]+)\ ([0-9]+)\ ([0-9a-f]{64})\ (window|serial)$ ]] || return 1
	printf '%s %s %s %s\n' "${BASH_REMATCH[@]:1}"
}

# lab_result_archive FILE BYTES WAY: prints the archive
lab_result_archive()
{
	case $3 in
	serial)	tail -n +3 "$1" ;;
	window)	[ -n "$LAB_RAM" ] && dd bs=1M iflag=skip_bytes,count_bytes,fullblock status=none \
			skip="$((LAB_WINDOW_AT_MIB * 1048576))" count="$2" <&"$LAB_RAM" ;;
	esac
}

# lab_result_unpack FILE BYTES SHA256 WAY OUTDIR: "" as OUTDIR only checks
lab_result_unpack()
{
	local file=$1 bytes=$2 sum=$3 way=$4 outdir=$5 archive=$1.tar got

	lab_result_archive "$file" "$bytes" "$way" >"$archive" || true
	got=$(stat -c %s "$archive")
	if [ "$got" -ne "$bytes" ]; then
		lab_say "transfer damaged: the guest sent $bytes bytes, $got came"
		return 1
	fi
	if [ "$(sha256sum <"$archive" | cut -d' ' -f1)" != "$sum" ]; then
		lab_say "transfer damaged: checksum of $bytes bytes differs"
		return 1
	fi
	[ -z "$outdir" ] || lab_result_extract "$archive" "$outdir"
}

lab_result_extract()
{
	local decompress=cat

	! gzip -t "$1" 2>/dev/null || decompress='gzip -dc'
	$decompress <"$1" | tar -xf - -C "$2" --no-same-owner --no-overwrite-dir
}
