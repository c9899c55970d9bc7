# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The command line: AB_* variables, each checked before anything is built.
# shellcheck disable=SC2034,SC2015

ab_usage()
{
	cat <<'TXT'
usage: memcg-ab KERNELS --load 'COMMAND' [OPTION]...
       memcg-ab --resume DIR

Runs COMMAND on two kernels, A (base) and B (patched), several boots each in
balanced order, one recording a boot, and ends with memcgtop diff.

KERNELS, one of:
  --source linux-source-7.3|DIR --patch FILE|DIR...
                          build Debian's source or a kernel tree, without the
                          patches and with them (a directory: its *.patch)
  --git DIR --base-rev R --patched-rev R
                          build two revisions; with --patch instead of
                          --patched-rev, one and the patches
  --base K --patched K    bzImages, or names of kernels of the lab
  --placebo               with --source, or --git and --base-rev: B is A with a
                          function nobody calls (layout noise)
  --runner CMD            a machine of yours: CMD A|B NUMBER FILE COMMAND boots
                          and measures there; KERNELS may be left out

Measuring:
  --load COMMAND          what runs in the guest; memcgload is there
  --runs N                boots a side (5)
  --plain-runs N          as many of them again without memcgtop (0)
  -d, --seconds S         length of a memcgload without -n or -d (10);
                          any other load is stopped after S seconds if given
  -i, --interval S        of a recording's snapshots (1)
  -c, --cpus N            CPUs of the guest (2)
  -m, --memory MIB        of the guest (2048)
      --icount            guest time counts instructions; one CPU
  -f, --file SRC[:PATH]   put a file into the guest (default /lab/BASENAME)
      --timeout S         life of one boot at most (600; 1800 with --icount)

Results:
  -o, --out DIR           recordings, tables, logs (default memcg-ab-TIME)
      --resume DIR        go on where DIR stopped; with --runs, to more runs
      --alpha P, --resolution P, --fail-if GATE, --force, --bisect
                          handed to memcgtop diff
  -n, --dry-run           say what would be done, do nothing
  -h, --help

Exit status: 0 fine, 1 a gate failed, 2 usage, 3 not comparable, 4 a gate cannot
be told; 10 a patch does not apply, 11 a build failed, 12 a boot or a load failed,
13 the comparison failed, 77 not to be had here; 129, 130, 143 interrupted.
With --bisect 3, 4, 10 to 13 and 77 are 125.
TXT
}

ab_options_defaults()
{
	AB_SOURCE='' AB_GIT='' AB_BASE_REV='' AB_PATCHED_REV='' AB_BASE='' AB_PATCHED=''
	AB_PATCHES=() AB_PLACEBO='' AB_RUNNER='' AB_LOAD='' AB_RUNS='' AB_PLAIN=''
	AB_SECONDS='' AB_INTERVAL=1 AB_CPUS=2 AB_MIB=2048 AB_ICOUNT='' AB_FILES=()
	AB_TIMEOUT='' AB_OUT='' AB_RESUME='' AB_DIFF=() AB_GATES=() AB_BISECT='' AB_DRY=''
	AB_MEMCGTOP=${MEMCG_AB_MEMCGTOP:-$AB_TOP/build/memcgtop-static}
	AB_MEMCGLOAD=${MEMCG_AB_MEMCGLOAD:-$AB_TOP/build/memcgload-static}
	AB_FIXED=()	# options that a plan fixes, as given
}

# ab_number OPTION VALUE MIN MAX
ab_number()
{
	if ! [[ $2 =~ ^[0-9]{1,7}$ ]] || [ "$2" -lt "$3" ] || [ "$2" -gt "$4" ]; then
		ab_usage_die "$1 takes a whole number from $3 to $4, not '$2'"
	fi
}

