# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# One boot of one side: by the lab's QEMU, or by the user's runner. Both leave
# "record" (the recording) in FOLDER, or "plain" with what the load printed.

# A flake of QEMU's emulation on 7.3, in one boot of some dozens: an int3 oops
# while the kernel patches its own text. Not a result; the boot is tried again.
AB_BOOT_TRIES=3

# ab_boot_lab KIND SIDE FOLDER: its status is the lab's
ab_boot_lab()
{
	local kind=$1 kernel=AB_KERNEL_$2 folder=$3 words=() file

	words=(run -q -k "${!kernel}" -c "$AB_CPUS" -m "$AB_MIB" -t "$AB_TIMEOUT" -o "$folder"
		-f "$AB_OUT/bin/memcgload:/lab/memcgload" -f "$AB_DIR/ab/guest.sh:/lab/memcg-ab-guest")
	[ -z "$AB_ICOUNT" ] || words+=(--icount)
	[ "$kind" = plain ] || words+=(-f "$AB_OUT/bin/memcgtop:/lab/memcgtop")
	for file in "${AB_FILES[@]}"; do
		words+=(-f "$file")
	done
	"$AB_LAB" "${words[@]}" --env "AB_LOAD=$AB_LOAD" --env "AB_LIMIT=$AB_LIMIT" \
		--env "AB_INTERVAL=$AB_INTERVAL" -- sh /lab/memcg-ab-guest "$kind"
}

# ab_boot_runner KIND SIDE NUMBER FOLDER: CMD A|B NUMBER FILE LOAD, and the rest in
# its environment
ab_boot_runner()
{
	local kernel=AB_KERNEL_$2

	AB_KIND=$1 AB_KERNEL=${!kernel} AB_MEMCGTOP=$AB_OUT/bin/memcgtop \
	AB_MEMCGLOAD=$AB_OUT/bin/memcgload env "AB_LOAD=$AB_LOAD" "AB_LIMIT=$AB_LIMIT" \
		"AB_INTERVAL=$AB_INTERVAL" bash -c "$AB_RUNNER \"\$@\"" memcg-ab "$2" "$3" "$4/$1" "$AB_LOAD"
}

# ab_boot KIND SIDE NUMBER FOLDER LABEL
ab_boot()
{
	local kind=$1 side=$2 number=$3 folder=$4 label=$5 log=$4/boot.log status try

	for ((try = 1; try <= AB_BOOT_TRIES; try++)); do
		rm -rf "$folder"
		mkdir -p "$folder" || return
		status=0
		if [ -n "$AB_RUNNER" ]; then
			ab_step "$label" "$log" ab_boot_runner "$kind" "$side" "$number" "$folder" || status=$?
			return "$status"
		fi
		ab_step "$label" "$log" ab_boot_lab "$kind" "$side" "$folder" || status=$?
		if [ "$status" -ne 126 ] || ! grep -q 'Oops: int3' "$log"; then
			return "$status"
		fi
		ab_say "int3 oops while the kernel patched its text, the emulator's flake: try $try of $AB_BOOT_TRIES"
	done
	return "$status"
}
