#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside a guest of the lab: provokes each thing memcgtop counts and leaves
# what it printed in /out, for tests/kernel/check.py to judge on the host.
# Every step writes its exit status to /out/NAME.rc.
set -u
M=/lab/memcgtop
L=/lab/memcgload
OUT=/out
T=/sys/kernel/tracing
[ -d $T/events ] || T=/sys/kernel/debug/tracing

# step NAME COMMAND...: output to NAME.json (stdout) and NAME.err
step() {
	name=$1
	shift
	"$@" >"$OUT/$name.json" 2>"$OUT/$name.err"
	echo $? >"$OUT/$name.rc"
}

# --- an oracle that is not ours: kprobe events of tracefs, hits and misses -----
oracle_on() {
	for f in refill_stock __refill_stock page_counter_uncharge page_counter_try_charge \
		drain_local_stock drain_local_memcg_stock; do
		grep -q " $f\$" /proc/kallsyms || grep -q " $f	" /proc/kallsyms || continue
		echo "p:oracle/$f $f" >>$T/kprobe_events 2>/dev/null &&
			echo 1 >$T/events/oracle/$f/enable
	done
}
oracle_off() {
	for e in "$T"/events/oracle/*/enable; do
		[ -e "$e" ] && echo 0 >"$e"
	done
	echo >$T/kprobe_events
}
oracle_read() { cat $T/kprobe_profile >"$OUT/$1.profile"; }

# counted NAME ARGS... -- LOAD: oracle around and inside the measured window
counted() {
	name=$1
	shift
	oracle_on
	oracle_read "$name.outer0"
	step "$name" "$M" stat --json "$@"
	oracle_read "$name.outer1"
	oracle_off
}
inner() { # shell text that brackets a load with oracle reads
	echo "cat $T/kprobe_profile >$OUT/$1.inner0.profile; $2; cat $T/kprobe_profile >$OUT/$1.inner1.profile"
}

# As on a real host: not in the root cgroup, which is not charged.
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs

uname -r >$OUT/uname
step doctor $M doctor --json
step facts $M doctor --facts

counted counts -- sh -c "$(inner counts "$L anon -k 24 -d 4")"
counted kprobe --mode kprobe -- sh -c "$(inner kprobe "$L anon -k 24 -d 4")"
[ "$(cat $OUT/kprobe.rc)" = 0 ] || cat $OUT/kprobe.err

# --- attribution: a known number of pages in one cgroup ------------------------
step attribution $M stat --json --charges -- $L charges -n 6400 --name known --json
# --- the stocks: a pinned load, then a cgroup that holds still --------------------
# We stay on CPU 1 and both loads on CPU 0 from their birth on, so that neither
# CPU has a business with the other's cgroups.
taskset -p 2 $$ >/dev/null
taskset 1 $L anon -k 3 --cpus 0 -d 60 --name stocked >/dev/null 2>&1 &
load=$!
sleep 2
for n in 1 2 3; do
	step stocks$n $M doctor --stocks
done
kill $load
wait $load 2>/dev/null
account() { cat $Q/memory.current $Q/memory.stat >"$OUT/$1"; }
Q=/sys/fs/cgroup/quiet
mkdir $Q
# From the root cgroup: what is not charged cannot evict either, where there is one slot.
echo $$ >/sys/fs/cgroup/cgroup.procs
for n in 1 2 3 4; do
	taskset 1 sh -c "echo \$\$ >$Q/cgroup.procs; exec sleep 60" &
	load=$!
	sleep 3 # memory.stat is brought up to date every two seconds
	account quiet$n.before
	step quiet$n $M doctor --stocks
	account quiet$n.after
	kill $load
	wait $load 2>/dev/null
done
rmdir $Q
echo $$ >/sys/fs/cgroup/session/cgroup.procs
taskset -p ff $$ >/dev/null

# --- each event provoked --------------------------------------------------------
step evict $M stat --json -- $L anon -k 12 --cpus 0 -n 200
step overflow $M stat --json -- $L overflow -n 10
step drain $M stat --json -- sh -c "$L anon -k 2 -n 100 >/dev/null; $L drain -n 20"
step oversize $M stat --json -- $L oversize -n 10
# Another controller's counters: huge pages, charged and given back.
step other $M stat --json -- sh -c 'echo 8 >/proc/sys/vm/nr_hugepages; fallocate -l 16777216 /dev/hugepages/x; rm /dev/hugepages/x'
# Rare: repeated until seen, 60 s at most (RT and 7.x only; elsewhere it is n/a).
if grep -q '"lock_can_fail":true' $OUT/doctor.json; then
	tries=0
	start=$(cut -d. -f1 /proc/uptime)
	while :; do
		tries=$((tries + 1))
		step lock_busy $M stat --json -- $L mix --rps 3 -k 24 -d 5
		grep -q '"uncharge_lock_busy":[1-9]' $OUT/lock_busy.json && break
		[ $(($(cut -d. -f1 /proc/uptime) - start)) -ge 55 ] && break
	done
	echo $tries >$OUT/lock_busy.tries
fi

# --- the map's limit: rows are lost, totals never -------------------------------
step full $M stat --json --max-cgroups 16 -- $L churn -n 100
# --- 2,000 short-lived cgroups ----------------------------------------------------
step churn $M stat --json --max-cgroups 4096 -- $L churn -n 2000

# --- a CPU goes and comes back ------------------------------------------------------
if [ -w /sys/devices/system/cpu/cpu1/online ]; then
	step hotplug $M stat -i 1 --json -- sh -c "$L anon -k 24 -d 2 >/dev/null
		echo 0 >/sys/devices/system/cpu/cpu1/online
		$L anon -k 12 -d 6 >/dev/null
		echo 1 >/sys/devices/system/cpu/cpu1/online
		$L anon -k 24 -d 3 >/dev/null"
fi

# --- killed hard: nothing stays attached ----------------------------------------------
$M stat --json >/dev/null 2>&1 &
pid=$!
n=0
while ! grep -q refill_stock $T/enabled_functions && [ $n -lt 100 ]; do
	n=$((n + 1))
	usleep 100000
done
grep refill_stock $T/enabled_functions >$OUT/kill.before
kill -9 $pid
wait $pid 2>/dev/null
n=0
while grep -q refill_stock $T/enabled_functions && [ $n -lt 50 ]; do
	n=$((n + 1))
	usleep 100000
done
grep refill_stock $T/enabled_functions >$OUT/kill.after

# --- ended by TERM: the report still comes -----------------------------------------------
$M stat --json >$OUT/term.json 2>$OUT/term.err &
pid=$!
sleep 3
kill -TERM $pid
wait $pid
echo $? >$OUT/term.rc

# --- CAP_BPF and CAP_PERFMON are enough, by nobody ------------------------------------------
if [ -x /lab/setpriv ]; then
	caps=-all,+bpf,+perfmon
	step caps /lab/setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=$caps \
		--inh-caps=$caps --ambient-caps=$caps $M stat --json -d 3
	step caps_none /lab/setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all \
		--inh-caps=-all --ambient-caps=-all $M stat --json -d 1
	step caps_stocks /lab/setpriv --reuid=65534 --regid=65534 --clear-groups \
		--bounding-set=$caps --inh-caps=$caps --ambient-caps=$caps $M doctor --stocks
	echo 3 >/proc/sys/kernel/perf_event_paranoid 2>/dev/null
	step caps_doctor /lab/setpriv --reuid=65534 --regid=65534 --clear-groups \
		--bounding-set=$caps --inh-caps=$caps --ambient-caps=$caps $M doctor --json
fi
# --- CMD's own status, and what cannot be run ----------------------------------------------
step status $M stat --json -- sh -c 'exit 7'
step nocmd $M stat --json -- /nonexistent
: >$OUT/done
