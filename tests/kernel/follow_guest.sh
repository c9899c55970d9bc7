#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside a guest for tests/kernel/follow, under icount: the same work before,
# while and after the kernel keeps statistics of BPF programs.
set -u
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs

work() { /lab/memcgload anon --cpus 0 -k 24 -n 300 >/dev/null; }
stats() { echo "$1" >/proc/sys/kernel/bpf_stats_enabled; }
# by then a switch has been seen, and what was counted has been written
snap() { sleep 1.6 && cp "/out/$1.prom" "/out/$1.$2"; }
# The work five times: an interrupt within one hold of a thousand moves their mean
# by a dozen instructions and more, so the judge takes the median of five.
phase() {
	snap "$1" "$2.0"
	for i in 1 2 3 4 5; do
		work && snap "$1" "$2.$i"
	done
}
unable() { /lab/close_link "$pid" hot_first; }

# series NAME COMMAND: what the exporter says around each work; COMMAND runs before
series() {
	/lab/memcgtop export -v -i 0.5 --textfile "/out/$1.prom" 2>"/out/$1.err" &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ -e "/out/$1.prom" ] && break
		sleep 0.5
	done
	work # for floors: one at the start, one when caches are warm
	sleep 1.5
	work
	$2 >"/out/$1.before" 2>&1
	phase "$1" off
	stats 1
	work # a run must be there to be seen where nothing follows
	phase "$1" on
	stats 0
	work
	phase "$1" again
	kill $pid
	wait $pid
	echo $? >"/out/$1.rc"
}

series followed true
series unfollowed unable
: >/out/done
