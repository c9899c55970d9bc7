# shellcheck shell=sh disable=SC2034 # sourced; its users set bin and read these
# SPDX-License-Identifier: GPL-2.0-or-later
# What the scripts that run the real binary have in common: a folder that goes
# away, and checks that say what was wrong.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0
out=$dir/out err=$dir/err

# expect STATUS NAME COMMAND...: its output is in $out and $err afterwards
expect() {
	want=$1 name=$2
	shift 2
	"$@" >"$out" 2>"$err"
	got=$?
	if [ "$got" -ne "$want" ]; then
		echo "FAIL $name: exit status $got, wanted $want"
		cat "$err"
		failed=1
	fi
}

# has FILE PATTERN NAME, lacks FILE PATTERN NAME
has() {
	grep -q -- "$2" "$1" && return
	echo "FAIL $3: no '$2' in:"
	head -5 "$1"
	failed=1
}
lacks() {
	grep -q -- "$2" "$1" || return
	echo "FAIL $3: '$2' in:"
	head -5 "$1"
	failed=1
}
