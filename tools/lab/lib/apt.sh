# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A private apt: own sources list, own state, own cache. It takes the mirror,
# the signing key and the Acquire settings (proxy and the like) from the
# system's configuration each time the package lists are read, and changes
# nothing of the system's.

LAB_SUITES="bookworm bookworm-backports trixie-backports forky sid"
LAB_APT=$LAB_CACHE/apt

# Reads deb822 (.sources) stanzas; prints "URI|SUITES|COMPONENTS|KEY" per URI.
lab_parse_deb822()
{
	awk '
	function flush(   i, n, uri) {
		if (types ~ /(^| )deb( |$)/ && enabled != "no") {
			n = split(uris, uri, " ")
			for (i = 1; i <= n; i++)
				print uri[i] "|" suites "|" components "|" key
		}
		types = uris = suites = components = key = field = enabled = ""
	}
	/^#/ { next }
	/^[ \t]*$/ { flush(); next }
	/^[^ \t]/ {
		field = tolower($0); sub(/:.*/, "", field)
		value = $0; sub(/^[^:]*:[ \t]*/, "", value)
	}
	/^[ \t]/ { value = $0; sub(/^[ \t]+/, "", value) }
	field == "types" { types = types " " value }
	field == "uris" { uris = uris " " value }
	field == "suites" { suites = suites " " value }
	field == "components" { components = components " " value }
	field == "signed-by" { key = key value }
	field == "enabled" { enabled = tolower(value) }
	END { flush() }' "$@"
}

# The same from one-line (.list) entries.
lab_parse_list()
{
	sed -n 's/^[ \t]*deb[ \t][ \t]*//p' "$@" | awk '
	{
		key = ""
		if (match($0, /^\[[^]]*\][ \t]*/)) {
			options = substr($0, 2, RLENGTH - 2)
			$0 = substr($0, RLENGTH + 1)
			sub(/\][ \t]*$/, "", options)
			n = split(options, option, /[ \t]+/)
			for (i = 1; i <= n; i++)
				if (option[i] ~ /^signed-by=/)
					key = substr(option[i], 11)
		}
		sub(/[ \t]*#.*/, "")
		components = ""
		for (i = 3; i <= NF; i++)
			components = components " " $i
		print $1 "|" $2 "|" components "|" key
	}'
}

lab_system_sources()
{
	local etc=${LAB_SYSTEM_APT:-/etc/apt} file

	for file in "$etc"/sources.list.d/*.sources; do
		[ ! -f "$file" ] || lab_parse_deb822 "$file"
	done
	for file in "$etc"/sources.list "$etc"/sources.list.d/*.list; do
		[ ! -f "$file" ] || lab_parse_list "$file"
	done
}

# Prints "URI|KEY" of the first source that holds Debian itself.
lab_debian_mirror()
{
	if [ -n "${LAB_MIRROR:-}" ]; then
		printf '%s|%s\n' "$LAB_MIRROR" "${LAB_KEYRING:-}"
		return
	fi
	lab_system_sources | awk -F'|' '
		" " $2 " " ~ / (bookworm|trixie|forky|sid|stable|oldstable|testing|unstable) / &&
		" " $3 " " ~ / main / { print $1 "|" $4; exit }'
}

lab_apt_write_config()
{
	local mirror key option="" suite

	mirror=$(lab_debian_mirror)
	[ -n "$mirror" ] || lab_die "$LAB_FAILED" \
		"no Debian source in the system's apt configuration; set LAB_MIRROR (and LAB_KEYRING)"
	key=${mirror#*|}
	mirror=${mirror%%|*}
	case $key in
	/*)	;;
	*)	key=/usr/share/keyrings/debian-archive-keyring.gpg ;;
	esac
	[ ! -r "$key" ] || option="[signed-by=$key] "

	mkdir -p "$LAB_APT/state/lists/partial" "$LAB_APT/cache/archives/partial"
	for suite in $LAB_SUITES; do
		printf 'deb %s%s %s main\n' "$option" "$mirror" "$suite"
	done >"$LAB_APT/sources.list"
	{
		# The first file apt reads; the system's own files are switched
		# off in it, because some of them carry hooks that act on the
		# system after an update.
		printf 'Dir::Etc::Parts "/dev/null";\nDir::Etc::Main "/dev/null";\n'
		printf 'Dir::Etc::sourcelist "%s";\n' "$LAB_APT/sources.list"
		printf 'Dir::Etc::sourceparts "/dev/null";\n'
		printf 'Dir::Etc::preferences "/dev/null";\nDir::Etc::preferencesparts "/dev/null";\n'
		printf 'Dir::State "%s";\nDir::Cache "%s";\n' "$LAB_APT/state" "$LAB_APT/cache"
		printf 'APT::Architecture "amd64";\nAPT::Sandbox::User "root";\n'
		apt-config dump | grep '^Acquire::' || true
		printf 'Acquire::Languages "none";\n'
	} >"$LAB_APT/apt.conf"
}

# lab_apt TOOL ARGS...
lab_apt()
{
	APT_CONFIG=$LAB_APT/apt.conf "$@"
}

# Reads the package lists again. A suite the mirror no longer has must not
# stop the others, so the status counts only when nothing at all was read.
lab_apt_update()
{
	lab_need apt-get apt-cache dpkg-deb
	lab_say "reading package lists"
	lab_apt_write_config
	if ! lab_apt apt-get -qq update >"$LAB_APT/update.log" 2>&1; then
		grep -E '^[EW]:' "$LAB_APT/update.log" | sed 's/^/lab: /' >&2 || true
	fi
	compgen -G "$LAB_APT/state/lists/*_Packages*" >/dev/null ||
		lab_die "$LAB_FAILED" "no package list could be read (network? see $LAB_APT/update.log)"
	touch "$LAB_APT/updated"
}

# Lists are good for a day; LAB_REFRESH asks for new ones, once per process.
lab_apt_ready()
{
	if [ -n "${LAB_REFRESH:-}" ]; then
		LAB_REFRESH=
	elif [ -n "$(find "$LAB_APT/updated" -mmin -1440 2>/dev/null)" ]; then
		return 0
	fi
	lab_apt_update
}

# lab_apt_has_suite SUITE: was its list read?
lab_apt_has_suite()
{
	compgen -G "$LAB_APT/state/lists/*_dists_$1_main_binary-amd64_Packages*" >/dev/null
}

# lab_apt_newest REGEX SUITE...: prints "PACKAGE VERSION SUITE" of the newest
# package whose name matches, over the suites named; nothing if there is none.
lab_apt_newest()
{
	local regex=$1 names

	shift
	names=$(lab_apt apt-cache pkgnames | grep -E "$regex" || true)
	[ -n "$names" ] || return 0
	# shellcheck disable=SC2086
	lab_apt apt-cache madison $names | awk -F' *[|] *' -v suites=" $* " '
	{
		sub(/^ */, "", $1)
		split($3, word, " ")
		sub(/\/.*/, "", word[2])
		if (index(suites, " " word[2] " "))
			print $1, $2, word[2]
	}' | sort -k2,2V -k1,1 | tail -n 1
}

# lab_apt_download FOLDER PACKAGE=VERSION...: with one retry on fresh lists,
# since a mirror drops a version the day its successor comes.
lab_apt_download()
{
	local folder=$1

	shift
	(cd "$folder" && lab_apt apt-get -qq download "$@" >"$folder/download.log" 2>&1) && return 0
	sed 's/^/lab: /' "$folder/download.log" >&2
	return 1
}
