# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Sourced by tests of the exporter in a guest.
# export_run NAME BUILD LAB-OPTIONS KERNEL...: runs NAME_guest.sh on each kernel, has
# check_NAME.py judge it; prints TAP and, last, "# totals".
export_run() {
	local name=$1 build=$2 passed=0 failed=0 skipped=0 here kernel out rc line totals
	local -a options
	read -ra options <<<"$3"
	shift 3
	here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
	for kernel in "$@"; do
		out=$build/kernel/$name-$kernel
		rm -rf "$out" && mkdir -p "$out"
		"$here/lab_run" -k "$kernel" -q "${options[@]}" -f "$build/kernel/close_link:/lab/close_link" \
			-f "$build/memcgload-static:/lab/memcgload" -f "$here/${name}_guest.sh" \
			-o "$out" -- sh "${name}_guest.sh" >"$out/lab.log" 2>&1
		rc=$?
		if [ $rc = 77 ]; then
			echo "ok - $name $kernel # SKIP $(grep -m1 '^lab:' "$out/lab.log")"
			skipped=$((skipped + 1))
			continue
		fi
		[ $rc = 0 ] || {
			echo "not ok - $name $kernel: lab status $rc"
			tail -20 "$out/lab.log" | sed 's/^/#   /'
			failed=$((failed + 1))
		}
		totals=
		while IFS= read -r line; do
			if [[ $line =~ ^#\ totals\ ([0-9]+)\ ([0-9]+)\ ([0-9]+)$ ]]; then
				passed=$((passed + BASH_REMATCH[1]))
				failed=$((failed + BASH_REMATCH[2]))
				skipped=$((skipped + BASH_REMATCH[3]))
				totals=yes
			else
				printf '%s\n' "$line"
			fi
		done < <(python3 "$here/check_$name.py" "$kernel" "$out" 2>&1)
		# a judge that fell over has failed
		[ -n "$totals" ] || failed=$((failed + 1))
	done
	echo "# totals $passed $failed $skipped"
	[ $failed = 0 ]
}
