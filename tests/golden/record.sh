#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2016 # the inner shells expand these
# record and report: files, pipes, statuses, what CMD prints, kill -9, full disks.
# Usage: record.sh BINARY.  Runs it on a synthetic host; needs no privilege.
set -u
bin=$1
src=synthetic:cpus=2,cgroups=3
# shellcheck source-path=SCRIPTDIR source=checks.inc
. "$(dirname "$0")/checks.inc"

# same FILE FILE NAME
same() {
	cmp -s "$1" "$2" && return
	echo "FAIL $3: not the same:"
	diff "$1" "$2" | cut -c1-200 | head -5
	failed=1
}

# The report of a recording is the report of the host, below its own head.
expect 0 record "$bin" record --source $src -d 12 -o "$dir/a"
has "$err" "^memcgtop: $dir/a: 13 snapshots over 12.0 s, .* KiB$" record
[ -s "$out" ] && { echo "FAIL record: standard output is not empty"; failed=1; }
"$bin" stat -i 1 --source $src -d 12 | sed -n '/^memcg_stock.lock for 12.0 s/,$p' >"$dir/stat"
expect 0 report "$bin" report "$dir/a"
has "$out" "^Recording  *$dir/a, of " report
sed '1,/^$/d' "$out" >"$dir/report"
same "$dir/stat" "$dir/report" report
[ -s "$err" ] && { echo "FAIL report: not quiet"; cat "$err"; failed=1; }
"$bin" -i 4 --source $src -d 12 >"$dir/live"
expect 0 tables "$bin" report -i 4 "$dir/a"
[ "$(grep -c 4.0 "$out")" -ge 3 ] || { echo "FAIL tables: not three"; failed=1; }
same "$dir/live" "$out" tables
expect 0 JSON "$bin" report "$dir/a" --json
[ "$(wc -l <"$out")" -eq 2 ] || { echo "FAIL JSON: not two lines"; failed=1; }
has "$out" '"window":"recording"' JSON
# A made-up host has nothing of the machine it is made up on, not even beside CMD.
has "$out" '"host":{"context_switches":null,"cmd_involuntary_switches":null,"cmd_voluntary_switches":null,"softirqs":null,"softnet_dropped":null,"softnet_squeezed":null,"ksoftirqd_ns":null}' "made-up host"
sed 1d "$out" >"$dir/report"
"$bin" stat --json -i 1 --source $src -d 12 | tail -1 >"$dir/stat"
same "$dir/stat" "$dir/report" JSON
expect 0 "made-up host" "$bin" report "$dir/a"
has "$out" "^Host  *not known$" "made-up host"
expect 0 part "$bin" report "$dir/a" --from 2 --to 5
has "$out" "4 snapshots over 3.0 s" part
expect 1 "part outside" "$bin" report "$dir/a" --from 100
has "$err" "no snapshot lies there" "part outside"
expect 2 "part of nothing" "$bin" report "$dir/a" --from 5 --to 5
expect 1 "screen without terminal" "$bin" report "$dir/a" --screen
expect 1 "no such file" "$bin" report "$dir/none"
has "$err" "^memcgtop: cannot read $dir/none: No such file" "no such file"
expect 1 "no recording" "$bin" report "$bin"
has "$err" "no recording of memcgtop$" "no recording"
expect 2 "no FILE" "$bin" report
expect 2 "no output" "$bin" record --source $src -d 1

# What was there is kept once, as perf does.
cp "$dir/a" "$dir/first"
expect 0 again "$bin" record --source $src -d 2 -o "$dir/a"
same "$dir/first" "$dir/a.old" again
expect 0 "again, shorter" "$bin" report "$dir/a"
has "$out" "3 snapshots" "again, shorter"
# A run that cannot start leaves it alone.
cp "$dir/a" "$dir/second"
expect 2 "cannot start" "$bin" record --source synthetic:cpus=0 -d 2 -o "$dir/a"
same "$dir/second" "$dir/a" "cannot start"
expect 127 "no such CMD" "$bin" record --source $src -o "$dir/a" -- "$dir/none"
expect 1 "no such folder" "$bin" record --source $src -d 2 -o "$dir/none/a"

