#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside a guest for tests/kernel/record: recordings that end well, by TERM, by KILL and
# on a full disk, in /out for check_record.py on the host.
set -u
M=/lab/memcgtop
L=/lab/memcgload
T=/sys/kernel/tracing
[ -d $T/events ] || T=/sys/kernel/debug/tracing
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs
uname -r >/out/uname

# attached: is a probe of memcgtop's in this kernel? (refill_stock is inlined on 6.12-rt)
attached() { grep -qE 'refill_stock|__refill_stock' $T/enabled_functions; }
# awaits COMMAND...: up to 20 s
awaits() {
	n=0
	while ! "$@" && [ $n -lt 200 ]; do
		n=$((n + 1))
		usleep 100000
	done
}
has_bytes() { [ "$(stat -c %s "$1" 2>/dev/null || echo 0)" -ge "$2" ]; }

# --- to its end; read here too: a reader elsewhere must say the same -----------------
$M record -o /out/whole.rec -i 0.5 -- $L anon -k 12 -n 2400 --json >/out/whole.load 2>/out/whole.err
echo $? >/out/whole.rc
$M report --json /out/whole.rec >/out/whole.json 2>&1
$M report /out/whole.rec >/out/whole.txt 2>&1

# --- CMD's status is ours ---------------------------------------------------------------
$M record -o /out/status.rec -i 0.2 -- sh -c 'sleep 1; exit 7' 2>/out/status.err
echo $? >/out/status.rc

# --- ended by TERM, without CMD; the load leaves us a CPU --------------------------------
$L anon -k 12 --cpus 0 -d 250 >/dev/null 2>&1 &
load=$!
$M record -o /out/term.rec -i 0.2 2>/out/term.err &
pid=$!
awaits has_bytes /out/term.rec 1
sleep 2
kill -TERM $pid
wait $pid
echo $? >/out/term.rc

# --- killed: what was written stays, nothing stays attached ------------------------------
$M record -o /out/killed.rec -i 0.2 2>/out/killed.err &
pid=$!
awaits has_bytes /out/killed.rec 6000
attached
echo $? >/out/killed.before
kill -9 $pid
wait $pid
echo $? >/out/killed.rc
detached() { ! attached; }
awaits detached
detached
echo $? >/out/killed.after

# --- a full disk --------------------------------------------------------------------------
mkdir -p /tmp/small && mount -t tmpfs -o size=8k tmpfs /tmp/small
$M record -o /tmp/small/full.rec -i 0.1 -d 6 2>/out/full.err
echo $? >/out/full.rc
cp /tmp/small/full.rec /out/full.rec
# Not even the first frame: full from the start.
dd if=/dev/zero of=/tmp/small/fill bs=1k count=64 2>/dev/null
$M record -o /tmp/small/none.rec -d 1 2>/out/none.err
echo $? >/out/none.rc
ls /tmp/small >/out/small.ls

kill $load
wait $load 2>/dev/null
: >/out/done
