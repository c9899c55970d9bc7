# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# lab build: kernels from Debian's linux-source-7.3, kernel.config and patches.
# A kernel's place in the cache is named by the hash of all that went into it.
# One tree without patches is kept with its objects; a variant starts as a copy
# of it, so that only what a patch touches is compiled again.

# The fragment's settings without its comments, which build nothing.
lab_config_lines()
{
	grep -E '^(CONFIG_|# CONFIG_.* is not set)' "$LAB_DIR/kernel.config"
}

# lab_hash FILE...: of the source's version, the compiler, the config and FILEs
lab_hash()
{
	{
		cat "$LAB_CACHE/source/version"
		gcc --version | head -n 1
		lab_config_lines
		[ $# -eq 0 ] || cat "$@"
	} | sha256sum | cut -c1-12
}

# lab_variant_patches NAME: prints the files, one a line
lab_variant_patches()
{
	local patches patch

	read -r _ patches <<<"$(lab_table_row "$LAB_BUILT_KERNELS" "$1")"
	[ "$patches" != - ] || return 0
	for patch in ${patches//,/ }; do
		printf '%s\n' "$LAB_DIR/patches/$patch"
	done
}

# lab_built_folder NAME PATCH...: where that kernel is or will be
lab_built_folder()
{
	local name=$1

	shift
	printf '%s/built/%s-%s\n' "$LAB_CACHE" "$name" "$(lab_hash "$@")"
}

lab_built_state()
{
	local patches=() folder

	[ -s "$LAB_CACHE/source/version" ] || { echo "not built"; return; }
	mapfile -t patches < <(lab_variant_patches "$1")
	folder=$(lab_built_folder "$1" "${patches[@]}")
	if [ -f "$folder/bzImage" ]; then
		cat "$folder/version"
	else
		echo "not built"
	fi
}

# lab_built_image NAME: prints the image of a shipped variant, building it first
lab_built_image()
{
	local patches=() folder

	[ -s "$LAB_CACHE/source/version" ] || lab_fetch_source >&2
	mapfile -t patches < <(lab_variant_patches "$1")
	folder=$(lab_built_folder "$1" "${patches[@]}")
	[ -f "$folder/bzImage" ] || lab_locked build lab_build_variant "$1" "${patches[@]}" >&2
	printf '%s\n' "$folder/bzImage"
}

lab_build_tools()
{
	lab_need gcc make flex bison bc pahole patch xz perl
	[ -e /usr/include/libelf.h ] || lab_die "$LAB_FAILED" "libelf's headers are missing (Debian: libelf-dev)"
}

# lab_make TREE LOG NAME TARGET...
lab_make()
{
	local tree=$1 log=$2 name=$3

	shift 3
	nice -n "${LAB_NICE:-10}" make -C "$tree" -j"$(nproc)" ARCH=x86_64 \
		LOCALVERSION="-$name" KBUILD_BUILD_USER=lab KBUILD_BUILD_HOST=lab \
		KBUILD_BUILD_TIMESTAMP=@1767225600 KBUILD_BUILD_VERSION=1 "$@" >>"$log" 2>&1
}

# lab_build_config TREE LOG NAME: a line of the fragment that got lost is an error
lab_build_config()
{
	local tree=$1 log=$2 lost

	lab_make "$@" tinyconfig
	(cd "$tree" && scripts/kconfig/merge_config.sh -m .config "$LAB_DIR/kernel.config") >>"$log" 2>&1
	lab_make "$@" olddefconfig
	lost=$(lab_config_lines |
		while read -r line; do
			case $line in
			*"is not set")	! grep -q "^${line:2:-11}=" "$tree/.config" || echo "$line" ;;
			*)		grep -qxF "$line" "$tree/.config" || echo "$line" ;;
			esac
		done)
	if [ -n "$lost" ]; then
		printf 'lab: not in the final config: %s\n' "$lost" >>"$log"
		return 1
	fi
}

# lab_build_failed LOG WHAT
lab_build_failed()
{
	grep -E '(error|Error|FAILED|not in the final config|^CONFIG_)' "$1" | tail -n 8 | sed 's/^/lab:   /' >&2 || true
	lab_say "$2 failed; the log is $1"
	return "$LAB_FAILED"
}

# The tree without patches, built, kept in the cache. Prints nothing;
# lab_base_tree names it.
lab_base_tree()
{
	printf '%s/build/tree-%s\n' "$LAB_CACHE" "$(lab_hash)"
}

