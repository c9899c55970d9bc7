# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154 # the table stands before this
# Needs nothing of the package bash-completion, but uses it for CMD where it is.

_memcgtop_reply() {
	mapfile -t COMPREPLY < <(compgen "$@")
}

# Paths of cgroups, as memcgtop takes them: below the mount point.
_memcgtop_cgroups() {
	local mount=/sys/fs/cgroup i
	_memcgtop_reply -d -- "$mount/${1#/}"
	for i in "${!COMPREPLY[@]}"; do
		COMPREPLY[i]=${COMPREPLY[i]#"$mount"}/
	done
	compopt -o nospace 2>/dev/null
}

# What option $1 takes, beginning with $2.
_memcgtop_argument() {
	case ${_memcgtop_kind[$1]} in
	choice) _memcgtop_reply -W "${_memcgtop_choices[$1]}" -- "$2" ;;
	cgroup) _memcgtop_cgroups "$2" ;;
	file)
		compopt -o filenames 2>/dev/null
		_memcgtop_reply -f -- "$2"
		;;
	esac
}

# CMD, whose first word is word $1 of the line.
_memcgtop_cmd() {
	if declare -F _command_offset >/dev/null; then
		_command_offset "$1"
	elif [ "$COMP_CWORD" = "$1" ]; then
		_memcgtop_reply -c -- "$2"
	else
		compopt -o filenames 2>/dev/null
		_memcgtop_reply -f -- "$2"
	fi
}

# Sets wants to the option whose argument comes after the word $1, else to "".
_memcgtop_wants() {
	local letters=${1#-}
	wants=
	case $1 in
	--*=*) ;;
	--*) wants=$1 ;;
	*)
		# The first letter with an argument takes the rest of its word.
		while [ ${#letters} -gt 1 ] && [ -z "${_memcgtop_kind[-${letters:0:1}]}" ]; do
			letters=${letters:1}
		done
		[ ${#letters} != 1 ] || wants=-$letters
		;;
	esac
	[ -n "$wants" ] && [ -n "${_memcgtop_kind[$wants]}" ] || wants=
}

# Is the command one of these?
_memcgtop_is() {
	[[ " $1 " == *" $command "* ]]
}

# Recordings: one, or as many as there are.
_memcgtop_files() {
	if _memcgtop_is "$_memcgtop_files_commands" ||
		{ _memcgtop_is "$_memcgtop_file_commands" && [ -z "$file" ]; }; then
		compopt -o filenames 2>/dev/null
		_memcgtop_reply -f -- "$1"
	fi
}

# Reads the words before the cursor.  Sets command, wants, file to a word that
# is one, and, after --, or inside of CMD, cmd to the number of the first word.
_memcgtop_read_words() {
	local i word
	command=live wants='' cmd='' file=''
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [ -n "$wants" ]; then
			# The line is split at "=" too.
			[ "$word" = = ] || wants=
		elif [ "$word" = -- ]; then
			# It parts the sides of a diff, whose options go on.
			_memcgtop_is "$_memcgtop_files_commands" || cmd=$((i + 1))
		elif [[ $word == -?* ]]; then
			_memcgtop_wants "$word"
		elif _memcgtop_is "$_memcgtop_cmd_commands"; then
			cmd=$i
		elif [ "$command" = live ] && [[ " $_memcgtop_commands " == *" $word "* ]]; then
			command=$word
		else
			file=$word
		fi
		[ -z "$cmd" ] || return
	done
}

_memcgtop() {
	local cur=${COMP_WORDS[COMP_CWORD]} command wants cmd file
	COMPREPLY=()
	_memcgtop_read_words
	if [ -n "$wants" ]; then
		[ "$cur" != = ] || cur=
		_memcgtop_argument "$wants" "$cur"
	elif [ -n "$cmd" ]; then
		if _memcgtop_is "$_memcgtop_cmd_commands"; then
			_memcgtop_cmd "$cmd" "$cur"
		elif [ "$cmd" = "$COMP_CWORD" ]; then
			_memcgtop_files "$cur"
		fi
	elif [[ $cur == -* ]]; then
		_memcgtop_reply -W "${_memcgtop_options[$command]}" -- "$cur"
	elif [ "$command" = live ]; then
		_memcgtop_reply -W "$_memcgtop_commands" -- "$cur"
	elif _memcgtop_is "$_memcgtop_cmd_commands"; then
		_memcgtop_cmd "$COMP_CWORD" "$cur"
	else
		_memcgtop_files "$cur"
	fi
}

complete -F _memcgtop memcgtop
