# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The result folder and the plan in it:
#
#   plan			what is measured, "key value" a line
#   order			all boots, in order
#   bin/ kernels/		the programs and kernels used: a rebuilt memcgtop in the
#				middle would be a difference of its own
#   A-1.rec B-1.rec ...	recordings; plain-A-1.json: what the load said without memcgtop
#   table.txt .md .csv .json .html
#   log, logs/			what was said; what builds, guests and failures said
# shellcheck disable=SC2034,SC2015,SC2153

AB_PLAN_VERSION="memcg-ab plan 1"
AB_PLAN_KEYS="NAME_A NAME_B LOAD LIMIT INTERVAL CPUS MIB ICOUNT RUNNER TIMEOUT RUNS PLAIN"

# Before anything is built: may AB_OUT be used?
ab_plan_check_out()
{
	: "${AB_OUT:=memcg-ab-$(date +%Y%m%d-%H%M%S)}"
	if [ -e "$AB_OUT/plan" ]; then
		ab_usage_die "$AB_OUT holds a comparison: go on with --resume $AB_OUT, or choose another --out"
	elif [ -e "$AB_OUT" ] && [ ! -d "$AB_OUT/logs" ] && [ -n "$(ls -A "$AB_OUT" 2>&1)" ]; then
		ab_usage_die "$AB_OUT is neither empty nor mine"
	fi
}

# What will be done, in words
ab_describe()
{
	local kernels

	case $AB_MODE in
	images)	kernels="A $AB_BASE, B $AB_PATCHED" ;;
	runner)	kernels="as the runner has them" ;;
	git)	kernels="A $AB_BASE_REV, B ${AB_PATCHED_REV:-the same with ${AB_PLACEBO:+a placebo}${AB_PATCHES[*]}}" ;;
	*)	kernels="A $AB_SOURCE, B the same with ${AB_PLACEBO:+a placebo}${AB_PATCHES[*]}" ;;
	esac
	ab_say "kernels: $kernels"
	ab_say "load: $AB_LOAD"
	ab_say "order: $(ab_order "$AB_RUNS")"
	if [ "$AB_PLAIN" -gt 0 ]; then
		ab_say "and the first $AB_PLAIN of each side once more without memcgtop"
	fi
}

ab_plan_folder()
{
	mkdir -p "$AB_OUT/logs" "$AB_OUT/bin" || ab_fail "$AB_RUN" "$AB_OUT cannot be made" || return
	AB_OUT=$(readlink -f "$AB_OUT")
	exec 8>"$AB_OUT/.lock"
	if ! flock -n 8; then
		AB_FRESH=	# not ours to clean
		ab_fail "$AB_USAGE" "another memcg-ab works there"
		return
	fi
	AB_LOCKED=$AB_OUT/.lock
	AB_LOG=$AB_OUT/log
}

ab_plan_begin()
{
	[ -e "$AB_OUT" ] || AB_FRESH=$(readlink -m "$AB_OUT")
	ab_plan_folder || return
	: >"$AB_LOG"
	: >"$AB_OUT/logs/build.log"
	cp "$AB_MEMCGTOP" "$AB_OUT/bin/memcgtop" && cp "$AB_MEMCGLOAD" "$AB_OUT/bin/memcgload" ||
		ab_fail "$AB_RUN" "$AB_OUT cannot be written"
}

# Written whole or not at all.
ab_plan_store()
{
	local key variable file

	{
		printf '%s\n' "$AB_PLAN_VERSION"
		for key in $AB_PLAN_KEYS; do
			variable=AB_$key
			printf '%s %s\n' "$key" "${!variable}"
		done
		for file in "${AB_FILES[@]}"; do
			if [[ $file == *:* ]]; then
				printf 'FILE %s:%s\n' "$(readlink -f "${file%%:*}")" "${file#*:}"
			else
				printf 'FILE %s\n' "$(readlink -f "$file")"
			fi
		done
	} >"$AB_OUT/.plan" && mv "$AB_OUT/.plan" "$AB_OUT/plan" &&
		ab_order_boots "$AB_RUNS" "$AB_PLAIN" >"$AB_OUT/order" ||
		ab_fail "$AB_RUN" "$AB_OUT cannot be written"
}

# ab_plan_load: everything but --runs and --plain-runs is as it was
ab_plan_load()
{
	local key value runs=$AB_RUNS plain=$AB_PLAIN timeout=$AB_TIMEOUT

	AB_OUT=$AB_RESUME
	[ -f "$AB_OUT/plan" ] || ab_usage_die "no plan in $AB_OUT: nothing was measured there"
	[ "$(head -n 1 "$AB_OUT/plan")" = "$AB_PLAN_VERSION" ] ||
		ab_usage_die "the plan in $AB_OUT is not one of this memcg-ab"
	while read -r key value; do
		case " $AB_PLAN_KEYS " in
		*" $key "*)	printf -v "AB_$key" '%s' "$value" ;;
		*)		[ "$key" != FILE ] || AB_FILES+=("$value") ;;
		esac
	done < <(tail -n +2 "$AB_OUT/plan")
	AB_RUNS=${runs:-$AB_RUNS} AB_PLAIN=${plain:-$AB_PLAIN} AB_TIMEOUT=${timeout:-$AB_TIMEOUT}
	[ "$AB_PLAIN" -le "$AB_RUNS" ] || ab_usage_die "--plain-runs may not be more than --runs ($AB_RUNS)"
	ab_plan_folder || return
	AB_KERNEL_A='' AB_KERNEL_B=''
	[ ! -f "$AB_OUT/kernels/A" ] || AB_KERNEL_A=$AB_OUT/kernels/A
	[ ! -f "$AB_OUT/kernels/B" ] || AB_KERNEL_B=$AB_OUT/kernels/B
	ab_say "resumed: A $AB_NAME_A, B $AB_NAME_B"
	ab_say "order: $(ab_order "$AB_RUNS")"
	ab_plan_store
}
