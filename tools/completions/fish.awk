# SPDX-License-Identifier: GPL-2.0-or-later
# The table for code.fish: a complete command for each option and command.

# fish knows \' within single quotes, and so \\.
function fish_quoted(text) {
	gsub(/[\\']/, "\\\\&", text)
	return "'" text "'"
}

function action(o) {
	if (!arg[o])
		return ""
	if (kind[o] == "file")
		return " -r -F"
	if (kind[o] == "cgroup")
		return " -x -a '(__memcgtop_cgroups)'"
	if (choices[o])
		return " -x -a " fish_quoted(choices[o])
	return " -x"
}

function labels_of(o,    c, list) {
	for (c = 0; c < commands; c++) {
		if (applies(o, c))
			list = list " " label[c]
	}
	return list
}

function takers(    o, list) {
	for (o = 0; o < options; o++) {
		if (arg[o])
			list = list (letter[o] ? " -" letter[o] : "") " --" name[o]
	}
	return list
}

END {
	if (failed)
		exit 1
	print "\nset -g __memcgtop_commands " words()
	print "set -g __memcgtop_cmd_commands " words("CMD")
	print "set -g __memcgtop_file_commands " words("FILE")
	print "set -g __memcgtop_files_commands " words("FILES")
	print "# Options with an argument.\nset -g __memcgtop_takers" takers() "\n"
	print "complete -c memcgtop -f"
	for (c = 0; c < commands; c++) {
		if (word[c])
			print "complete -c memcgtop -n '__memcgtop_at live' -a " word[c] \
			      " -d " fish_quoted(about[c])
	}
	for (o = 0; o < options; o++) {
		# fish cannot hide an option and yet know its argument.
		if (help[o])
			print "complete -c memcgtop -n '__memcgtop_at" labels_of(o) "'" \
			      (letter[o] ? " -s " letter[o] : "") " -l " name[o] action(o) \
			      " -d " fish_quoted(help[o])
	}
	print ""
}
