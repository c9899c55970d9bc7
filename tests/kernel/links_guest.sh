#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside a guest for tests/kernel/links.
set -u
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs
alive() { kill -0 "$1" 2>/dev/null; }

# start NAME PORT: an exporter, once it is up; pid
start() {
	/lab/memcgtop export -v -i 1 --listen "127.0.0.1:$2" 2>"/out/$1.err" &
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
start control 19801
control=$pid
for program in refill uncharge slow_charge; do
	start "$program" 19802
	sleep 3
	alive "$pid" && /lab/close_link "$pid" "$program" >"/out/$program.closed" 2>&1
	ended "$program" "$pid" 20
done
ended control "$control" 1

# a quiet minute says nothing by itself
start quiet 19803
quiet=$pid
echo $$ >/sys/fs/cgroup/cgroup.procs
start root 19804
root=$pid
echo $$ >/sys/fs/cgroup/session/cgroup.procs
sleep 130
alive "$quiet" && echo yes >/out/quiet.was_alive
alive "$root" && echo yes >/out/root.was_alive
# links that stand, programs that do nothing: the first word of what they share with
# us is the gate, and it is all that is mapped for writing
for pid in "$quiet" "$root"; do
	at=$(grep -m1 'rw-s.*bpf-map' "/proc/$pid/maps" | cut -d- -f1)
	printf '\0\0\0\0' | dd of="/proc/$pid/mem" bs=4 seek=$((0x$at / 4)) conv=notrunc
done 2>/out/shut.err
ended quiet "$quiet" 140
ended root "$root" 1
kill "$root" "$control"
: >/out/done
