#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# export --once and report --prometheus: the whole text of some synthetic hosts in
# both formats (export-*.prom, *.om), options, statuses, the estimate.
# shellcheck disable=SC2016 # the inner shells expand these
# Usage: export.sh BINARY.  Needs no privilege.  UPDATE_GOLDEN=1 writes the files anew.
set -u
bin=$1
here=$(cd "$(dirname "$0")" && pwd)
checker=$here/../prometheus/check_exposition.py
# shellcheck source-path=SCRIPTDIR source=checks.inc
. "$(dirname "$0")/checks.inc"

# golden FILE ARGUMENT...: the versions of memcgtop and libbpf are this build's
golden() {
	want_file=$here/$1 file=$1
	shift
	expect 0 "$file" "$bin" "$@"
	[ -s "$err" ] && { echo "FAIL $file: not quiet"; cat "$err"; failed=1; }
	sed 's/^memcgtop_build_info{[^}]*}/memcgtop_build_info{version="VERSION"}/' "$out" >"$dir/got"
	if [ -n "${UPDATE_GOLDEN:-}" ]; then
		cp "$dir/got" "$want_file"
	elif ! cmp -s "$want_file" "$dir/got"; then
		echo "FAIL $file: not the same (UPDATE_GOLDEN=1 rewrites it):"
		diff "$want_file" "$dir/got" | cut -c1-200 | head -6
		failed=1
	fi
}

# sound FORMAT NAME: the strict checker has nothing to say of what was printed last
sound() {
	if ! python3 -B "$checker" "$out" --format "$1" --whole >"$dir/faults" 2>&1; then
		echo "FAIL $2: unsound:"
		head -5 "$dir/faults"
		failed=1
	fi
}

# series NAME NUMBER: of what was printed last
series() {
	n=$(grep -vc '^#' "$out")
	[ "$n" -eq "$2" ] || { echo "FAIL $1: $n series, wanted $2"; failed=1; }
}

# Hosts: what each kernel can show, in both formats.  The limit of series is given: else it
# depends on the CPUs of the machine this runs on.
for kernel in 7.3 6.1 6.12-rt kprobe; do
	src=synthetic:cpus=2,offline=1,cgroups=4,losses=1,kernel=$kernel
	golden "export-$kernel.prom" export --once -i 15 --max-cgroups 64 --source "$src"
	sound text "$kernel"
	golden "export-$kernel.om" export --once -i 15 --max-cgroups 64 --openmetrics --source "$src"
	sound openmetrics "$kernel"
done
src=synthetic:cpus=2,offline=1,cgroups=12,gone=1,unnamed=1,norow=1,names=odd,losses=1,charges=1,cost=1
golden export-all.prom export --once -i 15 --max-cgroups 16 --per-cpu --cgroup-histograms --buckets 4 --source "$src"
sound text all
golden export-all.om export --once -i 15 --max-cgroups 16 --per-cpu --cgroup-histograms --buckets 4 --openmetrics --source "$src"
sound openmetrics all

# A recording has the same text, but for who started it when, and with room for all cgroups.
"$bin" record -o "$dir/rec" -i 15 -d 15 --source synthetic:cpus=2,cgroups=3 2>"$err" || { cat "$err"; failed=1; }
expect 0 once "$bin" export --once -i 15 --source synthetic:cpus=2,cgroups=3
grep -v -e _build_info -e _timestamp_seconds -e _series_limit "$out" >"$dir/once"
expect 0 recording "$bin" report --prometheus "$dir/rec"
sound text recording
grep -v -e _build_info -e _timestamp_seconds -e _series_limit "$out" >"$dir/report"
if ! cmp -s "$dir/once" "$dir/report"; then
	echo "FAIL recording: not what the host had:"
	diff "$dir/once" "$dir/report" | head -6
	failed=1
fi
expect 0 "recording, OpenMetrics" "$bin" report --prometheus --openmetrics "$dir/rec"
has "$out" '^# EOF$' "recording, OpenMetrics"

# Options, as --estimate counts them: 193 host-wide, 18 a cgroup, other is one.
src=synthetic:cpus=2,cgroups=3
expect 0 "series" "$bin" export --once --source $src
series "series" $((193 + 4 * 18))
expect 0 "--no-cgroups" "$bin" export --once --no-cgroups --source $src
series "--no-cgroups" 193
lacks "$out" 'cgroup="' "--no-cgroups"
expect 0 "--per-cpu" "$bin" export --once --per-cpu --source $src
series "--per-cpu" $((193 + 4 * 18 + 2 * 7))
expect 0 "--cgroup-histograms" "$bin" export --once --cgroup-histograms --source $src
series "--cgroup-histograms" $((193 + 4 * 36))
for b in 1 2 4 8 16; do
	expect 0 "--buckets $b" "$bin" export --once --no-cgroups --buckets $b --source $src
	series "--buckets $b" $((193 + 2 * 25 * (b - 2)))
done
expect 2 "--buckets 3" "$bin" export --once --buckets 3 --source $src
expect 0 "--max-cgroups" "$bin" export --once --max-cgroups 16 --source synthetic:cpus=2,cgroups=40
has "$out" '^memcgtop_cgroup_series 16$' "--max-cgroups"
[ "$(grep -c '^memcgtop_cgroup_refills_total{' "$out")" -eq 17 ] || { echo "FAIL --max-cgroups: not 16 and other"; failed=1; }
expect 0 "--cgroup-depth" "$bin" export --once --cgroup-depth 1 --source synthetic:cpus=2,cgroups=40
lacks "$out" 'cgroup="/[^"/]*/' "--cgroup-depth"
has "$out" 'cgroup="/kubepods.slice"' "--cgroup-depth"
sum=$(sed -n 's/^memcgtop_cgroup_refills_total{.*} //p' "$out" | awk '{ s += $1 } END { print s }')
has "$out" "^memcgtop_refills_total $sum\$" "--cgroup-depth: sum"
expect 0 "--cgroup" "$bin" export --once --cgroup '/batch/*' --source synthetic:cpus=2,cgroups=40
lacks "$out" 'cgroup="/[^b]' "--cgroup"
has "$out" 'cgroup="/batch/' "--cgroup"
printf '0123456789abcdef' >"$dir/key"
expect 0 "--hash-cgroups" "$bin" export --once --hash-cgroups "$dir/key" --source $src
lacks "$out" 'cgroup="/' "--hash-cgroups"
[ "$(grep -cE '^memcgtop_cgroup_refills_total\{cgroup="[0-9a-f]{16}"\}' "$out")" -eq 3 ] || { echo "FAIL --hash-cgroups: not three hashes"; failed=1; }

# What is said to come is what comes.
expect 0 estimate "$bin" export --estimate --size 2x3
has "$out" "^  series *$((193 + 4 * 18))\$" estimate
expect 0 "estimate, large" "$bin" export --estimate --size 512x1000
n=$(sed -n 's/^  series *//p' "$out")
if [ "$n" -le 4900 ] || [ "$n" -gt 5000 ]; then
	echo "FAIL estimate: $n series are not near the budget"
	failed=1
fi
expect 2 "estimate, no size" "$bin" export --estimate --size 512

# Output that cannot be written is not silently lost.
expect 1 "full disk" sh -c '"$1" export --once --source "$2" >/dev/full' - "$bin" $src
has "$err" "^memcgtop: cannot write to standard output: No space" "full disk"

[ $failed -eq 0 ] && echo "export: ok"
exit $failed
