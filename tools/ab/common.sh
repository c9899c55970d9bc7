# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What every part of memcg-ab uses: messages, exit statuses, the one child with
# its progress, and leaving nothing behind.

# Exit statuses beside those of memcgtop diff (0 to 4); 129, 130 and 143 are
# interrupts. docs/ab.md lists them.
# shellcheck disable=SC2034
AB_USAGE=2 AB_PATCH=10 AB_BUILD=11 AB_RUN=12 AB_COMPARE=13 AB_SKIP=77

AB_LOG=		# messages go there too, once there is a folder for it
AB_CHILD=	# process group of what runs
AB_TICKER=	# who says how long it has been
AB_PID=		# of the script itself
AB_TMP=		# goes away at the end, whatever the end
AB_PART=	# a run that is not whole yet
AB_FRESH=	# the result folder, while it holds nothing worth keeping
AB_LOCKED=	# the result folder's lock file, while it is ours
AB_LINE=		# the ticker may have left something on the last line

ab_say()
{
	ab_line_clear
	printf 'memcg-ab: %s\n' "$*" >&2
	[ -z "$AB_LOG" ] || printf '%(%H:%M:%S)T %s\n' -1 "$*" >>"$AB_LOG"
}

# ab_fail STATUS MESSAGE...: said, and returned; with --bisect as "cannot be tested",
# except wrong usage, which is that to git bisect as well
ab_fail()
{
	local status=$1

	shift
	ab_say "$*"
	[ -z "${AB_BISECT:-}" ] || [ "$status" -eq "$AB_USAGE" ] || status=125
	return "$status"
}

ab_usage_die()
{
	ab_say "$* (memcg-ab --help)"
	exit "$AB_USAGE"
}

# ab_time SECONDS: prints 1:07 or 1:02:07
ab_time()
{
	if [ "$1" -ge 3600 ]; then
		printf '%d:%02d:%02d' $(($1 / 3600)) $(($1 / 60 % 60)) $(($1 % 60))
	else
		printf '%d:%02d' $(($1 / 60)) $(($1 % 60))
	fi
}

# ab_ticker LABEL: how long it has been; on a terminal in a line that is written
# over, elsewhere in a line a minute. read waits, so that no sleep outlives us.
ab_ticker()
{
	local begin=$SECONDS tick=60 line

	[ ! -t 2 ] || tick=1
	while ! read -r -t "$tick" -u 7; do
		line="memcg-ab: $1, $(ab_time $((SECONDS - begin)))"
		if [ -t 2 ]; then
			printf '\r\033[K%s' "${line:0:79}" >&2
		else
			printf '%s\n' "$line" >&2
		fi
	done 7<> <(:)
}

ab_line_clear()
{
	[ -z "$AB_LINE" ] || [ ! -t 2 ] || printf '\r\033[K' >&2
	AB_LINE=
}

# ab_step LABEL LOG COMMAND...: COMMAND in a process group of its own, so that an
# interrupt can end all of it (bash waits for make before it heeds a signal);
# its output to LOG, how long it has been to stderr.
ab_step()
{
	local label=$1 log=$2 status=0

	shift 2
	set -m
	"$@" >>"$log" 2>&1 </dev/null 8>&- &
	AB_CHILD=$!
	set +m
	AB_LINE=1
	ab_ticker "$label" 8>&- &
	AB_TICKER=$!
	wait "$AB_CHILD" 2>/dev/null || status=$?
	AB_CHILD=
	ab_ticker_end
	return "$status"
}

ab_ticker_end()
{
	[ -n "$AB_TICKER" ] || return 0
	kill "$AB_TICKER" 2>/dev/null
	wait "$AB_TICKER" 2>/dev/null
	AB_TICKER=
	ab_line_clear
}

# Ends the child and all it started; the lab needs a moment to clear its own.
ab_child_end()
{
	local i

	[ -n "$AB_CHILD" ] || return 0
	kill -TERM -- "-$AB_CHILD" 2>/dev/null
	for ((i = 0; i < 100; i++)); do
		kill -0 -- "-$AB_CHILD" 2>/dev/null || break
		sleep 0.1
	done
	kill -KILL -- "-$AB_CHILD" 2>/dev/null
	wait "$AB_CHILD" 2>/dev/null
	AB_CHILD=
}

# A child of bash that is ended right after its fork still has these traps.
ab_is_child()
{
	[ "$BASHPID" != "$AB_PID" ]
}

ab_cleanup()
{
	! ab_is_child || return 0
	ab_ticker_end
	ab_child_end
	[ -z "$AB_TMP" ] || rm -rf "$AB_TMP"
	[ -z "$AB_PART" ] || rm -rf "$AB_PART"
	[ -z "$AB_LOCKED" ] || rm -f "$AB_LOCKED"
	[ -z "$AB_FRESH" ] || rm -rf "$AB_FRESH"
}

# ab_interrupted STATUS
ab_interrupted()
{
	! ab_is_child || exit "$1"
	trap '' INT TERM HUP
	ab_ticker_end
	ab_child_end
	if [ -n "$AB_FRESH" ]; then
		ab_say "interrupted; nothing was measured yet"
	else
		ab_say "interrupted; whole recordings are kept, go on with: memcg-ab --resume $AB_OUT"
	fi
	exit "$1"
}

ab_traps()
{
	AB_PID=$BASHPID
	trap ab_cleanup EXIT
	trap 'ab_interrupted 130' INT
	trap 'ab_interrupted 143' TERM
	trap 'ab_interrupted 129' HUP
	AB_TMP=$(mktemp -d "${TMPDIR:-/tmp}/memcg-ab.XXXXXX") || exit "$AB_RUN"
}
