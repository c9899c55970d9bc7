#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# memcgtop diff over recordings of synthetic hosts: exit statuses and their
# precedence, formats, output.  Usage: diff.sh BINARY.  Needs no privilege.
set -u
bin=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0
out=$dir/out err=$dir/err

# expect STATUS NAME ARGUMENT...: of diff; its output is in $out and $err afterwards
expect() {
	want=$1 name=$2
	shift 2
	"$bin" diff "$@" >"$out" 2>"$err"
	got=$?
	if [ "$got" -ne "$want" ]; then
		echo "FAIL $name: exit status $got, wanted $want"
		cat "$err"
		failed=1
	fi
}

# has FILE PATTERN NAME
has() {
	grep -q -- "$2" "$1" && return
	echo "FAIL $3: no '$2' in:"
	head -5 "$1"
	failed=1
}

# record FILE SPEC
record() {
	"$bin" record -o "$dir/$1" -d 4 --source "synthetic:cpus=2,cgroups=12,rate=40,$2" 2>"$err" && return
	cat "$err"
	exit 1
}

for i in 1 2 3 4; do
	record "a$i" "seed=$i"
	record "b$i" "seed=1$i,kernel=patched"
done
record other "seed=1,offline=1,cpus=3"
record kprobe "seed=1,kernel=kprobe"
a="$dir/a1 $dir/a2 $dir/a3 $dir/a4" b="$dir/b1 $dir/b2 $dir/b3 $dir/b4"

# shellcheck disable=SC2086 # lists of files without blanks
{
expect 0 "no gates" $a -- $b
has "$out" "^Hold mean .* lower$" "no gates"
has "$out" "^Order of runs: A A A A B B B B" "no gates" # made-up hosts all start at one time
expect 0 "kept" --fail-if 'hold.mean>+5%' $a -- $b
expect 1 "failed" $a -- $b --fail-if 'hold.mean<-5%'
has "$out" "^Gate hold.mean<-5% FAILED" "failed"
expect 4 "cannot tell" --fail-if 'hold.p99.9>5%' $a -- $b
expect 1 "failed before cannot tell" --fail-if 'hold.p99.9>5%' --fail-if 'hold.mean<-5%' $a -- $b
expect 4 "cannot tell before kept" --fail-if 'hold.p99.9>5%' --fail-if 'hold.mean>5%' $a -- $b
expect 4 "two runs" --fail-if 'hold.mean<-5%' "$dir/a1" "$dir/a2" -- $b
expect 3 "another number of CPUs" $a -- "$dir/other" --fail-if 'hold.mean<-5%'
has "$err" "another number of CPUs" "another number of CPUs"
expect 3 "nothing in common" $a -- "$dir/kprobe"
expect 0 "by force" --force $a -- "$dir/other"
has "$err" "by force" "by force"
has "$out" "^WARNING: compared by force" "by force"
expect 3 "no such file" $a -- "$dir/none"
expect 3 "no recording" $a -- "$bin"
expect 2 "usage before not comparable" --fail-if 'nothing>5%' $a -- "$dir/none"
has "$err" "there is no metric 'nothing'" "usage before not comparable"
expect 2 "one side" $a
expect 125 "bisect: cannot tell" --bisect --fail-if 'hold.p99.9>5%' $a -- $b
expect 125 "bisect: not comparable" --bisect $a -- "$dir/none"
expect 1 "bisect: bad" --bisect --fail-if 'hold.mean<-5%' $a -- $b
expect 0 "bisect: good" --bisect --fail-if 'hold.mean>5%' $a -- $b
expect 2 "bisect: usage" --bisect --fail-if 'x' $a -- $b

expect 0 "groups" --group one $a --group two $b --group three "$dir/b1" "$dir/b2" "$dir/b3"
has "$out" "^  three  " "groups"
for format in text markdown json csv html; do
	expect 0 "$format" --format $format $a -- $b
	[ -s "$out" ] || { echo "FAIL $format: nothing printed"; failed=1; }
done
expect 0 "json" --json $a -- $b
if command -v python3 >/dev/null; then
	python3 -c '
import json, sys
d = json.load(open(sys.argv[1]))
m = {x["name"]: x for x in d["metrics"]}
assert m["hold.mean"]["groups"][1]["against_base"]["verdict"] == "lower"
assert len(d["groups"][0]["files"]) == 4' "$out" || failed=1
fi

# A comparison that fails leaves an old file as it is.
echo old >"$dir/result"
expect 3 "old file" -o "$dir/result" $a -- "$dir/none"
has "$dir/result" "^old" "old file"
expect 0 "output" -o "$dir/result" $a -- $b
has "$dir/result" "^Hold mean" "output"
}
"$bin" diff "$dir/a1" -- "$dir/a2" >/dev/full 2>"$err"
[ $? -eq 3 ] || { echo "FAIL lost output: not status 3"; failed=1; }

exit $failed
