# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What every part of the lab uses: messages, exit statuses, temporary
# folders that go away whatever happens, the lock on the cache.

# Exit statuses that are the lab's own; every other one is the guest command's.
# shellcheck disable=SC2034
LAB_SKIP=77 LAB_TIMEOUT=124 LAB_FAILED=125 LAB_SPLAT=126

LAB_TMP=
LAB_CHILD=
LAB_TIMER=

# Messages go to stderr: stdout belongs to the guest's command.
lab_say()
{
	printf 'lab: %s\n' "$*" >&2
}

# lab_die STATUS MESSAGE...
lab_die()
{
	local status=$1

	shift
	lab_say "$*"
	exit "$status"
}

lab_cleanup()
{
	local pid

	for pid in $LAB_CHILD $LAB_TIMER; do
		kill -KILL "$pid" 2>/dev/null || true
	done
	LAB_CHILD='' LAB_TIMER=''
	[ -z "$LAB_TMP" ] || rm -rf "$LAB_TMP"
	LAB_TMP=
}

# One private folder per process, made at first use.
lab_tmp()
{
	[ -z "$LAB_TMP" ] || return 0
	LAB_TMP=$(mktemp -d "${TMPDIR:-/tmp}/memcgtop-lab.XXXXXX")
	trap lab_cleanup EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	trap 'exit 129' HUP
}

# A folder beside its final place, so that a rename puts it there whole. To be
# called with the lock on PARENT held: what an earlier, killed process left
# there is removed.
# lab_stage PARENT: prints its name
lab_stage()
{
	mkdir -p "$1"
	rm -rf "$1"/.part.*
	mktemp -d "$1/.part.XXXXXX"
}

# lab_install_dir STAGE FINAL: replaces FINAL by STAGE
lab_install_dir()
{
	chmod 755 "$1"
	rm -rf "$2"
	mv -T "$1" "$2"
}

# lab_locked NAME FUNCTION ARGS...: one process at a time per NAME
lab_locked()
{
	local name=$1

	shift
	mkdir -p "$LAB_CACHE"
	(
		flock 9
		"$@"
	) 9>"$LAB_CACHE/.lock-$name"
}

lab_need()
{
	local tool

	for tool in "$@"; do
		command -v "$tool" >/dev/null ||
			lab_die "$LAB_FAILED" "'$tool' is not installed (see README.md, Needs)"
	done
}

# Options with a value: lab_value OPTION COUNT fails when none is left.
lab_value()
{
	[ "$2" -ge 2 ] || lab_die "$LAB_FAILED" "option $1 needs a value"
}

# lab_number OPTION VALUE MIN
lab_number()
{
	if ! [[ $2 =~ ^[0-9]{1,7}$ ]] || [ "$2" -lt "$3" ]; then
		lab_die "$LAB_FAILED" "option $1 takes a number from $3 on, not '$2'"
	fi
}
