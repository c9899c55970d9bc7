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

# Column titles: B need not be a patched kernel.
ab_compare_names()
{
	AB_TITLE_A=Baseline AB_TITLE_B=Patched
	if [ -e "$AB_OUT/placebo.patch" ]; then
		AB_TITLE_B=Placebo
	elif cmp -s "$AB_OUT/kernels/A" "$AB_OUT/kernels/B"; then
		AB_TITLE_B=Same
	fi
}

# ab_compare_as FORMAT FILE: status of diff
ab_compare_as()
{
	local format=$1 file=$2 status=0 base=()

	ab_compare_files A
	base=("${AB_RECORDINGS[@]}")
	ab_compare_files B
	"$AB_MEMCGTOP" diff --format "$format" "${AB_DIFF[@]}" "${AB_GATES[@]}" --group "$AB_TITLE_A" "${base[@]}" \
		--group "$AB_TITLE_B" "${AB_RECORDINGS[@]}" >"$file.part" 2>"$AB_OUT/logs/diff.err" || status=$?
	if [ -s "$file.part" ]; then
		mv "$file.part" "$file"
	else
		rm -f "$file.part"
		[ "$status" -ne 0 ] || status=$AB_COMPARE
	fi
	return "$status"
}

# ab_ops FILE...: ops_per_sec of each, one a line
ab_ops()
{
	sed -nE '1s/.*"ops_per_sec": ?([0-9][0-9.eE+-]*).*/\1/p' -s "$@"
}

# ab_plain_side SIDE TITLE: a line of the foot, of the runs that there are both ways
ab_plain_side()
{
	local number with=$AB_TMP/with without=$AB_TMP/without

	: >"$with"
	: >"$without"
	for ((number = 1; number <= AB_PLAIN; number++)); do
		ab_ops "$(ab_run_file plain "$1" "$number")" >>"$without"
		"$AB_MEMCGTOP" report --json "$(ab_run_file record "$1" "$number")" >"$AB_TMP/report" 2>/dev/null
		ab_ops "$AB_TMP/report" >>"$with"
	done
	awk -v title="$2" 'FILENAME == ARGV[1] { without += $1; n++; next } { with += $1; m++ }
		END {
			if (!n || !m) { printf "  %s: n/a (the load says nothing of it)\n", title; exit }
			printf "  %s: %.1f/s, with it %.1f/s (%+.1f%%)\n", title, without / n, with / m, \
				100 * (with / m / (without / n) - 1)
		}' "$without" "$with"
}

# Below the table: what the load did without memcgtop
ab_plain_foot()
{
	[ "$AB_PLAIN" -gt 0 ] || return 0
	printf '\nThroughput without memcgtop, mean of %d run(s) a side:\n' "$AB_PLAIN"
	ab_plain_side A "$AB_TITLE_A"
	ab_plain_side B "$AB_TITLE_B"
}

ab_compare()
{
	local status=0 other

	rm -f "$AB_OUT"/table.*
	ab_compare_names
	ab_compare_as text "$AB_OUT/table.txt" || status=$?
	cat "$AB_OUT/logs/diff.err" >&2
	if [ ! -s "$AB_OUT/table.txt" ]; then
		case $status in
		2 | 3 | 125) return "$status" ;;
		esac
		ab_fail "$AB_COMPARE" "memcgtop diff failed with status $status; recordings are in $AB_OUT"
		return
	fi
	ab_plain_foot >"$AB_TMP/foot"
	cat "$AB_TMP/foot" >>"$AB_OUT/table.txt"
	cat "$AB_OUT/table.txt"
	for other in markdown:md json:json csv:csv html:html; do
		ab_compare_as "${other%:*}" "$AB_OUT/table.${other#*:}" || true
		[ -s "$AB_OUT/table.${other#*:}" ] ||
			ab_say "no table as ${other%:*}: $(tail -n 1 "$AB_OUT/logs/diff.err")"
	done
	[ ! -s "$AB_OUT/table.md" ] || cat "$AB_TMP/foot" >>"$AB_OUT/table.md"
	ab_say "tables, recordings and logs are in $AB_OUT"
	return "$status"
}
