# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# All boots of the plan that are not done yet. A run becomes part of the result by
# one rename, when it is whole.
# shellcheck disable=SC2034

# ab_run_file KIND SIDE NUMBER
ab_run_file()
{
	case $1 in
	record)	printf '%s/%s-%d.rec\n' "$AB_OUT" "$2" "$3" ;;
	plain)	printf '%s/plain-%s-%d.json\n' "$AB_OUT" "$2" "$3" ;;
	esac
}

# What the load printed about itself: its last line that holds a JSON object.
ab_run_result_line()
{
	grep -E '^\{.*\}$' "$1" 2>/dev/null | tail -n 1
}

# ab_run_whole KIND FOLDER: is what came back a whole run? Why not goes to its log.
ab_run_whole()
{
	case $1 in
	record)
		[ -s "$2/record" ] || { echo "no recording came back" >>"$2/boot.log"; return 1; }
		"$AB_OUT/bin/memcgtop" report "$2/record" >"$2/report.txt" 2>>"$2/boot.log" ||
			{ echo "the recording cannot be read" >>"$2/boot.log"; return 1; }
		;;
	plain)
		ab_run_result_line "$2/plain" >"$2/line"
		[ -s "$2/line" ] || { echo "the load printed no line of JSON" >>"$2/boot.log"; return 1; }
		mv "$2/line" "$2/plain"
		;;
	esac
}

# Why a run failed, as far as it can be told, and where to read on
ab_run_failed()
{
	local name=$1 status=$2 kept=$AB_OUT/logs/$1.failed why

	rm -rf "$kept"
	mv "$AB_PART" "$kept"
	AB_PART=
	case $status in
	0)	why="$(tail -n 1 "$kept/boot.log")" ;;
	124)	why="timeout after $AB_TIMEOUT s" ;;
	126)	why="the kernel complained" ;;
	77 | 125)
		why="the guest did not run" ;;
	*)	why="status $status" ;;
	esac
	[ -n "$AB_RUNNER" ] && [ "$status" -ne 0 ] && why="the runner ended with status $status"
	for log in "$kept/boot.log" "$kept/record.err"; do
		[ ! -s "$log" ] || tail -n 5 "$log" | sed 's/^/memcg-ab:   /' >&2
	done
	ab_fail "$AB_RUN" "run $name failed: $why; its logs are in $kept, go on with --resume $AB_OUT"
}

# ab_run_one KIND SIDE NUMBER LABEL
ab_run_one()
{
	local kind=$1 side=$2 number=$3 label=$4 name=$1-$2-$3 status=0

	AB_PART=$AB_OUT/.part
	ab_boot "$kind" "$side" "$number" "$AB_PART" "$label" || status=$?
	if [ "$status" -ne 0 ] || ! ab_run_whole "$kind" "$AB_PART"; then
		ab_run_failed "$name" "$status"
		return
	fi
	cat "$AB_PART/boot.log" "$AB_PART/console.log" "$AB_PART/record.err" \
		>"$AB_OUT/logs/$name.log" 2>/dev/null
	mv "$AB_PART/$kind" "$(ab_run_file "$kind" "$side" "$number")" ||
		ab_fail "$AB_RUN" "$AB_OUT cannot be written" || return
	AB_FRESH=
	rm -rf "$AB_PART"
	AB_PART=
}

ab_runs()
{
	local boots=() boot kind side number i=0 done=0 begin=$SECONDS before label left=

	mapfile -t boots <"$AB_OUT/order"
	for boot in "${boots[@]}"; do
		i=$((i + 1))
		read -r kind side number <<<"$boot"
		[ ! -s "$(ab_run_file "$kind" "$side" "$number")" ] || continue
		label="run $i of ${#boots[@]}: $side $number"
		[ "$kind" = record ] || label+=" without memcgtop"
		before=$SECONDS
		ab_run_one "$kind" "$side" "$number" "$label$left" || return
		done=$((done + 1))
		left=", about $(ab_time $(((SECONDS - begin) * (${#boots[@]} - i) / done))) left"
		ab_say "$label, $(ab_time $((SECONDS - before))); elapsed $(ab_time $((SECONDS - begin)))$left"
	done
}
