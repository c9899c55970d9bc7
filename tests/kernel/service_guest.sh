#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs in a guest with systemd for tests/kernel/service: the real unit, as it is
# installed.  Writes TAP to /out/tap.
set -u
U=memcgtop-export
URL=http://127.0.0.1:19838/metrics
DROP=/run/systemd/system/$U.service.d
T=/sys/kernel/tracing
D=/usr/share/doc/memcgtop/systemd
mkdir -p $DROP /etc/default
exec 3>/out/tap

# also as it goes, for a guest that does not come to its end
say() {
	echo "$1" >&3
	echo "$(seconds) s: $1"
}
# check NAME COMMAND...: one test; what it printed is told when it failed
check() {
	name=$1
	shift
	if "$@" >/tmp/check 2>&1; then
		say "ok - $name"
	else
		say "not ok - $name"
		tail -n 10 /tmp/check | sed 's/^/#   /' >&3
		journalctl -u $U -n 5 -o cat --no-pager 2>/dev/null | sed 's/^/#   journal: /' >&3
	fi
}
seconds() { cut -d. -f1 /proc/uptime; }
# awaits COMMAND...: up to 40 s; its last status
awaits() {
	until=$(($(seconds) + 40))
	until "$@"; do
		[ "$(seconds)" -lt $until ] || return 1
		usleep 200000
	done
}
args() { echo "ARGS=\"$*\"" >/etc/default/$U; }
property() { systemctl show -P "$1" $U; }
start() { systemctl reset-failed $U 2>/dev/null; systemctl restart $U; }
active() { [ "$(property ActiveState)" = active ] || { systemctl status --no-pager $U; false; }; }
scrape() { curl -sS -m 20 $URL >/tmp/scrape; }
# value SERIES: of the last scrape
value() { grep "^$1 " /tmp/scrape | sed 's/.* //'; }
is() { [ "$1" = "$2" ] || { echo "expected '$1', is '$2'"; false; }; }

# --- up, ready, and measuring ------------------------------------------------------------
: >/etc/memcgtop.conf
args -i 1 --config /etc/memcgtop.conf
check "the unit starts, and is ready" start
check "it is active" active
has_status() { property StatusText | grep -q ' series, read every 1 s' || { property StatusText; false; }; }
check "systemctl shows its status" has_status

unprivileged() {
	s=/proc/$(property MainPID)/status
	grep -E '^(Uid|Cap|NoNew|Seccomp|Threads)' "$s"
	for what in CapInh CapPrm CapEff CapAmb; do
		grep -q "^$what:.0000000000000000$" "$s" || return 1
	done
	grep -q '^NoNewPrivs:.1$' "$s" && grep -q '^Seccomp:.2$' "$s" && grep -q '^Threads:.1$' "$s" &&
		! grep -q '^Uid:.0' "$s"
}
check "no capability is left, seccomp is on, one thread, no root" unprivileged

answers() { scrape && grep -q '^memcgtop_build_info' /tmp/scrape; }
check "a scrape is answered" answers
refill_is_probed() { grep '^memcgtop_role_info{role="refill' /tmp/scrape | grep -v 'mode="absent"'; }
check "with these rights refills are probed" refill_is_probed
before=$(value memcgtop_refills_total)
memcgload anon -k 8 -n 800 >/dev/null 2>&1
counts_on() { scrape && [ "$(value memcgtop_refills_total)" -gt $((before + 100)) ]; }
check "counters rise in the sandbox, under a load" awaits counts_on
in_series() { scrape && grep '^memcgtop_cgroup_refills_total{cgroup="/' /tmp/scrape | grep -v 'other'; }
check "cgroups have names" awaits in_series

systemd-analyze security --no-pager $U >/out/security
systemctl status --no-pager -n 0 $U >/out/status
well_shut() {
	score=$(sed -n 's/.*exposure level for.*: \([0-9]*\)\.\([0-9]\).*/\1\2/p' /out/security)
	tail -n 1 /out/security
	[ -n "$score" ] && [ "$score" -le 20 ]
}
check "systemd-analyze security: at most 2.0" well_shut

# --- memory --------------------------------------------------------------------------------
within_memory() {
	c=/sys/fs/cgroup/$(property ControlGroup)
	(cd "$c" && grep . memory.max memory.peak memory.current memory.events) | tee /out/memory
	is 201326592 "$(cat "$c/memory.max")" && grep -q '^oom_kill 0$' "$c/memory.events" &&
		[ "$(cat "$c/memory.peak")" -lt 100000000 ] &&
		[ "$(value memcgtop_map_memory_bytes)" -lt "$(cat "$c/memory.current")" ]
}
check "maps count against MemoryMax, and fit" within_memory
printf '[Service]\nMemoryMax=3M\n' >$DROP/memory.conf
systemctl daemon-reload
systemctl stop $U
fails_for_memory() { ! timeout 60 systemctl start $U && property Result; }
check "too small a MemoryMax makes it fail, not hang" fails_for_memory
systemctl stop $U
rm $DROP/memory.conf
systemctl daemon-reload

