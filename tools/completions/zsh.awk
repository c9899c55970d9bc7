# SPDX-License-Identifier: GPL-2.0-or-later
# The table for code.zsh: arrays of specifications for _arguments and _describe.

# ']' ends an explanation and ':' a part of a specification.
function plain(text) {
	gsub(/[]\[:\\]/, "\\\\&", text)
	return text
}

function action(o) {
	if (choices[o])
		return "(" choices[o] ")"
	if (kind[o] == "file")
		return "_files"
	if (kind[o] == "cgroup")
		return "_memcgtop_cgroups"
	return " "
}

# @how: "+" for a letter, "=" for a name.  '!': understood, not offered.
function print_spec(o, option, how,    spec) {
	spec = help[o] ? letter[o] ? "(-" letter[o] " --" name[o] ")" : "" : "!"
	spec = spec option (arg[o] ? how : "") (help[o] ? "[" plain(help[o]) "]" : "")
	print "\t" quoted(spec (arg[o] ? ":" plain(arg[o]) ":" action(o) : ""))
}

END {
	if (failed)
		exit 1
	print "\ntypeset -ga _memcgtop_commands=("
	for (c = 0; c < commands; c++) {
		if (word[c])
			print "\t" quoted(word[c] ":" plain(about[c]))
	}
	print ")\ntypeset -g _memcgtop_cmd_commands=" quoted(words("CMD"))
	print "typeset -g _memcgtop_file_commands=" quoted(words("FILE"))
	print "typeset -g _memcgtop_files_commands=" quoted(words("FILES"))
	for (c = 0; c < commands; c++) {
		print "typeset -ga _memcgtop_options_" label[c] "=("
		for (o = 0; o < options; o++) {
			if (!applies(o, c))
				continue
			if (letter[o])
				print_spec(o, "-" letter[o], "+")
			print_spec(o, "--" name[o], "=")
		}
		print ")"
	}
	print ""
}