# Through a pipe, to a reader elsewhere.
expect 0 pipe sh -c '"$1" record --source "$2" -d 12 -o - | "$1" report -' - "$bin" $src
has "$out" "^memcg_stock.lock for 12.0 s" pipe
expect 2 "pipe and CMD" "$bin" record --source $src -o - -- true

# CMD: its status, its output as it is, and what it says about itself.  It lasts:
# one that has ended when the made-up clock would first move is in one snapshot.
expect 5 CMD "$bin" record --source $src -o "$dir/c" -- sh -c '
	echo "{\"load\":{\"ops\":1}}"; printf "{\"load\":{\"ops\":2,\n"; echo "{\"load\":{\"ops\":3.5}}"; printf "the end"; sleep 0.1; exit 5'
printf '{"load":{"ops":1}}\n{"load":{"ops":2,\n{"load":{"ops":3.5}}\nthe end' >"$dir/want"
same "$dir/want" "$out" CMD
has "$err" "CMD ended with status 5$" CMD
expect 0 "result" "$bin" report "$dir/c" --json
has "$out" '"ended":true,"exit_status":5,"result":{"load":{"ops":3.5}},"host":{"context_switches":null,"cmd_involuntary_switches":null' result
# JSON has to be whole to be a result.
expect 0 "no result" "$bin" record --source $src -o "$dir/c" -- sh -c 'echo "{no}"; sleep 0.1'
expect 0 "no result" "$bin" report "$dir/c" --json
has "$out" '"exit_status":0,"result":null' "no result"
# Much output, byte by byte the same.
expect 0 "much output" "$bin" record --source $src -o "$dir/c" -- sh -c 'head -c 300000 /dev/zero | tr "\0" x; echo; seq 20000'
{ head -c 300000 /dev/zero | tr '\0' x; echo; seq 20000; } >"$dir/want"
same "$dir/want" "$out" "much output"
# A reader of CMD's output that goes away is CMD's business.
expect 141 "CMD's reader gone" sh -c '{ "$1" record --source "$2" -o "$3" -- sh -c "trap - PIPE; while :; do echo y; done"; echo $? >"$4"; } | head -1 >/dev/null; exit "$(cat "$4")"' - \
	"$bin" $src "$dir/c" "$dir/status"
# Something left behind with the output is not waited for for ever.
expect 0 "left behind" timeout 20 "$bin" record --source $src -o "$dir/c" -- sh -c 'sleep 30 & echo $! >"$1"' - "$dir/pid"
kill "$(cat "$dir/pid")"
expect 124 "TERM with CMD" timeout 1 "$bin" record --source $src -o "$dir/c" -- sleep 30
has "$err" "CMD ended with status 143" "TERM with CMD"
expect 0 "TERM with CMD" "$bin" report "$dir/c"
expect 0 anonymous "$bin" record --source $src -d 2 --anonymous -o "$dir/c"
expect 0 anonymous "$bin" report "$dir/c"
lacks "$out" "/batch\|/web\|job" anonymous

# kill -9 leaves all that was written.
"$bin" record --source "$src" -o "$dir/k" &
pid=$!
n=0
while [ "$(stat -c %s "$dir/k" 2>/dev/null || echo 0)" -lt 20000 ] && [ $n -lt 100 ]; do
	sleep 0.05
	n=$((n + 1))
done
kill -9 $pid
wait $pid 2>/dev/null
expect 0 "kill -9" "$bin" report "$dir/k"
has "$out" "no end: the recording was cut off" "kill -9"
lacks "$out" "gap" "kill -9"

# A full disk is said once, and the status tells.
expect 1 "full disk" "$bin" record --source $src -d 5 -o /dev/full
has "$err" "^memcgtop: cannot write /dev/full: No space" "full disk"
[ "$(wc -l <"$err")" -le 2 ] || { echo "FAIL full disk: not said once"; cat "$err"; failed=1; }
expect 1 "full disk, then room" sh -c 'ulimit -f 16; trap "" XFSZ; exec "$1" record --source synthetic:cpus=2,cgroups=40 -d 200 -o "$2"' - "$bin" "$dir/full"
expect 0 "full disk, read" "$bin" report "$dir/full"
lacks "$out" "no frame" "full disk, read"

[ $failed -eq 0 ] && echo "record: ok"
exit $failed
