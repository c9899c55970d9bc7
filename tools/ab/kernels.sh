# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The two kernels: building them by the lab, or taking them as they are. Each ends
# as AB_KERNEL_A/B, what the lab's -k takes, and AB_NAME_A/B, what people read.
# Images whose file is known are copied into the result folder: a --resume next
# week must boot the same bits.
# shellcheck disable=SC2034,SC2153

# ab_build CACHE WHAT ARGUMENT...: lab build in CACHE; sets AB_IMAGE
ab_build()
{
	local cache=$1 what=$2 log=$AB_OUT/logs/build.log status=0 begin=$SECONDS from

	shift 2
	ab_say "building $what (cached, or up to 20 minutes on two cores); log $log"
	from=$(wc -l <"$log" 2>/dev/null || echo 0)
	ab_step "building $what" "$log" env LAB_CACHE="$cache" "$AB_LAB" build "$@" || status=$?
	if [ "$status" -ne 0 ]; then
		tail -n "+$((from + 1))" "$log" | grep '^lab: ' | tail -n 6 | sed 's/^/memcg-ab:   /' >&2
		[ "$status" -ne "$AB_SKIP" ] || ab_fail "$AB_SKIP" "$what is not to be had; the log is $log" || return
		ab_fail "$AB_BUILD" "building $what failed; the log is $log"
		return
	fi
	# "NAME: FOLDER (cached)" or "NAME: FOLDER, N s"
	AB_IMAGE=$(sed -nE 's,^[^ :]+: (/.*)( \(cached\)|\, [0-9]+ s)$,\1/bzImage,p' "$log" | tail -n 1)
	[ -f "$AB_IMAGE" ] || ab_fail "$AB_BUILD" "the lab built no $what; the log is $log" || return
	ab_say "$what: $(ab_time $((SECONDS - begin)))"
}

# ab_keep_image SIDE IMAGE NAME
ab_keep_image()
{
	mkdir -p "$AB_OUT/kernels" &&
		cp "$2" "$AB_OUT/kernels/$1" || ab_fail "$AB_RUN" "$2 could not be copied to $AB_OUT" || return
	printf -v "AB_KERNEL_$1" '%s' "$AB_OUT/kernels/$1"
	printf -v "AB_NAME_$1" '%s' "$3"
}

