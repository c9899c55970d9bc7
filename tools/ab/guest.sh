#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# One run inside a guest of the lab: the load, with memcgtop recording it or alone.
# usage: memcg-ab-guest record|plain, with AB_LOAD, AB_LIMIT, AB_INTERVAL
set -u

# As on a real host: not in the root cgroup, which is not charged.
mkdir -p /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs

# limited COMMAND...: ended after AB_LIMIT seconds, which is no failure
limited()
{
	if [ -z "$AB_LIMIT" ]; then
		"$@"
		return
	fi
	"$@" &
	pid=$!
	(sleep "$AB_LIMIT"; kill -TERM $pid) 2>/dev/null &
	wait $pid
	status=$?
	[ "$status" -eq 143 ] || return $status
}

case $1 in
record)
	/lab/memcgtop record -o /out/record -i "$AB_INTERVAL" ${AB_LIMIT:+-d "$AB_LIMIT"} -- \
		sh -c "$AB_LOAD" >/out/load.out 2>/out/record.err
	status=$?
	# The load's own, and we asked for its end.
	[ -z "$AB_LIMIT" ] || [ "$status" -ne 143 ] || status=0
	;;
plain)
	limited sh -c "$AB_LOAD" >/out/plain 2>/out/record.err
	status=$?
	;;
esac
# The lab's own statuses begin at 77.
if [ "$status" -ne 0 ]; then
	echo "$1 of '$AB_LOAD' ended with status $status" >>/out/record.err
	exit 1
fi
