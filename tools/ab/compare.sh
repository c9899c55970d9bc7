# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# memcgtop diff over the recordings: the table to stdout, and in every format into
# the result folder. Only whole plans come here. Recordings keep: the newest memcgtop
# compares them.

# ab_compare_files SIDE: fills AB_RECORDINGS
ab_compare_files()
{
	local number

	AB_RECORDINGS=()
	for ((number = 1; number <= AB_RUNS; number++)); do
		AB_RECORDINGS+=("$(ab_run_file record "$1" "$number")")
	done
}

# ab_compare_as FORMAT FILE [GATE...]: status of diff
ab_compare_as()
{
	local format=$1 file=$2 status=0 base=()

	shift 2
	ab_compare_files A
	base=("${AB_RECORDINGS[@]}")
	ab_compare_files B
	"$AB_MEMCGTOP" diff --format "$format" "${AB_DIFF[@]}" "$@" \
		"${base[@]}" -- "${AB_RECORDINGS[@]}" >"$file.part" 2>"$AB_OUT/logs/diff.err" || status=$?
	if [ -s "$file.part" ]; then
		mv "$file.part" "$file"
	else
		rm -f "$file.part"
		[ "$status" -ne 0 ] || status=$AB_COMPARE
	fi
	return "$status"
}

# ab_plain_range SIDE: "N runs, MEAN ops/s (LOW to HIGH)"
ab_plain_range()
{
	cat "$AB_OUT/plain-$1-"*.json | sed -nE 's/.*"ops_per_sec": ?([0-9.eE+-]+).*/\1/p' |
		awk '{ sum += $1; if (NR == 1 || $1 < low) low = $1; if (NR == 1 || $1 > high) high = $1 }
		END { if (NR) printf "%.1f ops/s (%d runs, %.1f to %.1f)", sum / NR, NR, low, high; else printf "n/a" }'
}

# Below the table: what the load did without memcgtop
ab_plain_foot()
{
	[ "$AB_PLAIN" -gt 0 ] || return 0
	printf 'Throughput without memcgtop: base %s,\n  patched %s\n' "$(ab_plain_range A)" "$(ab_plain_range B)"
}

ab_compare()
{
	local status=0 other

	rm -f "$AB_OUT"/table.*
	ab_compare_as text "$AB_OUT/table.txt" "${AB_GATES[@]}" || status=$?
	cat "$AB_OUT/logs/diff.err" >&2
	if [ ! -s "$AB_OUT/table.txt" ]; then
		case $status in
		2 | 3 | 125) return "$status" ;;
		esac
		ab_fail "$AB_COMPARE" "memcgtop diff failed with status $status; recordings are in $AB_OUT"
		return
	fi
	ab_plain_foot >>"$AB_OUT/table.txt"
	cat "$AB_OUT/table.txt"
	for other in markdown:md json:json csv:csv html:html; do
		ab_compare_as "${other%:*}" "$AB_OUT/table.${other#*:}" ||
			ab_say "no table as ${other%:*}: $(tail -n 1 "$AB_OUT/logs/diff.err")"
	done
	ab_say "tables, recordings and logs are in $AB_OUT"
	return "$status"
}