# --- reload -----------------------------------------------------------------------------------
start
pid=$(property MainPID)
echo no-cgroups >/etc/memcgtop.conf
check "reload" systemctl reload $U
without_cgroups() { scrape && ! grep -q '^memcgtop_cgroup_refills_total{cgroup="/' /tmp/scrape; }
check "it changes what is shown" awaits without_cgroups
check "and keeps the process" is "$pid" "$(property MainPID)"
echo no-such-option >/etc/memcgtop.conf
systemctl reload $U
told() { journalctl -u $U -o cat --no-pager | grep -q 'the options in force stay'; }
check "wrong options are told" awaits told
check "and it goes on" active
: >/etc/memcgtop.conf

# --- watchdog -------------------------------------------------------------------------------
printf '[Service]\nWatchdogSec=3\nRestartSec=1\n' >$DROP/watchdog.conf
systemctl daemon-reload
start
pid=$(property MainPID)
sleep 10
check "alive after three times the watchdog's time" is "$pid" "$(property MainPID)"
kill -STOP "$pid"
# a process that is ready and not the one there was
is_another() {
	is_ready="$(property SubState) $(property MainPID)"
	[ "$is_ready" != "running $pid" ] && [ "${is_ready#running [1-9]}" != "$is_ready" ]
}
check "one that hangs is ended, and started anew" awaits is_another
rm $DROP/watchdog.conf
systemctl daemon-reload

# --- killed, ended -----------------------------------------------------------------------------
start
pid=$(property MainPID)
kill -KILL "$pid"
check "one that was killed is started anew" awaits is_another
attached() { grep -qE 'refill_stock' $T/enabled_functions; }
check "probes are attached" attached
check "stop" systemctl stop $U
ended_well() { is "success 0" "$(property Result) $(property ExecMainStatus)"; }
check "it ended with status 0" ended_well
detached() { ! attached; }
check "nothing stays attached" awaits detached
args --no-such-option
systemctl reset-failed $U
systemctl start $U 2>/dev/null
sleep 8
not_again() { is "failed 0" "$(property ActiveState) $(property NRestarts)"; }
check "wrong options end it, for good" not_again

# --- socket activation --------------------------------------------------------------------------
args -i 1
systemctl reset-failed $U
systemctl start $U.socket
check "with the socket nothing runs before a scrape" is inactive "$(property ActiveState)"
check "a scrape starts it, and is answered" answers
check "then it is active" active
systemctl stop $U.socket $U

# --- textfile -----------------------------------------------------------------------------------
P=/var/lib/prometheus/node-exporter
mkdir -p /etc/sysusers.d /etc/tmpfiles.d
printf 'u prometheus -\n' >/etc/sysusers.d/prometheus.conf
cp $D/textfile/sysusers.conf /etc/sysusers.d/memcgtop.conf
cp $D/textfile/tmpfiles.conf /etc/tmpfiles.d/memcgtop.conf
cp $D/textfile/memcgtop-export.conf $DROP/textfile.conf
systemd-sysusers
systemd-tmpfiles --create /etc/tmpfiles.d/memcgtop.conf
systemctl daemon-reload
args -i 1 --textfile $P/memcgtop.prom
check "with a textfile it starts" start
written() { [ -s $P/memcgtop.prom ]; }
check "the textfile is written" awaits written
stat -c %i $P/memcgtop.prom >/tmp/first
replaced() { [ "$(stat -c %i $P/memcgtop.prom)" != "$(cat /tmp/first)" ]; }
check "and replaced, from inside the sandbox" awaits replaced
owned() { is "644 memcgtop-export" "$(stat -c '%a %U' $P/memcgtop.prom)"; }
check "mode 0644, of a static user" owned
systemctl stop $U
check "nothing else is left there" is memcgtop.prom "$(ls -A $P)"
start
mv $P /tmp/taken-away
failing() { journalctl -u $U -o cat --no-pager | grep -q 'textfile.*not written'; }
check "a folder taken away is told" awaits failing
check "and does not end it" active
check "stop with a textfile" systemctl stop $U
check "it ended with status 0 too" ended_well

# --- the sandbox, from inside, on this kernel --------------------------------------------------
/lab/test_sandbox >/out/sandbox.log 2>&1
sandbox=$?
sed -n 's/^skipped: \(.*\)/ok - \1 # SKIP here/p' /out/sandbox.log >&3
check "the sandbox from inside" is 0 $sandbox
