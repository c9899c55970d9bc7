# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Reading what the guest sent over its third serial port.

# lab_result_ready FILE: did the guest's init come up?
lab_result_ready()
{
	[ "$(head -c 6 "$1" 2>/dev/null | tr -d '\0')" = "ready" ]
}

# lab_result_header FILE: prints "STATUS BYTES SHA256"; fails when the guest
# ended without one
lab_result_header()
{
	local line

	line=$(head -n 2 "$1" 2>/dev/null | tail -n +2 | tr -d '\0' | head -c 200)
	[[ $line =~ ^result\ ([0-9]+)\ ([0-9]+)\ ([0-9a-f]{64})$ ]] || return 1
	printf '%s %s %s\n' "${BASH_REMATCH[@]:1}"
}

# lab_result_unpack FILE BYTES SHA256 OUTDIR: "" as OUTDIR only checks
lab_result_unpack()
{
	local file=$1 bytes=$2 sum=$3 outdir=$4 archive=$1.tar.gz got

	tail -n +3 "$file" >"$archive"
	got=$(stat -c %s "$archive")
	if [ "$got" -ne "$bytes" ]; then
		lab_say "transfer damaged: the guest sent $bytes bytes, $got came"
		return 1
	fi
	if [ "$(sha256sum <"$archive" | cut -d' ' -f1)" != "$sum" ]; then
		lab_say "transfer damaged: checksum of $bytes bytes differs"
		return 1
	fi
	[ -z "$outdir" ] || tar -xzf "$archive" -C "$outdir" --no-same-owner --no-overwrite-dir
}