# ab_decimal OPTION VALUE
ab_decimal()
{
	[[ $2 =~ ^([0-9]{1,6}([.][0-9]{1,6})?|[.][0-9]{1,6})$ ]] && [[ $2 =~ [1-9] ]] ||
		ab_usage_die "$1 takes a number above 0, not '$2'"
}

# ab_option NAME VALUE: one that takes a value
ab_option()
{
	case $1 in
	--runs)		ab_number "$1" "$2" 1 1000; AB_RUNS=$2; return ;;
	--plain-runs)	ab_number "$1" "$2" 0 1000; AB_PLAIN=$2; return ;;
	--timeout)	ab_number "$1" "$2" 1 1000000; AB_TIMEOUT=$2; return ;;
	--resume)	AB_RESUME=$2; return ;;
	--alpha | --resolution)
			ab_decimal "$1" "$2"; AB_DIFF+=("$1" "$2"); return ;;
	--fail-if)	AB_GATES+=("$1" "$2"); return ;;
	esac
	AB_FIXED+=("$1")
	case $1 in
	--source)	AB_SOURCE=$2 ;;
	--patch)	AB_PATCHES+=("$2") ;;
	--git)		AB_GIT=$2 ;;
	--base-rev)	AB_BASE_REV=$2 ;;
	--patched-rev)	AB_PATCHED_REV=$2 ;;
	--base)		AB_BASE=$2 ;;
	--patched)	AB_PATCHED=$2 ;;
	--runner)	AB_RUNNER=$2 ;;
	--load)		AB_LOAD=$2 ;;
	-d | --seconds)	ab_decimal "$1" "$2"; AB_SECONDS=$2 ;;
	-i | --interval) ab_decimal "$1" "$2"; AB_INTERVAL=$2 ;;
	-c | --cpus)	ab_number "$1" "$2" 1 512; AB_CPUS=$2 ;;
	-m | --memory)	ab_number "$1" "$2" 64 1000000; AB_MIB=$2 ;;
	-f | --file)	AB_FILES+=("$2") ;;
	-o | --out)	AB_OUT=$2 ;;
	*)		ab_usage_die "no option $1" ;;
	esac
}

ab_options()
{
	ab_options_defaults
	while [ $# -gt 0 ]; do
		case $1 in
		-h | --help)	ab_usage; exit 0 ;;
		-n | --dry-run)	AB_DRY=1; shift ;;
		--placebo)	AB_PLACEBO=1; AB_FIXED+=("$1"); shift ;;
		--icount)	AB_ICOUNT=1; AB_FIXED+=("$1"); shift ;;
		--force)	AB_DIFF+=("$1"); shift ;;
		--bisect)	AB_BISECT=1; AB_GATES+=("$1"); shift ;;
		--*=*)		set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
		-*)		[ $# -ge 2 ] || ab_usage_die "option $1 needs a value, or there is none such"
				[ -n "$2" ] || ab_usage_die "option $1 has an empty value"
				ab_option "$1" "$2"; shift 2 ;;
		*)		ab_usage_die "'$1' is no option" ;;
		esac
	done
	if [ -n "$AB_RESUME" ]; then
		[ ${#AB_FIXED[@]} -eq 0 ] || ab_usage_die "${AB_FIXED[0]} is fixed by the plan in $AB_RESUME"
		[ -z "$AB_DRY" ] || ab_usage_die "--dry-run and --resume exclude each other"
	else
		ab_options_kernels
		ab_options_measuring
	fi
	ab_options_programs
}

# What is built or taken: sets AB_MODE to source, git, images or runner
ab_options_kernels()
{
	local patch ways=0

	[ -z "$AB_SOURCE" ] || ways=$((ways + 1)) AB_MODE=source
	[ -z "$AB_GIT" ] || ways=$((ways + 1)) AB_MODE=git
	[ -z "$AB_BASE$AB_PATCHED" ] || ways=$((ways + 1)) AB_MODE=images
	if [ "$ways" -eq 0 ] && [ -n "$AB_RUNNER" ]; then
		ways=1 AB_MODE=runner
	fi
	[ "$ways" -ne 0 ] || ab_usage_die "which kernels? --source, --git, or --base and --patched"
	[ "$ways" -eq 1 ] || ab_usage_die "--source, --git and --base exclude each other"

	case $AB_MODE in
	images)	[ -n "$AB_BASE" ] && [ -n "$AB_PATCHED" ] || ab_usage_die "--base and --patched go together" ;;
	git)	[ -n "$AB_BASE_REV" ] || ab_usage_die "--git needs --base-rev" ;;
	esac
	if [ "$AB_MODE" != git ] && [ -n "$AB_BASE_REV$AB_PATCHED_REV" ]; then
		ab_usage_die "--base-rev and --patched-rev go with --git"
	fi
	ways=0
	[ ${#AB_PATCHES[@]} -eq 0 ] || ways=$((ways + 1))
	[ -z "$AB_PLACEBO" ] || ways=$((ways + 1))
	[ -z "$AB_PATCHED_REV" ] || ways=$((ways + 1))
	case $AB_MODE in
	images | runner)
		[ "$ways" -eq 0 ] || ab_usage_die "--patch and --placebo need --source or --git to build from" ;;
	*)	[ "$ways" -eq 1 ] || ab_usage_die "what is B? one of --patch, --placebo and, with --git, --patched-rev" ;;
	esac
	for patch in "${AB_PATCHES[@]}"; do
		[ -r "$patch" ] || ab_usage_die "no patch '$patch'"
	done
	if [ "$AB_MODE" = source ] && [ "$AB_SOURCE" != linux-source-7.3 ]; then
		[ -f "$AB_SOURCE/mm/memcontrol.c" ] ||
			ab_usage_die "--source takes linux-source-7.3 or a kernel tree; '$AB_SOURCE' has no mm/memcontrol.c"
	fi
}