# A name the lab does not use itself, of the patch it stands for.
ab_build_name()
{
	local name=${1##*/}

	name=${name%.*}
	name=${name//[^A-Za-z0-9._-]/-}
	printf 'ab-%s\n' "${name:0:32}"
}

# ab_kernels_patched NAME PATCH...: A from AB_SRC_CACHE as it is, B with PATCHes
ab_kernels_patched()
{
	local name=$1 log=$AB_OUT/logs/patch.log

	shift
	ab_patches_try "$log" "$@" || return
	ab_build "$AB_SRC_CACHE" "base" built || return
	ab_keep_image A "$AB_IMAGE" "base of $AB_ORIGIN" || return
	mapfile -t AB_PATCH_WORDS < <(printf -- '--patch\n%s\n' "${@}")
	ab_build "$AB_SRC_CACHE" "$name" --name "$name" "${AB_PATCH_WORDS[@]}" || return
	ab_keep_image B "$AB_IMAGE" "$AB_ORIGIN with $name"
}

ab_kernels_built()
{
	local log=$AB_OUT/logs/build.log patches=() tool

	for tool in patch xz tar; do
		command -v "$tool" >/dev/null || ab_fail "$AB_BUILD" "'$tool' is not installed" || return
	done

	case $AB_MODE in
	git)	AB_ORIGIN=$AB_BASE_REV
		ab_source_rev "$log" "$AB_GIT" "$AB_BASE_REV" || return ;;
	*)	AB_ORIGIN=$AB_SOURCE
		if [ "$AB_SOURCE" = linux-source-7.3 ]; then
			ab_source_package "$log" || return
		else
			ab_source_dir "$log" "$AB_SOURCE" || return
		fi ;;
	esac
	if [ -n "$AB_PLACEBO" ]; then
		ab_placebo_patch "$log" "$AB_OUT/placebo.patch" || return
		ab_kernels_patched ab-placebo "$AB_OUT/placebo.patch"
	elif [ -n "$AB_PATCHED_REV" ]; then
		ab_kernels_revisions "$log"
	else
		mapfile -t patches < <(ab_patches_list)
		[ ${#patches[@]} -gt 0 ] || ab_fail "$AB_USAGE" "no patches in ${AB_PATCHES[*]}" || return
		ab_kernels_patched "$(ab_build_name "${patches[0]}")" "${patches[@]}"
	fi
}

# ab_kernels_revisions LOG: the second revision as a patch on the first, so that
# only what differs is compiled anew; where patch(1) cannot say it, as its own tree
ab_kernels_revisions()
{
	local base_cache=$AB_SRC_CACHE patch=$AB_OUT/revisions.patch

	git -C "$AB_GIT" rev-parse --verify --quiet "$AB_PATCHED_REV^{commit}" >/dev/null ||
		ab_fail "$AB_USAGE" "no revision '$AB_PATCHED_REV' in $AB_GIT" || return
	if ab_rev_patch "$AB_GIT" "$AB_BASE_REV" "$AB_PATCHED_REV" "$patch"; then
		[ -s "$patch" ] || ab_fail "$AB_USAGE" "$AB_BASE_REV and $AB_PATCHED_REV are the same" || return
		ab_kernels_patched "ab-$(git -C "$AB_GIT" rev-parse --short=12 "$AB_PATCHED_REV^{commit}")" "$patch" || return
	else
		rm -f "$patch"
		ab_build "$base_cache" "$AB_BASE_REV" built || return
		ab_keep_image A "$AB_IMAGE" "$AB_BASE_REV" || return
		ab_source_rev "$1" "$AB_GIT" "$AB_PATCHED_REV" || return
		ab_build "$AB_SRC_CACHE" "$AB_PATCHED_REV" built || return
		ab_keep_image B "$AB_IMAGE" "$AB_PATCHED_REV" || return
	fi
	AB_NAME_A=$AB_BASE_REV AB_NAME_B=$AB_PATCHED_REV
}

# ab_kernel_taken SIDE KERNEL: a file, or a name of the lab
ab_kernel_taken()
{
	local side=$1 kernel=$2 log=$AB_OUT/logs/build.log status=0

	if [[ $kernel == */* ]] || [ -f "$kernel" ]; then
		[ -r "$kernel" ] || ab_fail "$AB_USAGE" "no kernel image '$kernel'" || return
		ab_keep_image "$side" "$kernel" "$kernel"
	elif [[ $kernel == built* ]]; then
		ab_build "$LAB_CACHE" "$kernel" "$kernel" || return
		ab_keep_image "$side" "$AB_IMAGE" "$kernel"
	elif [ -f "$LAB_CACHE/own/$kernel/bzImage" ]; then
		ab_keep_image "$side" "$LAB_CACHE/own/$kernel/bzImage" "$kernel"
	else
		ab_say "getting $kernel"
		ab_step "getting $kernel" "$log" "$AB_LAB" fetch "$kernel" || status=$?
		[ "$status" -ne "$AB_SKIP" ] || ab_fail "$AB_SKIP" "$kernel is not to be had; the log is $log" || return
		[ "$status" -eq 0 ] || ab_fail "$AB_USAGE" "the lab has no kernel '$kernel'; the log is $log" || return
		ab_keep_image "$side" "$LAB_CACHE/kernels/$kernel/vmlinuz" "$kernel"
	fi
}

ab_kernels()
{
	AB_KERNEL_A='' AB_KERNEL_B='' AB_NAME_A='' AB_NAME_B=''
	case $AB_MODE in
	images)	ab_kernel_taken A "$AB_BASE" && ab_kernel_taken B "$AB_PATCHED" ;;
	runner)	AB_NAME_A='A of the runner' AB_NAME_B='B of the runner' ;;
	*)	ab_kernels_built ;;
	esac
}
