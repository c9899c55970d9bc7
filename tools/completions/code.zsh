# SPDX-License-Identifier: GPL-2.0-or-later
# The table stands before this.

# Paths of cgroups, as memcgtop takes them: below the mount point.
_memcgtop_cgroups() {
	local mount=/sys/fs/cgroup
	local -a found
	found=($mount/${(Q)PREFIX#/}*(N-/))
	compadd -S / -q -- ${found#$mount}
}

_memcgtop() {
	local curcontext=$curcontext state state_descr line command
	local -a specs
	typeset -A opt_args

	specs=($_memcgtop_options_live)
	_arguments -C -s -S -A '-*' $specs '(-): :->command' '(-)*:: :->rest' && return
	case $state in
	command)
		_describe -t commands 'command' _memcgtop_commands
		;;
	rest)
		command=$words[1]
		curcontext=${curcontext%:*:*}:memcgtop-$command:
		specs=(${(P)${:-_memcgtop_options_$command}})
		if (( ${${=_memcgtop_cmd_commands}[(Ie)$command]} )); then
			specs+=('(-):command: _command_names -e' '(-)*::arguments: _normal')
		elif (( ${${=_memcgtop_file_commands}[(Ie)$command]} )); then
			# Options may come after it.
			_arguments -s -S $specs ':recording:_files'
			return
		elif (( ${${=_memcgtop_files_commands}[(Ie)$command]} )); then
			# Options may come even after --, which parts the sides.
			_arguments -s $specs '*:recording:_files'
			return
		fi
		(( $#specs )) && _arguments -s -S -A '-*' $specs
		;;
	esac
}

_memcgtop "$@"
