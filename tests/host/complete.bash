# SPDX-License-Identifier: GPL-2.0-or-later
# What bash completes: complete.bash FILE WORD...: candidates of the last word
# after "memcgtop", one a line.  Words as readline splits them: at "=" too.
# shellcheck shell=bash
# shellcheck source=/dev/null
source "$1" || exit 1
shift
COMP_WORDS=(memcgtop "$@")
COMP_CWORD=$#
COMP_LINE=${COMP_WORDS[*]}
COMP_POINT=${#COMP_LINE}
compopt() { :; } # works within a completion only
_memcgtop memcgtop "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
