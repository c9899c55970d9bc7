# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# lab fetch: kernels, QEMU and the kernel's source into the cache. What is in
# the cache stays as it is until --refresh: no network is needed for it.

# lab_kernel_regex SERIES FLAVOUR: packages that hold such a kernel's image.
# From 7.x on it is in linux-binary-VERSION, linux-image being but a shell.
lab_kernel_regex()
{
	local kind=image unsigned='(-unsigned)?'

	if [ "${1%%.*}" -ge 7 ]; then
		kind='binary(-unsigned)?'
		unsigned=''
	fi
	printf '^linux-%s-%s[.][0-9][^_]*-%s%s$\n' "$kind" "${1//./[.]}" "$2" "$unsigned"
}

# lab_extract_boot DEB FOLDER: takes out the image and, where the package has
# them, the config and the symbol map. 6.x keeps them in boot, 7.x the image
# alone in usr/lib/modules/VERSION.
lab_extract_boot()
{
	local deb=$1 folder=$2 part

	mkdir -p "$folder/x"
	# tar fails when a pattern matches nothing; what counts is looked at below.
	dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$folder/x" --wildcards \
		'*/vmlinuz*' '*/config-*' '*/System.map-*' 2>/dev/null || true
	for part in vmlinuz config System.map; do
		find "$folder/x" -type f -name "$part*" -exec mv {} "$folder/$part" \; -quit
	done
	rm -rf "$folder/x" "$deb" "$folder/download.log"
	[ -s "$folder/vmlinuz" ]
}

