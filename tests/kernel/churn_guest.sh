#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside a guest for tests/kernel/churn: short-lived cgroups, many more than the table
# has cells for, under an exporter whose every text is kept; then a table that is too small
# for them, with and without its cells being used again.  To /out for check_churn.py.
# CHURN is the number of cgroups.
set -u
M=/lab/memcgtop
L=/lab/memcgload
T=/sys/kernel/tracing
[ -d $T/events ] || T=/sys/kernel/debug/tracing
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs
uname -r >/out/uname

# --- an oracle that is not ours: a kprobe event on the same function ------------------
for f in refill_stock __refill_stock; do
	grep -q " $f\$" /proc/kallsyms || continue
	echo "p:oracle/$f $f" >>$T/kprobe_events 2>/dev/null && echo 1 >$T/events/oracle/$f/enable
done
# With the number of the last text before it.
oracle() {
	cat /tmp/texts >"/out/$1.text"
	cat $T/kprobe_profile >"/out/$1.profile"
}

# Copies each text once, cut down to what is judged.
poll() {
	n=0 seen=
	while [ ! -e /tmp/stop ]; do
		now=$(stat -c %i-%Y-%s /tmp/m.prom 2>/dev/null)
		if [ -n "$now" ] && [ "$now" != "$seen" ]; then
			seen=$now n=$((n + 1))
			grep -E '^memcgtop_(cgroup_)?(refills|uncharges|holds|evictions|overflows)_total|^memcgtop_(percpu_refills|lost_events|missed_hits)_total|^memcgtop_hold_seconds_(count|bucket.*Inf)|^memcgtop_cells' \
				/tmp/m.prom >"/out/text.$(printf %05d $n)"
			echo $n >/tmp/texts
		fi
		usleep 200000
	done
}
# fresh N: up to 30 s for N more texts
fresh() {
	n=0
	want=$(($(cat /tmp/texts) + $1))
	while [ "$(cat /tmp/texts)" -lt $want ] && [ $n -lt 150 ]; do
		n=$((n + 1))
		usleep 200000
	done
}

echo 0 >/tmp/texts
# --- 1: the exporter -------------------------------------------------------------------
$M export --textfile /tmp/m.prom -i 0.5 --per-cpu --max-cgroups 32 --room 1024 \
	--recycle-after 1 2>/out/export.err &
exporter=$!
poll &
fresh 2
oracle before
if [ -w /sys/devices/system/cpu/cpu1/online ]; then
	(
		sleep 20
		echo 0 >/sys/devices/system/cpu/cpu1/online
		sleep 4
		echo 1 >/sys/devices/system/cpu/cpu1/online
		echo >/out/hotplugged
	) &
fi
# At most 100 a second, however fast the machine is: see check_churn.py.
made=0
while [ $made -lt "$CHURN" ]; do
	sleep 2 &
	$L churn -n 200 -w 4 --json >>/out/churn.load 2>>/out/churn.err || break
	wait $!
	made=$((made + 200))
done
fresh 2
sleep 8 # the last of them become quiet, and their cells spare
oracle after
fresh 3
kill $exporter
wait $exporter
echo $? >/out/export.rc
echo >/tmp/stop
for e in "$T"/events/oracle/*/enable; do
	[ -e "$e" ] && echo 0 >"$e"
done
echo >$T/kprobe_events

# --- 2 and 3: a table that is soon full, and a newcomer after that ------------------------
full() { # NAME OPTION...
	name=$1
	shift
	$M stat --json -i 0.5 --charges --max-cgroups 16 "$@" -- sh -c "$L churn -n 300 -w 4 >/dev/null
		sleep 10
		$L charges -n 6400 --name known --json" >"/out/$name.json" 2>"/out/$name.err"
	echo $? >"/out/$name.rc"
}
full again --recycle-after 1
full once
: >/out/done
