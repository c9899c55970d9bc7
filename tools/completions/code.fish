# SPDX-License-Identifier: GPL-2.0-or-later
# The table stands before this.

# Words before the cursor: prints the command, "live" without one, and the files
# it got; inside of CMD "cmd" and the words of it; after "--" of a command that
# takes one file "rest" and those words; nothing where nothing can be.
function __memcgtop_state
    set -l command live
    set -l tokens (commandline -opc)
    set -l wants 0
    for i in (seq 2 (count $tokens))
        set -l token $tokens[$i]
        if test $wants = 1
            set wants 0
        else if test "$token" = --
            # It parts the sides of a diff, whose options go on.
            contains -- $command[1] $__memcgtop_files_commands; and continue
            if contains -- $command[1] $__memcgtop_file_commands
                set command rest $command[2..-1] $tokens[(math $i + 1)..-1]
            else
                contains -- $command[1] $__memcgtop_cmd_commands; or return
                set command cmd $tokens[(math $i + 1)..-1]
            end
            break
        else if string match -q -- '-?*' $token
            contains -- $token $__memcgtop_takers; and set wants 1
        else if contains -- $command[1] $__memcgtop_cmd_commands
            set command cmd $tokens[$i..-1]
            break
        else if contains -- $command[1] $__memcgtop_file_commands $__memcgtop_files_commands
            set -a command $token
        else if contains -- $token $__memcgtop_commands
            set command $token
        end
    end
    printf '%s\n' $command
end

# Is the cursor at one of these commands?
function __memcgtop_at
    set -l state (__memcgtop_state)
    contains -- $state[1] $argv
end

# Where a recording may stand.
function __memcgtop_at_file
    set -l state (__memcgtop_state)
    contains -- $state[1] $__memcgtop_files_commands; and return
    contains -- $state[1] rest $__memcgtop_file_commands; and not set -q state[2]
end

# Where CMD may stand or go on.
function __memcgtop_at_cmd
    set -l state (__memcgtop_state)
    contains -- $state[1] cmd $__memcgtop_cmd_commands
end

function __memcgtop_cmd
    set -l state (__memcgtop_state)
    set -l current (commandline -ct)
    if set -q state[2]
        complete -C (string join ' ' -- (string escape -- $state[2..-1]) $current)
    else if test $state[1] = cmd; or not string match -q -- '-*' "$current"
        complete -C "$current"
    end
end

# Paths of cgroups, as memcgtop takes them: below the mount point.
function __memcgtop_cgroups
    set -l mount /sys/fs/cgroup
    set -l path (string replace -r -- '^--cgroup=' '' (commandline -ct))
    for folder in $mount/(string trim -l -c / -- $path)*/
        string replace -- $mount '' $folder
    end
end

complete -c memcgtop -n __memcgtop_at_cmd -a '(__memcgtop_cmd)'
complete -c memcgtop -n __memcgtop_at_file -F
