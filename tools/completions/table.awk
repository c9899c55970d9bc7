# SPDX-License-Identifier: GPL-2.0-or-later
# Reads the table; the second file of each run prints from it in its END.
#
# label[c], word[c], takes[c], about[c]       of the commands 0 .. commands - 1;
#                                             the first has no word; takes: "",
#                                             "CMD", "FILE" or "FILES"
# name[o], letter[o], arg[o], of[o],
# kind[o], choices[o], help[o]                of the options 0 .. options - 1;
#                                             "" for none; of: ",live,stat,";
#                                             no help: hidden
BEGIN {
	FS = "\t"
	commands = options = failed = 0
}

function field(i) {
	return $i == "-" ? "" : $i
}

$1 == "command" && NF == 5 {
	label[commands] = $2
	word[commands] = field(3)
	takes[commands] = field(4)
	about[commands] = $5
	commands++
	next
}

$1 == "option" && NF == 8 {
	name[options] = $2
	letter[options] = field(3)
	arg[options] = field(4)
	of[options] = "," $5 ","
	kind[options] = $6
	choices[options] = field(7)
	gsub(/,/, " ", choices[options])
	help[options] = field(8)
	options++
	next
}

{
	print "completions: line " NR " is neither a command nor an option: " $0 >"/dev/stderr"
	failed = 1
	exit 1
}

function applies(o, c) {
	return index(of[o], "," label[c] ",") > 0
}

# In single quotes, as bash and zsh take them.
function quoted(text) {
	gsub(/'/, "'\\''", text)
	return "'" text "'"
}

# Words of commands; with @what only of those that take that.
function words(what,    c, list) {
	for (c = 0; c < commands; c++) {
		if (word[c] && (!what || takes[c] == what))
			list = list " " word[c]
	}
	return substr(list, 2)
}
