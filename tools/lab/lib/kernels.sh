# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The names of the lab's kernels and where each one's image lies.

# NAME SERIES FLAVOUR SUITES(comma separated)
LAB_DEBIAN_KERNELS="\
6.1 6.1 cloud-amd64 bookworm
6.12 6.12 cloud-amd64 bookworm-backports
7.2 7.2 cloud-amd64 forky,sid
7.3 7.3 cloud-amd64 trixie-backports
6.12-rt 6.12 rt-amd64 bookworm-backports
7.3-rt 7.3 rt-amd64 trixie-backports"

# NAME PATCHES(comma separated, applied in this order; - for none)
LAB_BUILT_KERNELS="\
built -
built-truth hold-truth.patch
built-fix uncharge-after-unlock.patch
built-fix-truth hold-truth.patch,uncharge-after-unlock-on-truth.patch"

lab_debian_names()
{
	cut -d' ' -f1 <<<"$LAB_DEBIAN_KERNELS"
}

lab_built_names()
{
	cut -d' ' -f1 <<<"$LAB_BUILT_KERNELS"
}

# lab_table_row TABLE NAME: prints the row
lab_table_row()
{
	awk -v name="$2" '$1 == name' <<<"$1"
}

lab_is_debian()
{
	[ -n "$(lab_table_row "$LAB_DEBIAN_KERNELS" "$1")" ]
}

lab_is_built()
{
	[ -n "$(lab_table_row "$LAB_BUILT_KERNELS" "$1")" ]
}

# lab_kernel_image NAME|BZIMAGE: prints the image's path, getting the kernel
# first where that is needed
lab_kernel_image()
{
	local name=$1 folder

	if [[ $name == */* ]] || [ -f "$name" ]; then
		[ -r "$name" ] || lab_die "$LAB_FAILED" "no kernel image '$name'"
		printf '%s\n' "$name"
		return
	fi
	if lab_is_debian "$name"; then
		folder=$LAB_CACHE/kernels/$name
		[ -f "$folder/vmlinuz" ] || lab_fetch_kernel "$name" >&2
		printf '%s\n' "$folder/vmlinuz"
	elif lab_is_built "$name"; then
		lab_built_image "$name"
	elif [ -f "$LAB_CACHE/own/$name/bzImage" ]; then
		printf '%s\n' "$LAB_CACHE/own/$name/bzImage"
	else
		lab_die "$LAB_FAILED" "no kernel '$name' (lab kernels lists them)"
	fi
}

lab_cmd_kernels()
{
	local name state

	[ $# -eq 0 ] || lab_die "$LAB_FAILED" "kernels takes no argument"
	for name in $(lab_debian_names); do
		state="not fetched"
		[ ! -f "$LAB_CACHE/kernels/$name/version" ] ||
			state=$(cat "$LAB_CACHE/kernels/$name/version")
		printf '%-16s %s\n' "$name" "$state"
	done
	for name in $(lab_built_names); do
		printf '%-16s %s\n' "$name" "$(lab_built_state "$name")"
	done
	for name in "$LAB_CACHE"/own/*/; do
		[ -d "$name" ] || continue
		printf '%-16s own build\n' "$(basename "$name")"
	done
}
