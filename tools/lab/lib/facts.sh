# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# lab facts: what a kernel says of itself, as fixtures for tests without one.

LAB_FACTS_SYMBOLS='memcg|stock|page_counter|charge|preempt_count|pcpu_hot|obj_cgroup|cgroup_rstat|css_rstat'

# Runs in the guest, with $LAB_FACTS as the pattern.
lab_facts_script()
{
	cat <<'SH'
echo 0 >/proc/sys/kernel/kptr_restrict
uname -a >/out/uname
grep -E "$LAB_FACTS" /proc/kallsyms >/out/kallsyms
grep -E "$LAB_FACTS" /sys/kernel/tracing/available_filter_functions >/out/available_filter_functions
[ ! -e /proc/config.gz ] || cp /proc/config.gz /out/
cp /sys/kernel/btf/vmlinux /out/btf
SH
}

lab_cmd_facts()
{
	[ $# -eq 2 ] || lab_die "$LAB_FAILED" "usage: lab facts NAME OUTDIR"
	lab_cmd_run -k "$1" -o "$2" --env "LAB_FACTS=$LAB_FACTS_SYMBOLS" -- "$(lab_facts_script)" || return
	[ -s "$2/btf" ] || lab_die "$LAB_FAILED" "$1 has no BTF"
	lab_say "$1: BTF and symbols are in $2"
}
