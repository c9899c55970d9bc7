# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What B has and A has not: the user's series, the difference of two revisions or
# a placebo. Tried on the touched files first: a build of the base may take twenty
# minutes, a patch that does not apply should not.

# ab_patches_list: the series, a file a line, directories taken apart. A cover
# letter in one of them has nothing to apply.
ab_patches_list()
{
	local patch file

	for patch in "${AB_PATCHES[@]}"; do
		if [ ! -d "$patch" ]; then
			readlink -f "$patch"
			continue
		fi
		for file in "$patch"/*.patch; do
			! grep -q '^+++ ' "$file" 2>/dev/null || readlink -f "$file"
		done
	done
}

# ab_patches_touched PATCH...: paths these patches read or write
ab_patches_touched()
{
	sed -nE 's,^(---|\+\+\+) [^/[:space:]]+/([^[:space:]]+).*,\2,p; s,^(rename|copy) from (.*),\2,p' "$@" |
		sort -u
}

# ab_patches_try LOG PATCH...: do they apply to the source, one after the other?
ab_patches_try()
{
	local log=$1 tree=$AB_TMP/try patch touched=()

	shift
	mapfile -t touched < <(ab_patches_touched "$@")
	[ ${#touched[@]} -gt 0 ] || ab_fail "$AB_PATCH" "nothing to apply in $*" || return
	rm -rf "$tree"
	ab_step "trying the patches" "$log" ab_source_files "$AB_SRC_CACHE" "$tree" "${touched[@]}"
	for patch in "$@"; do
		printf 'patch %s\n' "$patch" >>"$log"
		patch -d "$tree" -p1 --forward --fuzz=0 --batch <"$patch" >>"$log" 2>&1 || {
			grep -E 'FAILED|find file|malformed|garbage|Reversed' "$log" | tail -n 4 | sed 's/^/memcg-ab:   /' >&2
			ab_fail "$AB_PATCH" "$patch does not apply; the log is $log"
			return
		}
	done
}

# A function nobody calls, before the first function of mm/memcontrol.c: all that
# the linker puts behind it moves, nothing else changes. A difference between
# such kernels is what layout alone does on this machine. 1,072 bytes: a multiple of
# a function's alignment, so that nothing else is padded, and of neither a page nor a
# cache line.
AB_PLACEBO_FUNCTION='
/* memcg-ab: never called; moves what is linked behind it. */
static void __used noinline notrace memcg_ab_placebo(void)
{
	asm volatile(".skip 1072, 0x90");
}
'

# ab_placebo_patch LOG FILE: made from the source at hand, so that it always applies
ab_placebo_patch()
{
	local tree=$AB_TMP/placebo file=mm/memcontrol.c last

	ab_step "making a placebo" "$1" ab_source_files "$AB_SRC_CACHE" "$tree/a" "$file"
	last=$(grep -n '^#include' "$tree/a/$file" 2>/dev/null | tail -n 1 | cut -d: -f1)
	[ -n "$last" ] || ab_fail "$AB_PATCH" "the source has no $file to put a placebo in" || return
	mkdir -p "$tree/b/mm"
	{
		head -n "$last" "$tree/a/$file"
		printf '%s' "$AB_PLACEBO_FUNCTION"
		tail -n "+$((last + 1))" "$tree/a/$file"
	} >"$tree/b/$file"
	# No time stamps: the same patch is the same kernel to the cache.
	(cd "$tree" && diff -u --label "a/$file" --label "b/$file" "a/$file" "b/$file") >"$2"
	[ -s "$2" ]
}

# ab_rev_patch REPOSITORY BASE PATCHED FILE: status 1 where patch(1) could not
# apply it, because a binary file differs
ab_rev_patch()
{
	git -C "$1" diff --no-color --no-ext-diff --no-textconv --no-renames --full-index \
		--src-prefix=a/ --dst-prefix=b/ "$2" "$3" >"$4" || return
	! grep -q '^Binary files .* differ$' "$4"
}
