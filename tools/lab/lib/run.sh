# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# lab run: options, one guest, its verdict.
#
# The RUN_* variables describe the run; qemu.sh and boot.sh read them too.
# shellcheck disable=SC2034

lab_run_defaults()
{
	RUN_KERNEL=7.3 RUN_CPUS=2 RUN_POSSIBLE=0 RUN_MIB=2048 RUN_SECONDS=300
	RUN_ICOUNT='' RUN_SYSTEMD='' RUN_APPEND='' RUN_CGROUP=v2 RUN_OUT='' RUN_QUIET=''
	RUN_FILES=() RUN_PROGRAMS=() RUN_ENV=() RUN_COMMAND=()
}

lab_run_option()
{
	case $1 in
	-k)		RUN_KERNEL=$2 ;;
	-c)		lab_number "$1" "$2" 1; RUN_CPUS=$2 ;;
	--smp)		lab_number "$1" "$2" 1; RUN_POSSIBLE=$2 ;;
	-m)		lab_number "$1" "$2" 64; RUN_MIB=$2 ;;
	-t)		lab_number "$1" "$2" 1; RUN_SECONDS=$2 ;;
	--append)	RUN_APPEND+="${RUN_APPEND:+ }$2" ;;
	--cgroup)	RUN_CGROUP=$2 ;;
	-f)		RUN_FILES+=("$2") ;;
	-x)		RUN_PROGRAMS+=("$2") ;;
	-o)		RUN_OUT=$2 ;;
	--env)		RUN_ENV+=("$2") ;;
	*)		lab_die "$LAB_FAILED" "run has no option $1 (lab help)" ;;
	esac
}

lab_run_options()
{
	while [ $# -gt 0 ]; do
		case $1 in
		--)		shift; RUN_COMMAND=("$@"); break ;;
		-q)		RUN_QUIET=1; shift ;;
		--icount)	RUN_ICOUNT=1; shift ;;
		--systemd)	RUN_SYSTEMD=1; shift ;;
		-*)		lab_value "$1" $#; lab_run_option "$1" "$2"; shift 2 ;;
		*)		RUN_COMMAND=("$@"); break ;;
		esac
	done
	[ ${#RUN_COMMAND[@]} -gt 0 ] || lab_die "$LAB_FAILED" "run what? give a command after --"
	case $RUN_CGROUP in
	v1 | v2 | hybrid)	;;
	*)			lab_die "$LAB_FAILED" "--cgroup is v1, v2 or hybrid, not '$RUN_CGROUP'" ;;
	esac
	[ -z "$RUN_SYSTEMD" ] || [ "$RUN_CGROUP" = v2 ] ||
		lab_die "$LAB_FAILED" "--systemd mounts cgroup v2 itself; it does not go with --cgroup $RUN_CGROUP"
	[ -z "$RUN_ICOUNT" ] || RUN_CPUS=1
}

# One word is a script, several are a command and its arguments, kept as they are.
lab_run_script()
{
	local pair

	for pair in "LAB_KERNEL=$RUN_KERNEL" "${RUN_ENV[@]}"; do
		[[ $pair =~ ^[A-Za-z_][A-Za-z0-9_]*= ]] ||
			lab_die "$LAB_FAILED" "--env takes NAME=VALUE, not '$pair'"
		printf 'export %s=%s\n' "${pair%%=*}" "$(lab_quote "${pair#*=}")"
	done
	if [ ${#RUN_COMMAND[@]} -eq 1 ]; then
		printf '%s\n' "${RUN_COMMAND[0]}"
	else
		lab_quote "${RUN_COMMAND[@]}"
	fi
}

# lab_run_prepare FOLDER: builds the initramfs
lab_run_prepare()
{
	local folder=$1 root=$1/root item

	[ -z "$RUN_SYSTEMD" ] || lab_root_system "$root"
	lab_root_base "$root"
	for item in "${RUN_PROGRAMS[@]}"; do
		lab_root_program "$root" "$item"
	done
	for item in "${RUN_FILES[@]}"; do
		lab_root_file "$root" "$item"
	done
	printf '%s\n' "LAB_CGROUP=$RUN_CGROUP" "LAB_SYSTEMD=$RUN_SYSTEMD" "LAB_WINDOW_MIB=$(lab_window_mib)" \
		"LAB_WINDOW_AT_MIB=$LAB_WINDOW_AT_MIB" >"$root/lab.conf"
	lab_run_script >"$root/lab.command"
	lab_root_pack "$root" "$folder/initramfs"
	rm -rf "$root"
}

# lab_run_verdict FOLDER: prints why a run failed; its status is the run's
lab_run_verdict()
{
	local folder=$1 header status splats

	if splats=$(lab_splats "$folder/console.log"); then
		lab_say "the kernel complained:"
		head -n 20 <<<"$splats" | sed 's/^/lab:   /' >&2
		lab_run_collect "$folder" || true
		return "$LAB_SPLAT"
	fi
	case $BOOT_END in
	dead)
		lab_say "the guest never became ready ($RUN_KERNEL)"
		lab_boot_evidence "$folder"
		return "$LAB_FAILED"
		;;
	timeout)
		lab_say "timeout: the guest was stopped after $RUN_SECONDS s"
		return "$LAB_TIMEOUT"
		;;
	esac
	if ! header=$(lab_result_header "$folder/result"); then
		lab_say "the guest ended without a result"
		lab_boot_evidence "$folder"
		return "$LAB_FAILED"
	fi
	lab_run_collect "$folder" || return "$LAB_FAILED"
	read -r status _ <<<"$header"
	return "$status"
}

# What came back goes to OUTDIR, also from a guest whose kernel complained.
lab_run_collect()
{
	local header bytes sum way

	header=$(lab_result_header "$1/result") || return 1
	read -r _ bytes sum way <<<"$header"
	lab_result_unpack "$1/result" "$bytes" "$sum" "$way" "$RUN_OUT"
}

lab_cmd_run()
{
	local status=0

	lab_run_defaults
	lab_run_options "$@"
	lab_need cpio ldd setpriv sha256sum mkfifo
	lab_tmp
	RUN_IMAGE=$(lab_kernel_image "$RUN_KERNEL")
	lab_qemu_pick
	[ -z "$RUN_OUT" ] || mkdir -p "$RUN_OUT"
	lab_run_prepare "$LAB_TMP"
	lab_boot "$LAB_TMP"
	tr -d '\r' <"$LAB_TMP/console" >"$LAB_TMP/console.log"
	[ -z "$RUN_OUT" ] || cp "$LAB_TMP/console.log" "$RUN_OUT/console.log"
	lab_run_verdict "$LAB_TMP" || status=$?
	return "$status"
}
