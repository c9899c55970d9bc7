#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside a guest for tests/kernel/truth.
set -u
M=/lab/memcgtop
L=/lab/memcgload
TRUTH=/proc/memcg_stock_truth
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs

# the same work every time: eight cgroups and more take turns on one CPU
work() { $L anon --cpus 0 -k 24 -n 1500 >/dev/null; }

# ours NAME LOAD: the kernel's account around and inside our window
ours() {
	cat $TRUTH >"/out/$1.outer0"
	$M stat --json -- sh -c "cat $TRUTH >/out/$1.inner0; $2; cat $TRUTH >/out/$1.inner1" \
		>"/out/$1.json" 2>"/out/$1.err"
	echo $? >"/out/$1.rc"
	cat $TRUTH >"/out/$1.outer1"
}

case $1 in
counts)
	ours anon "$L anon -k 24 -d 4 >/dev/null"
	ours overflow "$L overflow -n 10 >/dev/null"
	ours oversize "$L oversize -n 10 >/dev/null"
	ours drain "$L drain -n 20 >/dev/null"
	ours mix "$L mix --rps 3 -k 24 -d 8 >/dev/null"
	;;
hold)
	work
	$M stat --json -- sh -c "$L anon --cpus 0 -k 24 -n 1500 >/dev/null" >/out/hold.json 2>/out/hold.err
	echo $? >/out/hold.rc
	;;
bare)
	work
	echo 0 >$TRUTH
	work
	cat $TRUTH >/out/bare
	;;
esac
: >/out/done
