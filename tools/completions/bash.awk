# SPDX-License-Identifier: GPL-2.0-or-later
# The table for code.bash.

function offered(c,    o, list) {
	for (o = 0; o < options; o++) {
		if (help[o] && applies(o, c))
			list = list " " (letter[o] ? "-" letter[o] " " : "") "--" name[o]
	}
	return substr(list, 2)
}

# An entry of an array for each name of an option.
function print_entries(o, value) {
	if (letter[o])
		print "\t[-" letter[o] "]=" quoted(value)
	print "\t[--" name[o] "]=" quoted(value)
}

END {
	if (failed)
		exit 1
	print "# shellcheck shell=bash\n"
	print "_memcgtop_commands=" quoted(words())
	print "_memcgtop_cmd_commands=" quoted(words("CMD"))
	print "_memcgtop_file_commands=" quoted(words("FILE"))
	print "_memcgtop_files_commands=" quoted(words("FILES"))
	print "declare -gA _memcgtop_options=("
	for (c = 0; c < commands; c++)
		print "\t[" label[c] "]=" quoted(offered(c))
	print ")\n# What kind of argument an option takes; those not here take none."
	print "declare -gA _memcgtop_kind=("
	for (o = 0; o < options; o++) {
		if (arg[o])
			print_entries(o, kind[o])
	}
	print ")\ndeclare -gA _memcgtop_choices=("
	for (o = 0; o < options; o++) {
		if (choices[o])
			print_entries(o, choices[o])
	}
	print ")\n"
}
