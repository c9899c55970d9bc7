#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# memcgtop diff over recordings of synthetic hosts: exit statuses and their
# precedence, formats, output.  Usage: diff.sh BINARY.  Needs no privilege.
set -u
bin=$1
# shellcheck source-path=SCRIPTDIR source=checks.inc
. "$(dirname "$0")/checks.inc"

# differ STATUS NAME ARGUMENT...: of diff
differ() {
	want=$1 name=$2
	shift 2
	expect "$want" "$name" "$bin" diff "$@"
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
differ 0 "no gates" $a -- $b
has "$out" "^Hold mean .* lower$" "no gates"
has "$out" "^Order of runs: A A A A B B B B" "no gates" # made-up hosts all start at one time
differ 0 "kept" --fail-if 'hold.mean>+5%' $a -- $b
differ 1 "failed" $a -- $b --fail-if 'hold.mean<-5%'
has "$out" "^Gate hold.mean<-5% FAILED" "failed"
differ 4 "cannot tell" --fail-if 'hold.p99.9>5%' $a -- $b
differ 1 "failed before cannot tell" --fail-if 'hold.p99.9>5%' --fail-if 'hold.mean<-5%' $a -- $b
differ 4 "cannot tell before kept" --fail-if 'hold.p99.9>5%' --fail-if 'hold.mean>5%' $a -- $b
differ 4 "two runs" --fail-if 'hold.mean<-5%' "$dir/a1" "$dir/a2" -- $b
differ 3 "another number of CPUs" $a -- "$dir/other" --fail-if 'hold.mean<-5%'
has "$err" "another number of CPUs" "another number of CPUs"
differ 3 "nothing in common" $a -- "$dir/kprobe"
differ 0 "by force" --force $a -- "$dir/other"
has "$err" "by force" "by force"
has "$out" "^WARNING: compared by force" "by force"
differ 3 "no such file" $a -- "$dir/none"
differ 3 "no recording" $a -- "$bin"
differ 2 "usage before not comparable" --fail-if 'nothing>5%' $a -- "$dir/none"
has "$err" "there is no metric 'nothing'" "usage before not comparable"
differ 2 "one side" $a
differ 125 "bisect: cannot tell" --bisect --fail-if 'hold.p99.9>5%' $a -- $b
differ 125 "bisect: not comparable" --bisect $a -- "$dir/none"
differ 1 "bisect: bad" --bisect --fail-if 'hold.mean<-5%' $a -- $b
differ 0 "bisect: good" --bisect --fail-if 'hold.mean>5%' $a -- $b
differ 2 "bisect: usage" --bisect --fail-if 'x' $a -- $b

differ 0 "groups" --group one $a --group two $b --group three "$dir/b1" "$dir/b2" "$dir/b3"
has "$out" "^  three  " "groups"
for format in text markdown json csv html; do
	differ 0 "$format" --format $format $a -- $b
	[ -s "$out" ] || { echo "FAIL $format: nothing printed"; failed=1; }
done
differ 0 "json" --json $a -- $b
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
differ 3 "old file" -o "$dir/result" $a -- "$dir/none"
has "$dir/result" "^old" "old file"
differ 0 "output" -o "$dir/result" $a -- $b
has "$dir/result" "^Hold mean" "output"
}
"$bin" diff "$dir/a1" -- "$dir/a2" >/dev/full 2>"$err"
[ $? -eq 3 ] || { echo "FAIL lost output: not status 3"; failed=1; }

exit $failed
