# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A file system with systemd for "lab run --systemd": Debian packages of this
# machine's own suite (programs built here then find their libraries), unpacked
# but not configured; systemd makes the rest of /etc at its first start.

LAB_SYSTEM_PACKAGES="systemd-sysv curl"

# Programs are tested in the suite they were built in.
lab_system_suite()
{
	# shellcheck source=/dev/null
	(. /etc/os-release 2>/dev/null && printf '%s\n' "${VERSION_CODENAME:-unknown}")
}

# lab_system_unpack DEBS ROOT: /bin and the like are links into /usr first
lab_system_unpack()
{
	local debs=$1 root=$2 folder deb

	mkdir -p "$root/usr"
	for folder in bin sbin lib lib64; do
		mkdir -p "$root/usr/$folder"
		ln -s "usr/$folder" "$root/$folder"
	done
	for deb in "$debs"/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$root" --keep-directory-symlink \
			--exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' \
			--exclude='./usr/share/locale/*' --exclude='./usr/share/bash-completion/*' || return
	done
}

# What only the lab's guest wants: no logins, no wait for devices, our command.
lab_system_configure()
{
	local etc=$1/etc unit

	mkdir -p "$etc/systemd/system/multi-user.target.wants" "$etc/systemd/system-generators"
	ln -s /dev/null "$etc/systemd/system-generators/systemd-getty-generator"
	for unit in getty.target systemd-hwdb-update.service systemd-networkd-wait-online.service \
		    systemd-timesyncd.service systemd-update-utmp.service systemd-firstboot.service; do
		ln -s /dev/null "$etc/systemd/system/$unit"
	done
	ln -s /lib/systemd/system/multi-user.target "$etc/systemd/system/default.target"
	cat >"$etc/systemd/system/lab-command.service" <<'UNIT'
[Unit]
Description=The lab's command
After=multi-user.target

[Service]
ExecStart=/init command
UNIT
	ln -s ../lab-command.service "$etc/systemd/system/multi-user.target.wants/"
	: >"$etc/machine-id"
	printf 'lab\n' >"$etc/hostname"
}

lab_fetch_system_locked()
{
	local suite stage

	suite=$(lab_system_suite)
	if ! lab_apt_has_suite "$suite"; then
		lab_say "system: this machine's suite, $suite, is not among the lab's: $LAB_SUITES"
		return "$LAB_SKIP"
	fi
	stage=$(lab_stage "$LAB_CACHE")
	mkdir -p "$stage/debs/partial"
	# With an empty state nothing counts as installed: everything needed comes.
	# shellcheck disable=SC2086
	if ! lab_apt apt-get -qq -y --download-only --no-install-recommends \
		-o "APT::Default-Release=$suite" -o Dir::State::status=/dev/null \
		-o "Dir::Cache::archives=$stage/debs" install $LAB_SYSTEM_PACKAGES \
		>"$stage/download.log" 2>&1 ||
	   ! lab_system_unpack "$stage/debs" "$stage/root"; then
		sed 's/^/lab: /' "$stage/download.log" >&2
		rm -rf "$stage"
		return "$LAB_FAILED"
	fi
	lab_system_configure "$stage/root"
	find "$stage/debs" -name 'systemd_*.deb' -printf '%f\n' | cut -d_ -f2 >"$stage/version"
	rm -rf "$stage/debs" "$stage/download.log"
	lab_install_dir "$stage" "$LAB_CACHE/system"
	printf 'system: systemd %s (%s)\n' "$(cat "$LAB_CACHE/system/version")" "$suite"
}

lab_fetch_system()
{
	if [ -z "${LAB_REFRESH_ALL:-}" ] && [ -s "$LAB_CACHE/system/version" ]; then
		printf 'system: systemd %s (cached)\n' "$(cat "$LAB_CACHE/system/version")"
		return 0
	fi
	lab_locked apt lab_with_lists lab_fetch_system_locked
}

# lab_system_root: prints the folder, getting it first where that is needed
lab_system_root()
{
	[ -s "$LAB_CACHE/system/version" ] || lab_fetch_system >&2
	printf '%s\n' "$LAB_CACHE/system/root"
}
