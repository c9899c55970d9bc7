#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside a guest for tests/kernel/links.
set -u
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs
alive() { kill -0 "$1" 2>/dev/null; }

# start NAME PORT SECONDS: an exporter, once it is up; pid
start() {
	/lab/memcgtop export -v -i "$3" --listen "127.0.0.1:$2" 2>"/out/$1.err" &
	pid=$!
	for _ in $(seq 60); do
		wget -q -O "/out/$1.prom" "http://127.0.0.1:$2/metrics" && return
		sleep 0.5
	done
}

# ended NAME PID SECONDS: waits so long for its end
ended() {
	for _ in $(seq "$3"); do
		alive "$2" || break
		sleep 1
	done
	if alive "$2"; then
		echo alive >"/out/$1.rc"
	else
		wait "$2"
		echo $? >"/out/$1.rc"
	fi
}

# one link closed; the exporter of the control keeps all of them
start control 19801 1
control=$pid
for program in refill uncharge slow_charge; do
	start "$program" 19802 1
	sleep 3
	alive "$pid" && /lab/close_link "$pid" "$program" >"/out/$program.closed" 2>&1
	ended "$program" "$pid" 20
done
ended control "$control" 1
kill "$control"

# a quiet minute says nothing by itself
start quiet 19803 10
quiet=$pid
echo $$ >/sys/fs/cgroup/cgroup.procs
start root 19804 10
root=$pid
echo $$ >/sys/fs/cgroup/session/cgroup.procs
sleep 130
cp /out/quiet.err /out/quiet.before
alive "$quiet" && echo yes >/out/quiet.was_alive
alive "$root" && echo yes >/out/root.was_alive
# shut PID: closes the gate of its programs: the first word of struct mct_control, which is told
# from the other maps that are mapped for writing by being 1 and having calibrating or
# timing (the second and the fourth) at 1
shut() {
	grep 'rw-s.*bpf-map' "/proc/$1/maps" | cut -d- -f1 | while read -r at; do
		seek=$((0x$at / 4))
		words=$(dd if="/proc/$1/mem" bs=4 skip=$seek count=4 2>/dev/null | od -An -td4)
		echo "process $1, $at: $words"
		echo "$words" | grep -q '^ *1  *\(1 \|[01]  *[0-9]*  *1 *$\)' || continue
		printf '\0\0\0\0' | dd of="/proc/$1/mem" bs=4 seek=$seek conv=notrunc 2>/dev/null &&
			echo "gate of $1 shut" && break
	done
}

# links that stand, programs that do nothing
{
	shut "$quiet"
	shut "$root"
} >/out/shut 2>&1
ended quiet "$quiet" 140
ended root "$root" 1
kill "$root"
: >/out/done