# lab_fetch_kernel_locked NAME
lab_fetch_kernel_locked()
{
	local name=$1 row series flavour suites package version suite stage
	local final=$LAB_CACHE/kernels/$name

	read -r _ series flavour suites <<<"$(lab_table_row "$LAB_DEBIAN_KERNELS" "$name")"
	suites=${suites//,/ }
	# shellcheck disable=SC2086
	row=$(lab_apt_newest "$(lab_kernel_regex "$series" "$flavour")" $suites)
	if [ -z "$row" ]; then
		lab_say "$name: the archive has no $series $flavour kernel any more in: $suites"
		return "$LAB_SKIP"
	fi
	read -r package version suite <<<"$row"
	if [ "$(cat "$final/version" 2>/dev/null)" = "$package $version $suite" ]; then
		printf '%s: %s %s (%s), still the newest\n' "$name" "$package" "$version" "$suite"
		return 0
	fi
	stage=$(lab_stage "$LAB_CACHE/kernels")
	if ! lab_apt_download "$stage" "$package=$version" ||
	   ! lab_extract_boot "$(echo "$stage"/*.deb)" "$stage"; then
		rm -rf "$stage"
		lab_say "$name: $package $version could not be downloaded or unpacked"
		return "$LAB_FAILED"
	fi
	printf '%s %s %s\n' "$package" "$version" "$suite" >"$stage/version"
	lab_install_dir "$stage" "$final"
	printf '%s: %s %s (%s)\n' "$name" "$package" "$version" "$suite"
}

# lab_fetch_kernel NAME
lab_fetch_kernel()
{
	local final=$LAB_CACHE/kernels/$1

	if [ -z "${LAB_REFRESH_ALL:-}" ] && [ -s "$final/vmlinuz" ]; then
		printf '%s: %s (cached)\n' "$1" "$(cat "$final/version")"
		return 0
	fi
	lab_locked apt lab_with_lists lab_fetch_kernel_locked "$1"
}

# Runs FUNCTION ARGS... on current package lists; a failure that is not a
# plain absence is tried once more on lists read anew.
lab_with_lists()
{
	local status=0

	lab_apt_ready
	"$@" || status=$?
	if [ "$status" -eq "$LAB_FAILED" ]; then
		lab_apt_update
		status=0
		"$@" || status=$?
	fi
	return "$status"
}

lab_fetch_qemu_locked()
{
	local suite=bookworm-backports package row version list=() stage deb

	for package in qemu-system-x86 qemu-system-common qemu-system-data seabios; do
		row=$(lab_apt_newest "^$package\$" "$suite" bookworm)
		[ -n "$row" ] || { lab_say "qemu: no $package in $suite"; return "$LAB_SKIP"; }
		read -r _ version _ <<<"$row"
		list+=("$package=$version")
	done
	stage=$(lab_stage "$LAB_CACHE")
	if ! lab_apt_download "$stage" "${list[@]}"; then
		rm -rf "$stage"
		return "$LAB_FAILED"
	fi
	for deb in "$stage"/*.deb; do
		dpkg-deb -x "$deb" "$stage/root"
		rm "$deb"
	done
	rm -f "$stage/download.log"
	printf '%s\n' "${list[0]}" >"$stage/version"
	lab_install_dir "$stage" "$LAB_CACHE/qemu"
	printf 'qemu: %s (%s)\n' "${list[0]}" "$suite"
}

lab_fetch_qemu()
{
	if [ -z "${LAB_REFRESH_ALL:-}" ] && [ -s "$LAB_CACHE/qemu/version" ]; then
		printf 'qemu: %s (cached)\n' "$(cat "$LAB_CACHE/qemu/version")"
		return 0
	fi
	lab_locked apt lab_with_lists lab_fetch_qemu_locked
}

lab_fetch_source_locked()
{
	local row version suite stage

	row=$(lab_apt_newest '^linux-source-7[.]3$' trixie-backports)
	[ -n "$row" ] || { lab_say "source: the archive has no linux-source-7.3 any more"; return "$LAB_SKIP"; }
	read -r _ version suite <<<"$row"
	stage=$(lab_stage "$LAB_CACHE")
	if ! lab_apt_download "$stage" "linux-source-7.3=$version" ||
	   ! dpkg-deb --fsys-tarfile "$(echo "$stage"/*.deb)" |
	     tar -xO --wildcards './usr/src/linux-source-7.3.tar.*' >"$stage/linux.tar.xz"; then
		rm -rf "$stage"
		return "$LAB_FAILED"
	fi
	rm -f "$stage"/*.deb "$stage/download.log"
	printf '%s\n' "$version" >"$stage/version"
	lab_install_dir "$stage" "$LAB_CACHE/source"
	printf 'source: linux-source-7.3 %s (%s)\n' "$version" "$suite"
}

lab_fetch_source()
{
	if [ -z "${LAB_REFRESH_ALL:-}" ] && [ -s "$LAB_CACHE/source/version" ]; then
		printf 'source: linux-source-7.3 %s (cached)\n' "$(cat "$LAB_CACHE/source/version")"
		return 0
	fi
	lab_locked apt lab_with_lists lab_fetch_source_locked
}

lab_fetch_one()
{
	case $1 in
	qemu)	lab_fetch_qemu ;;
	source)	lab_fetch_source ;;
	system)	lab_fetch_system ;;
	*)	lab_is_debian "$1" || lab_die "$LAB_FAILED" "no package for '$1' (lab kernels lists the names)"
		lab_fetch_kernel "$1" ;;
	esac
}

lab_cmd_fetch()
{
	local name names=() status=0 result=0

	for name in "$@"; do
		case $name in
		--refresh)	LAB_REFRESH=1 LAB_REFRESH_ALL=1 ;;
		-*)		lab_die "$LAB_FAILED" "fetch has no option $name" ;;
		all)		mapfile -t -O "${#names[@]}" names < <(lab_debian_names; echo qemu) ;;
		*)		names+=("$name") ;;
		esac
	done
	[ ${#names[@]} -gt 0 ] || lab_die "$LAB_FAILED" "fetch what? a kernel's name, qemu, source, system or all"
	if [ -n "${LAB_REFRESH:-}" ]; then
		lab_locked apt lab_apt_update
		LAB_REFRESH=
	fi
	for name in "${names[@]}"; do
		status=0
		lab_fetch_one "$name" || status=$?
		# A failure counts for more than an absence.
		[ "$status" -le "$result" ] || result=$status
	done
	return "$result"
}
