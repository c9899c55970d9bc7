# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Where kernels are built from. The lab's builder takes its source from its cache:
# Debian's lies there, and any other tree gets a cache of its own, below
# trees/ of the lab's and named by what is in the tree:
#
#   trees/KEY/source/linux.tar.xz, version	what lab build unpacks
#   trees/KEY/build, built, own			what it leaves
#
# All functions set AB_SRC_CACHE, the cache to build in.
# shellcheck disable=SC2034

# ab_source_package LOG: Debian's linux-source-7.3
ab_source_package()
{
	local status=0

	AB_SRC_CACHE=$LAB_CACHE
	[ ! -s "$LAB_CACHE/source/version" ] || return 0
	ab_say "getting linux-source-7.3"
	ab_step "downloading linux-source-7.3" "$1" "$AB_LAB" fetch source || status=$?
	[ "$status" -ne 0 ] || return 0
	tail -n 2 "$1" >&2
	[ "$status" -ne "$AB_SKIP" ] || ab_fail "$AB_SKIP" "linux-source-7.3 is not to be had; the log is $1" || return
	ab_fail "$AB_BUILD" "linux-source-7.3 could not be downloaded; the log is $1"
}

# Writes a tar of a tree's sources: what git tracks, as it lies there, or all but
# what a build leaves. Owners and times are left out, so that the same files give
# the same tar.
ab_source_tar()
{
	local tree=$1 common=(--sort=name --owner=0 --group=0 --numeric-owner --mtime=@1767225600
		--transform 's,^[.]/,,;s,^,linux/,SH')

	if git -C "$tree" rev-parse --show-prefix >/dev/null 2>&1 &&
	   [ -z "$(git -C "$tree" rev-parse --show-prefix)" ]; then
		comm -z -23 <(git -C "$tree" ls-files -z | sort -zu) <(git -C "$tree" ls-files -zd | sort -zu) |
			tar "${common[@]}" -C "$tree" --null --verbatim-files-from -cf - -T -
	else
		tar "${common[@]}" -C "$tree" --exclude-vcs --exclude='*.o' --exclude='*.a' --exclude='*.ko' \
			--exclude='*.cmd' --exclude='*.mod' --exclude=./.config --exclude=./.config.old \
			--exclude='./vmlinux*' --exclude='./.tmp_*' --exclude=./System.map \
			--exclude=./include/config --exclude=./include/generated \
			--exclude='./arch/*/include/generated' --exclude='./arch/*/boot/bzImage' -cf - .
	fi
}

# ab_source_keep KEY VERSION COMMAND...: a cache with COMMAND's tar as its source
ab_source_keep()
{
	local key=$1 version=$2 final=$LAB_CACHE/trees/$1 stage

	shift 2
	[ ! -s "$final/source/version" ] || return 0
	mkdir -p "$LAB_CACHE/trees"
	stage=$(mktemp -d "$LAB_CACHE/trees/.part.XXXXXX") || return
	# Fast and large: it is read once.
	if mkdir "$stage/source" && "$@" | xz -0 -T0 >"$stage/source/linux.tar.xz" &&
	   printf '%s\n' "$version" >"$stage/source/version" && chmod 755 "$stage" &&
	   mkdir -p "$final" && rm -rf "$final/source" && mv -T "$stage/source" "$final/source"; then
		rmdir "$stage"
	else
		rm -rf "$stage"
		return 1
	fi
}

ab_source_dir_key()
{
	ab_source_tar "$1" | sha256sum | cut -c1-12
}

# ab_source_dir LOG TREE
ab_source_dir()
{
	local log=$1 tree key

	tree=$(readlink -f "$2")
	ab_step "reading $tree" "$log" ab_to_file "$AB_TMP/key" ab_source_dir_key "$tree" &&
		key=$(cat "$AB_TMP/key") && [ ${#key} -eq 12 ] &&
		ab_step "copying $tree" "$log" ab_source_keep "$key" "tree-$key" ab_source_tar "$tree" ||
		ab_fail "$AB_BUILD" "$tree could not be read; the log is $log" || return
	AB_SRC_CACHE=$LAB_CACHE/trees/$key
}

# ab_source_rev LOG REPOSITORY REVISION
ab_source_rev()
{
	local log=$1 repository=$2 rev

	rev=$(git -C "$repository" rev-parse --verify --quiet "$3^{commit}") ||
		ab_fail "$AB_USAGE" "no revision '$3' in $repository" || return
	git -C "$repository" cat-file -e "$rev:mm/memcontrol.c" 2>>"$log" ||
		ab_fail "$AB_USAGE" "$3 of $repository is no kernel: no mm/memcontrol.c" || return
	ab_step "taking $3 out of $repository" "$log" ab_source_keep "${rev:0:12}" "git-${rev:0:12}" \
		git -C "$repository" archive --format=tar --prefix=linux/ "$rev" ||
		ab_fail "$AB_BUILD" "$3 of $repository could not be taken out; the log is $log" || return
	AB_SRC_CACHE=$LAB_CACHE/trees/${rev:0:12}
}

# ab_to_file FILE COMMAND...
ab_to_file()
{
	local file=$1

	shift
	"$@" >"$file"
}

# ab_source_files CACHE FOLDER PATH...: these files of the source, unpatched, as
# far as they are there. From the tree the lab keeps unpacked, unless it is being
# built in, else from the archive, which takes some ten seconds.
ab_source_files()
{
	local cache=$1 folder=$2 path members=()

	shift 2
	mkdir -p "$folder"
	(
		flock -n 9 || exit 1
		[ -f "$cache/build/base.hash" ] && [ ! -e "$cache/build/base" ] || exit 1
		cd "$cache/build/linux" || exit 1
		for path in "$@"; do
			[ ! -f "$path" ] || cp --parents "$path" "$folder/" || exit 1
		done
	) 9>>"$cache/.lock-build" && return 0
	for path in "$@"; do
		members+=("*/$path")
	done
	# tar's status is bad when one of them is not there: a patch may make it.
	tar -xJf "$cache/source/linux.tar.xz" -C "$folder" --strip-components=1 \
		--wildcards --wildcards-match-slash "${members[@]}" 2>/dev/null
	return 0
}