lab_build_base()
{
	local tree stage log

	tree=$(lab_base_tree)
	[ ! -d "$tree" ] || return 0
	rm -rf "$LAB_CACHE"/build/tree-*
	mkdir -p "$LAB_CACHE/build"
	log=$LAB_CACHE/build/built.log
	stage=$(lab_stage "$LAB_CACHE/build")
	lab_say "base tree: unpacking and building linux-source-7.3 $(cat "$LAB_CACHE/source/version"), some 10 minutes; log $log"
	: >"$log"
	if ! tar -xJf "$LAB_CACHE/source/linux.tar.xz" -C "$stage" --strip-components=1 2>>"$log" ||
	   ! lab_build_config "$stage" "$log" built ||
	   ! lab_make "$stage" "$log" built bzImage; then
		rm -rf "$stage"
		lab_build_failed "$log" "building the base tree" || return
	fi
	lab_install_dir "$stage" "$tree"
}

# lab_build_patch TREE LOG PATCH...
lab_build_patch()
{
	local tree=$1 log=$2 patch

	shift 2
	for patch in "$@"; do
		printf 'lab: patch %s\n' "$patch" >>"$log"
		[ -r "$patch" ] || { echo "error: no such patch" >>"$log"; return 1; }
		patch -d "$tree" -p1 --forward --fuzz=0 <"$patch" >>"$log" 2>&1 || return 1
	done
}

# lab_build_variant NAME PATCH...: into the cache, unless it is there
lab_build_variant()
{
	local name=$1 base final tree log stage begin=$SECONDS

	shift
	final=$(lab_built_folder "$name" "$@")
	if [ -f "$final/bzImage" ]; then
		printf '%s: %s (cached)\n' "$name" "$final"
		return 0
	fi
	lab_build_tools
	lab_build_base || return
	base=$(lab_base_tree)
	tree=$base
	log=$LAB_CACHE/build/$name.log
	if [ "$name" != built ]; then
		: >"$log"
		lab_say "$name: copying the tree, patching, building; log $log"
		tree=$(lab_stage "$LAB_CACHE/build")
		# Time stamps are kept: make then sees only what the patch changed.
		cp -a "$base/." "$tree/"
		if ! lab_build_patch "$tree" "$log" "$@" || ! lab_make "$tree" "$log" "$name" bzImage; then
			rm -rf "$tree"
			lab_build_failed "$log" "building $name" || return
		fi
	fi
	stage=$(lab_stage "$LAB_CACHE/built")
	cp "$tree/arch/x86/boot/bzImage" "$stage/bzImage"
	cp "$tree/.config" "$stage/config"
	cp "$tree/System.map" "$stage/System.map"
	cp "$tree/mm/memcontrol.o" "$stage/memcontrol.o"
	printf '%s linux-source-7.3 %s\n' "$(cat "$tree/include/config/kernel.release")" \
		"$(cat "$LAB_CACHE/source/version")" >"$stage/version"
	[ "$tree" = "$base" ] || rm -rf "$tree"
	lab_install_dir "$stage" "$final"
	printf '%s: %s, %d s\n' "$name" "$final" "$((SECONDS - begin))"
}

# lab_build_own NAME PATCH...: a user's kernel, found by its name afterwards
lab_build_own()
{
	local name=$1 final

	[[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || lab_die "$LAB_FAILED" "'$name' cannot be a kernel's name"
	if lab_is_debian "$name" || lab_is_built "$name"; then
		lab_die "$LAB_FAILED" "the name '$name' is taken"
	fi
	lab_locked build lab_build_variant "$@" || return
	final=$(lab_built_folder "$@")
	mkdir -p "$LAB_CACHE/own"
	ln -sfn "$final" "$LAB_CACHE/own/$name"
}

lab_cmd_build()
{
	local own='' patches=() names=() name variant_patches=()

	while [ $# -gt 0 ]; do
		case $1 in
		--name)		lab_value "$1" $#; own=$2; shift 2 ;;
		--patch)	lab_value "$1" $#; patches+=("$(readlink -f "$2")"); shift 2 ;;
		-*)		lab_die "$LAB_FAILED" "build has no option $1" ;;
		all)		mapfile -t names < <(lab_built_names); shift ;;
		*)		names+=("$1"); shift ;;
		esac
	done
	[ -n "$own" ] || [ ${#names[@]} -gt 0 ] || lab_die "$LAB_FAILED" "build what? a variant, all, or --name X"
	[ -s "$LAB_CACHE/source/version" ] || lab_fetch_source
	if [ -n "$own" ]; then
		lab_build_own "$own" "${patches[@]}" || return
	fi
	for name in "${names[@]}"; do
		lab_is_built "$name" || lab_die "$LAB_FAILED" "no variant '$name' ($(lab_built_names | tr '\n' ' '))"
		mapfile -t variant_patches < <(lab_variant_patches "$name")
		lab_locked build lab_build_variant "$name" "${variant_patches[@]}" || return
	done
}