ab_options_measuring()
{
	[ -n "$AB_LOAD" ] || ab_usage_die "which load? for example --load 'memcgload anon -k 24'"
	[[ $AB_LOAD$AB_RUNNER != *$'\n'* ]] || ab_usage_die "--load and --runner take one line"
	: "${AB_RUNS:=5}" "${AB_PLAIN:=0}"
	[ "$AB_PLAIN" -le "$AB_RUNS" ] || ab_usage_die "--plain-runs may not be more than --runs ($AB_RUNS)"
	if [ -n "$AB_ICOUNT" ]; then
		AB_CPUS=1
		: "${AB_TIMEOUT:=1800}"
	fi
	: "${AB_TIMEOUT:=600}"
	ab_options_load
}

# memcgload is told how long, and to report on one line; any other load ends by
# itself, or is ended by record.
ab_options_load()
{
	local program=${AB_LOAD%% *}

	AB_LIMIT=
	if [ "${program##*/}" != memcgload ]; then
		AB_LIMIT=$AB_SECONDS
		return
	fi
	if ! [[ " $AB_LOAD " =~ [[:space:]](-n|-d|--ops|--duration)[=[:space:]0-9] ]]; then
		AB_LOAD+=" -d ${AB_SECONDS:-10}"
	elif [ -n "$AB_SECONDS" ]; then
		ab_usage_die "the load says itself how long it runs: leave out --seconds"
	fi
	[[ " $AB_LOAD " == *" --json "* ]] || AB_LOAD+=" --json"
}

ab_options_programs()
{
	local program

	for program in "$AB_MEMCGTOP" "$AB_MEMCGLOAD"; do
		[ -x "$program" ] || ab_usage_die "no program '$program': make static"
	done
	"$AB_MEMCGTOP" diff --help >/dev/null 2>&1 || ab_usage_die "'$AB_MEMCGTOP' is too old to compare: make static"
	[ -n "$AB_RUNNER" ] || [ -x "$AB_LAB" ] || ab_usage_die "no lab at '$AB_LAB'"
}
