#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# In a guest: tests/kernel/screen's visit to the live screen.
# usage: screen_guest.sh ROWS COLS
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs
export LC_ALL=C.UTF-8 TERM=xterm-256color TERMINFO=/lab/terminfo XDG_CONFIG_HOME=/tmp
uname -r >/out/uname
/lab/pty_type "$1" "$2" /out/screen until:Cgroups \
	'run:/lab/memcgload mix --rps 3 -k 24 -d 100 >/out/load 2>&1' \
	wait:20 keep:cgroups 2 wait:4 keep:cpus t wait:3 keep:grid t 3 wait:3 keep:histogram \
	m wait:8 keep:mark 4 wait:4 keep:stocks 5 wait:3 keep:longest h wait:2 keep:help x 1 q \
	-- /lab/memcgtop -i 2 2>/out/err
echo $? >/out/rc
cp /tmp/memcgtop/config /out/config
