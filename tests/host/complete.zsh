# SPDX-License-Identifier: GPL-2.0-or-later
# What zsh completes: complete.zsh FOLDER LINE: candidates, one a line.  Types
# the line and a tab into a zsh on a terminal; its compadd tells what it is given.
zmodload zsh/zpty || exit 1
folder=${1:A} line=$2 found=$(mktemp) || exit 1
trap 'rm -f $found $found.done' EXIT
export FOLDER=$folder FOUND=$found HOME=/nonexistent
zpty shell zsh -f -i
zpty -w shell 'PS1= fpath=($FOLDER $fpath) LISTMAX=9999; autoload -Uz compinit && compinit -u -d $FOLDER/zcompdump
compadd() {
	if (( ${@[(I)-[A-Za-z0-9]#[OAD]]} )); then builtin compadd "$@"; return; fi
	local -a __found
	builtin compadd -A __found "$@"
	print -rl -- $__found >>$FOUND
	builtin compadd "$@"
}
answered() { : >$FOUND.done }
zle -N answered; bindkey "^I" list-choices "^X" answered
: >$FOUND.done'
await() {
	local -i i
	for ((i = 0; i < 200; i++)); do
		zpty -rt shell >/dev/null
		[[ -e $found.done ]] && rm -f $found.done && return
		sleep 0.05
	done
	print -u2 "complete.zsh: no answer"
	exit 1
}
await
zpty -n -w shell $line$'\t\x18'
await
sort -u $found | grep .
zpty -d shell
