# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The guest's file system: a static busybox, guest/init and what the user
# asked for, as an initramfs.

# lab_quote WORD...: one line that a POSIX shell reads back as these words
lab_quote()
{
	local word line=""

	for word in "$@"; do
		line+="'${word//\'/\'\\\'\'}' "
	done
	printf '%s\n' "${line% }"
}

lab_busybox()
{
	local path

	for path in /bin/busybox /usr/bin/busybox "$(command -v busybox || true)"; do
		if [ -x "$path" ] && ! ldd "$path" >/dev/null 2>&1; then
			printf '%s\n' "$path"
			return
		fi
	done
	lab_die "$LAB_FAILED" "no static busybox (Debian: busybox-static)"
}

# lab_root_system ROOT: what systemd needs, under the lab's own
lab_root_system()
{
	local system

	system=$(lab_system_root)
	mkdir -p "$1"
	cp -a "$system/." "$1/"
}

# lab_root_base ROOT: busybox stands in for what is not there already
lab_root_base()
{
	local root=$1 busybox applet

	busybox=$(lab_busybox)
	mkdir -p "$root"/{bin,sbin,usr/bin,usr/sbin,dev,proc,sys,tmp,run,out,lab,root,etc}
	cp "$busybox" "$root/bin/busybox"
	for applet in $("$busybox" --list); do
		[ -e "$root/bin/$applet" ] || [ -e "$root/sbin/$applet" ] || [ -e "$root/usr/sbin/$applet" ] ||
			ln -s busybox "$root/bin/$applet"
	done
	cp "$LAB_DIR/guest/init" "$root/init"
	printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n' >"$root/etc/passwd"
	printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
	printf '127.0.0.1 localhost\n' >"$root/etc/hosts"
}

# lab_root_file ROOT SRC[:GUESTPATH]
lab_root_file()
{
	local root=$1 source=${2%%:*} target

	target=/lab/$(basename "$source")
	[[ $2 != *:* ]] || target=${2#*:}
	[ -e "$source" ] || lab_die "$LAB_FAILED" "no file '$source'"
	[[ $target == /* ]] || lab_die "$LAB_FAILED" "guest path '$target' must begin with /"
	mkdir -p "$root/$(dirname "$target")"
	if [ -d "$source" ]; then
		mkdir -p "$root$target"
		cp -a "$source/." "$root$target/"
	else
		cp -L --preserve=mode,timestamps "$source" "$root$target"
	fi
}

# lab_root_program ROOT BINARY: the program and each library ldd names, the
# loader among them, every one at the path it has here
lab_root_program()
{
	local root=$1 binary=$2 library libraries

	[ -x "$binary" ] || lab_die "$LAB_FAILED" "no program '$binary'"
	cp -L --preserve=mode,timestamps "$binary" "$root/lab/"
	libraries=$(ldd "$binary" 2>/dev/null || true)
	if grep -q 'not found' <<<"$libraries"; then
		lab_die "$LAB_FAILED" "$binary lacks a library: $(grep 'not found' <<<"$libraries" | head -n 1)"
	fi
	for library in $(grep -o '/[^ ]*' <<<"$libraries" || true); do
		[ ! -e "$root$library" ] || continue
		mkdir -p "$root$(dirname "$library")"
		cp -L "$library" "$root$library"
	done
}

# lab_root_pack ROOT IMAGE. Not compressed: QEMU copies the image as it is,
# and unpacking would be emulated work.
lab_root_pack()
{
	(cd "$1" && find . | cpio -o -H newc -R 0:0 --quiet) >"$2"
}
