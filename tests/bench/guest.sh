#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside a guest of tests/bench/run: the same work again and again, with
# and without each tool attached.  BENCH_LOAD is a kind and options of memcgload,
# BENCH_OPS its fixed work, BENCH_TOOLS, BENCH_PASSES, BENCH_REPEATS the order.
#
# The load and this script run as SCHED_FIFO: on one CPU the tick would else
# preempt tasks inside of BPF programs, whose run time then holds other tasks'
# whole time slices and whose recursion guard drops their hits: cheap and wrong.
# The tools are ordinary tasks.
#
# To /out:  windows    TOOL PASS KIND OWN_NS JSON   OWN_NS: CPU time of the tool itself
#           refills    OPS HITS MISSED     kprobe event on the function; OPS of 1 and of several windows
#           progs.TOOL.PASS.before, .after      bpftool, around a window with statistics
#           absent.TOOL                    why a tool could not be attached
set -u
F=refill_stock
T=/sys/kernel/tracing
[ -d $T/events ] || T=/sys/kernel/debug/tracing

# shellcheck disable=SC2086
load() { /lab/memcgload $BENCH_LOAD --settle 1 --json -n "$1"; }

# CPU time of process $1 so far, or - where the kernel does not say
own_ns() {
	if [ -n "$1" ] && [ -r "/proc/$1/schedstat" ]; then
		cut -d' ' -f1 "/proc/$1/schedstat"
	else
		echo -
	fi
}

# window TOOL PASS KIND PID
window() {
	before=$(own_ns "$4")
	json=$(load "$BENCH_OPS") || echo "window $1: load failed" >>/out/trouble
	after=$(own_ns "$4")
	own=-
	[ "$before" = - ] || own=$((after - before))
	echo "$1 $2 $3 $own $json" >>/out/windows
}

# memcgtop calibrates itself in the first half minute, and again when statistics
# are switched, for which it needs refills.  The same for all tools.
let_calibrate() {
	sleep 24
	load "$BENCH_OPS" >/dev/null
	sleep 2
}

# block TOOL PASS PID: its windows and, with a tool, one with statistics
block() {
	[ "$1" = off ] || let_calibrate
	r=0
	while [ $r -lt "$BENCH_REPEATS" ]; do
		window "$1" "$2" cost "$3"
		r=$((r + 1))
	done
	[ "$1" != off ] || return 0
	echo 1 >/proc/sys/kernel/bpf_stats_enabled
	let_calibrate
	/lab/bpftool prog show --json >"/out/progs.$1.$2.before" 2>/dev/null
	window "$1" "$2" stats "$3"
	/lab/bpftool prog show --json >"/out/progs.$1.$2.after" 2>/dev/null
	echo 0 >/proc/sys/kernel/bpf_stats_enabled
}

attached() { grep -q "^$F " $T/enabled_functions; }

# until CHECK...: waits at most a minute of guest time; fails if PID $pid has gone
until_true() {
	n=0
	while ! "$@"; do
		n=$((n + 1))
		[ $n -lt 600 ] && kill -0 "$pid" 2>/dev/null || return 1
		usleep 100000
	done
}
gone() { ! kill -0 "$pid" 2>/dev/null; }

start() { # TOOL, in the background
	case $1 in
	empty_pair) exec /lab/chrt -o 0 /lab/empty_pair pair $F ;;
	empty_session) exec /lab/chrt -o 0 /lab/empty_pair session $F ;;
	funclatency) exec /lab/chrt -o 0 /lab/funclatency $F ;;
	bpftrace) exec /lab/chrt -o 0 /lab/bpftrace -e "kfunc:$F { @t[tid] = nsecs; }
		kretfunc:$F /@t[tid]/ { @ns = hist(nsecs - @t[tid]); delete(@t[tid]); }" ;;
	esac
}

# with TOOL PASS
with() {
	if [ "$1" = memcgtop ]; then
		# the command is let go only once the probes count
		/lab/chrt -o 0 /lab/memcgtop stat -i 3600 --json -- \
			/lab/chrt -f 1 sh "$0" block "$1" "$2" >/out/memcgtop.json 2>/out/err.memcgtop
		grep -q "^memcgtop $2 " /out/windows || tail -1 /out/err.memcgtop >/out/absent.memcgtop
		return
	fi
	start "$1" >"/out/out.$1" 2>"/out/err.$1" &
	pid=$!
	if ! until_true attached; then
		kill -KILL $pid 2>/dev/null
		wait $pid
		grep -v '^[[:space:]]*$' "/out/err.$1" | tail -1 >"/out/absent.$1"
		return
	fi
	sleep 1
	block "$1" "$2" $pid
	kill -INT $pid
	until_true gone
	kill -KILL $pid 2>/dev/null
	wait $pid
}

# How often the function is called: an oracle that is not ours, and not BPF.
# The load of one operation is all setup, which is not in a window's time.  What
# the kernel frees late makes either vary by some hundred, hence the large one.
count_refills() {
	echo "p:bench/refill $F" >>$T/kprobe_events && echo 1 >$T/events/bench/refill/enable || return
	for ops in 1 $((5 * BENCH_OPS)) 1 $((5 * BENCH_OPS)); do
		before=$(awk '$1 == "refill" { print $2, $3 }' $T/kprobe_profile)
		load "$ops" >/dev/null
		after=$(awk '$1 == "refill" { print $2, $3 }' $T/kprobe_profile)
		echo "$ops ${after% *} ${before% *} ${after#* } ${before#* }" |
			awk '{ print $1, $2 - $3, $4 - $5 }' >>/out/refills
	done
	echo 0 >$T/events/bench/refill/enable
	echo >$T/kprobe_events
}

if [ "${1:-}" = block ]; then
	block "$2" "$3" $PPID
	exit
fi

if [ "${1:-}" != main ]; then
	exec /lab/chrt -f 1 sh "$0" main
fi
uname -r >/out/uname
echo "$BENCH_LOAD" >/out/load
# not in the root cgroup, which is not charged
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs
# nobody takes the CPU from SCHED_FIFO: neither its throttle nor the fair server
echo -1 >/proc/sys/kernel/sched_rt_runtime_us
for f in /sys/kernel/debug/sched/fair_server/cpu*/runtime; do
	[ ! -w "$f" ] || echo 0 >"$f"
done
sleep 20
load "$BENCH_OPS" >/dev/null
count_refills
sleep 1

pass=1
order=$BENCH_TOOLS
block off 0 ''
while [ $pass -le "$BENCH_PASSES" ]; do
	for tool in $order; do
		with "$tool" $pass
		sleep 2
		block off $pass ''
	done
	reversed=
	for tool in $order; do
		reversed="$tool $reversed"
	done
	order=$reversed
	pass=$((pass + 1))
done
: >/out/done
