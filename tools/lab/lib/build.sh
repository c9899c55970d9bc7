# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# lab build: kernels from Debian's linux-source-7.3, kernel.config and patches.
# A kernel's place in the cache is named by the hash of all that went into it.
# One tree without patches is kept with its objects; a variant starts from a copy
# of it, so that only what a patch touches is compiled again. For that the copy
# must lie where the tree was built (objtool's dependencies hold full paths, and
# all objects depend on objtool), so the kept tree is moved aside meanwhile:
#
#   build/linux     where every build happens
#   build/base      the kept tree, while a variant is being built
#   build/base.hash what the kept tree was built from; written when it is whole

# The fragment's settings without its comments, which build nothing.
lab_config_lines()
{
	grep -E '^(CONFIG_|# CONFIG_.* is not set)' "$LAB_DIR/kernel.config"
}

LAB_TREE=$LAB_CACHE/build/linux

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

# lab_make LOG NAME TARGET...
lab_make()
{
	local log=$1 name=$2

	shift 2
	nice -n "${LAB_NICE:-10}" make -C "$LAB_TREE" -j"$(nproc)" ARCH=x86_64 \
		LOCALVERSION="-$name" KBUILD_BUILD_USER=lab KBUILD_BUILD_HOST=lab \
		KBUILD_BUILD_TIMESTAMP=@1767225600 KBUILD_BUILD_VERSION=1 "$@" >>"$log" 2>&1
}

# lab_build_config LOG NAME: a line of the fragment that got lost is an error
lab_build_config()
{
	local log=$1 lost

	lab_make "$@" tinyconfig
	(cd "$LAB_TREE" && scripts/kconfig/merge_config.sh -m .config "$LAB_DIR/kernel.config") >>"$log" 2>&1
	lab_make "$@" olddefconfig
	lost=$(lab_config_lines |
		while read -r line; do
			case $line in
			*"is not set")	! grep -q "^${line:2:-11}=" "$LAB_TREE/.config" || echo "$line" ;;
			*)		grep -qxF "$line" "$LAB_TREE/.config" || echo "$line" ;;
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

# Puts the kept tree back in its place, also after a build that was killed.
lab_build_restore()
{
	if [ -d "$LAB_CACHE/build/base" ]; then
		rm -rf "$LAB_TREE"
		mv -T "$LAB_CACHE/build/base" "$LAB_TREE"
	fi
}

# Without the code of graphics, which the config leaves out: 0.6 GB.
lab_build_unpack()
{
	tar -xJf "$LAB_CACHE/source/linux.tar.xz" -C "$LAB_TREE" --strip-components=1 \
		--exclude='*/drivers/gpu/drm/*.[ch]'
}

# lab_build_plain LOG FINAL: compiles what the tree lacks; its kernel in FINAL
lab_build_plain()
{
	lab_make "$1" built bzImage && lab_build_keep "$2" || return
	# Every variant links these anew, so they need not be copied for it: 1 GB.
	rm -f "$LAB_TREE"/vmlinux "$LAB_TREE"/vmlinux.* "$LAB_TREE"/.tmp_vmlinux*
}

# lab_build_base HASH FINAL: the tree without patches; its kernel in FINAL
lab_build_base()
{
	local log=$LAB_CACHE/build/built.log mark=$LAB_CACHE/build/base.hash

	mkdir -p "$LAB_CACHE/build"
	lab_build_restore
	: >"$log"
	if [ "$(cat "$mark" 2>/dev/null)" != "$1" ]; then
		rm -rf "$LAB_TREE" "$mark"
		mkdir "$LAB_TREE"
		lab_say "base tree: building linux-source-7.3 $(cat "$LAB_CACHE/source/version"), some 20 minutes on two cores; log $log"
		if ! lab_build_unpack 2>>"$log" || ! lab_build_config "$log" built ||
		   ! lab_build_plain "$log" "$2"; then
			rm -rf "$LAB_TREE"
			lab_build_failed "$log" "building the base tree"
			return
		fi
		printf '%s\n' "$1" >"$mark"
	elif [ ! -f "$2/bzImage" ]; then
		lab_build_plain "$log" "$2" || lab_build_failed "$log" "linking the base tree"
	fi
}

# lab_build_patch LOG PATCH...
lab_build_patch()
{
	local log=$1 patch

	shift
	for patch in "$@"; do
		printf 'lab: patch %s\n' "$patch" >>"$log"
		[ -r "$patch" ] || { echo "error: no such patch" >>"$log"; return 1; }
		patch -d "$LAB_TREE" -p1 --forward --fuzz=0 <"$patch" >>"$log" 2>&1 || return 1
	done
}

# lab_build_patched NAME PATCH...: the tree becomes a patched copy of itself.
# Time stamps are kept: make then sees only what the patches changed.
lab_build_patched()
{
	local name=$1 log=$LAB_CACHE/build/$1.log

	shift
	: >"$log"
	lab_say "$name: copying the tree, patching, building; log $log"
	mv -T "$LAB_TREE" "$LAB_CACHE/build/base"
	if ! cp -a "$LAB_CACHE/build/base" "$LAB_TREE" 2>>"$log" || ! lab_build_patch "$log" "$@" ||
	   ! lab_make "$log" "$name" bzImage; then
		lab_build_failed "$log" "building $name"
		return
	fi
}

# lab_build_keep FINAL: takes what is worth keeping out of the built tree
lab_build_keep()
{
	local stage

	stage=$(lab_stage "$LAB_CACHE/built")
	if cp "$LAB_TREE/arch/x86/boot/bzImage" "$LAB_TREE/System.map" "$LAB_TREE/mm/memcontrol.o" "$stage/" &&
	   cp "$LAB_TREE/.config" "$stage/config" &&
	   printf '%s linux-source-7.3 %s\n' "$(cat "$LAB_TREE/include/config/kernel.release")" \
		"$(cat "$LAB_CACHE/source/version")" >"$stage/version"; then
		lab_install_dir "$stage" "$1"
	else
		rm -rf "$stage"
		lab_say "no built kernel in $LAB_TREE"
		return "$LAB_FAILED"
	fi
}

# lab_build_variant NAME PATCH...: into the cache, unless it is there
lab_build_variant()
{
	local name=$1 hash final status=0 begin=$SECONDS

	shift
	# Both now: kernel.config may be edited while the build goes on.
	hash=$(lab_hash)
	final=$(lab_built_folder "$name" "$@")
	if [ -f "$final/bzImage" ]; then
		printf '%s: %s (cached)\n' "$name" "$final"
		return 0
	fi
	lab_build_tools
	lab_build_base "$hash" "$(lab_built_folder built)" || return
	if [ "$name" != built ]; then
		if ! lab_build_patched "$name" "$@" || ! lab_build_keep "$final"; then
			status=$LAB_FAILED
		fi
		lab_build_restore
		[ "$status" -eq 0 ] || return "$status"
	fi
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
