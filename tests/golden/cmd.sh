#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2016 # the inner shells expand these
# How stat and the live tables end: exit statuses, signals, lost output.
# Usage: cmd.sh BINARY.  Runs it on a synthetic host; needs no privilege.
set -u
bin=$1
src=synthetic:cpus=2,cgroups=3
# shellcheck source-path=SCRIPTDIR source=checks.inc
. "$(dirname "$0")/checks.inc"

report='^memcg_stock.lock for '

expect 0 duration "$bin" stat -d 3 --source $src
has "$out" "$report" duration
expect 0 true "$bin" stat --source $src -- true
has "$out" "$report" true
expect 7 "status of CMD" "$bin" stat --source $src -- sh -c 'echo from CMD; exit 7'
has "$out" "$report" "status of CMD"
has "$out" "^from CMD" "status of CMD"
expect 137 "CMD killed" "$bin" stat --source $src -- sh -c 'kill -9 $$'
has "$out" "$report" "CMD killed"
expect 127 "no such CMD" "$bin" stat --source $src -- "$dir/none"
has "$err" "^memcgtop: cannot run .*none: No such file" "no such CMD"
lacks "$out" "$report" "no such CMD"
expect 126 "CMD not executable" "$bin" stat --source $src -- "$err"
has "$err" "^memcgtop: cannot run .*: Permission denied" "CMD not executable"

# CMD is not to inherit what memcgtop does with signals.
# Whoever runs this in the background ignores INT; CMD would rightly, too.
expect 0 "signals of CMD" env --default-signal=INT,QUIT "$bin" stat --source $src -- grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status
has "$out" "^SigIgn:.*0$" "signals of CMD"
has "$out" "^SigBlk:.*0000$" "signals of CMD"

# TERM and INT end the run with the report; timeout says 124 for itself.
expect 124 TERM timeout 1 "$bin" stat --source $src
has "$out" "$report" TERM
expect 124 INT timeout -s INT 1 "$bin" stat --source $src
has "$out" "$report" INT
expect 124 "TERM with CMD" timeout 1 "$bin" stat --source $src -- sleep 30
has "$out" "$report" "TERM with CMD"
expect 124 "INT with CMD" timeout -s INT 1 "$bin" stat --source $src -- sleep 30
has "$out" "$report" "INT with CMD"
expect 0 "early INT" sh -c '"$1" stat --source "$2" & p=$!; sleep 0.2; kill -INT $p; wait $p' - "$bin" $src
has "$out" "$report" "early INT"

# A shell starts background jobs with INT ignored, and CMD would inherit that.
# INT sent to memcgtop alone goes on to CMD; memcgtop reports when CMD has ended.
expect 3 "INT passed on" sh -c '
	env --default-signal=INT "$1" stat --source "$2" -- sh -c "trap \"exit 3\" INT; echo ready >$3; while :; do sleep 0.05; done" &
	p=$!
	n=0; while [ ! -s "$3" ] && [ $n -lt 100 ]; do sleep 0.05; n=$((n + 1)); done
	kill -INT $p; wait $p' - "$bin" $src "$dir/ready"
has "$out" "$report" "INT passed on"

# -d ends CMD; one that ignores TERM is left running, and said so.
expect 143 "-d ends CMD" "$bin" stat -d 1 --source $src -- sleep 30
has "$out" "$report" "-d ends CMD"
expect 1 "-d, CMD stays" sh -c "trap '' TERM; exec \"\$1\" stat -d 1 --source \"\$2\" -- sleep 4" - "$bin" $src
has "$err" "does not end on TERM" "-d, CMD stays"
has "$out" "$report" "-d, CMD stays"

# Output that cannot be written is not silently lost.
expect 1 "full disk" sh -c '"$1" stat -d 1 --source "$2" >/dev/full' - "$bin" $src
has "$err" "^memcgtop: cannot write to standard output: No space" "full disk"
expect 1 "full disk, live" sh -c '"$1" -d 3 --source "$2" >/dev/full' - "$bin" $src
[ "$(wc -l <"$err")" -eq 1 ] || { echo "FAIL full disk, live: not one line"; failed=1; }
expect 1 "closed output" sh -c '"$1" stat -d 1 --source "$2" >&-' - "$bin" $src
has "$err" "^memcgtop: cannot write to standard output: Bad file" "closed output"
expect 1 "no such folder" "$bin" stat -d 1 --source $src -o "$dir/none/file"
expect 0 "report to a file" "$bin" stat --source $src -o "$dir/file" -- echo hello
has "$dir/file" "$report" "report to a file"
lacks "$out" "$report" "report to a file"
has "$out" "^hello" "report to a file"

# A reader that goes away ends it, as SIGPIPE would, and quietly.
expect 141 "reader gone" sh -c '{ "$1" --source "$2"; echo $? >"$3"; } | head -1; exit "$(cat "$3")"' - \
	"$bin" $src "$dir/status"
[ -s "$err" ] && { echo "FAIL reader gone: not quiet"; failed=1; }

# Intervals and the whole: the counts add up, also over more than 10 s each.
expect 0 "intervals" "$bin" stat --json -i 25 -d 60 --source $src
[ "$(wc -l <"$out")" -eq 4 ] || { echo "FAIL intervals: not 3 and a total"; failed=1; }
sums=$(sed 's/.*"total":{"refills":\([0-9]*\),.*/\1/' "$out" | awk 'NR < 4 { s += $1 } END { print s == $1 }')
[ "$sums" = 1 ] || { echo "FAIL intervals: they do not add up to the total"; failed=1; }
has "$out" '"window":"total","end_unix_ns":[0-9]*,"end_monotonic_ns":[0-9]*,"active_ns":60000000000' intervals

expect 2 usage "$bin" stat -i nan
expect 2 "bad source" "$bin" stat --source synthetic:cpus=0
expect 0 help "$bin" --help
expect 0 version "$bin" --version
has "$out" "^memcgtop [0-9]" version

[ $failed -eq 0 ] && echo "cmd: ok"
exit $failed
