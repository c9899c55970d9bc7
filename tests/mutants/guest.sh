# shellcheck shell=bash disable=SC2154 # sourced by run, which sets what is used here
# SPDX-License-Identifier: GPL-2.0-or-later
# Mutants that take a kernel.  All of one kernel, and the sound program beside
# them, go into one guest and take turns there; a boot costs more than most of
# what they are asked.  What they do is cut out of tests/kernel/scenario.sh:
#	# steps: NAME...	its one-line steps of these names, after "doctor"
#	# sections: WORD...	whole sections whose title ("# --- ...") has the word
# and judged by functions of tests/kernel/check.py (judge.py):
#	# checks: FUNCTION[:STEP]...

# script_of NAME: the shell script for one mutant; fails if a part is not found
script_of()
{
	local name=$1 like=${2:-$1} src=$top/tests/kernel/scenario.sh step word
	sed -n '1,/^# As on a real host/p' "$src" |
		sed "s|^M=.*|M=/lab/m-$name|; s|^OUT=.*|OUT=/out/$name|"
	# the words are for the guest's shell
	# shellcheck disable=SC2016
	echo 'mkdir -p $OUT /sys/fs/cgroup/session && echo $$ >/sys/fs/cgroup/session/cgroup.procs'
	for step in doctor $(header "$like" steps); do
		grep -E "^(step|counted) $step " "$src" || return 1
	done
	for word in $(header "$like" sections); do
		awk -v word="$word" '/^# --- / { on = index($0, word) } on { print; n++ }
			END { exit !n }' "$src" || return 1
	done
	# shellcheck disable=SC2016
	echo ': >$OUT/done'
}

# A guest's script for one mutant of the truth suite, and its folder.
truth_script_of()
{
	sed "s|^M=.*|M=/lab/m-$1|; s|/out/|/out/$1/|g" "$top/tests/kernel/truth_guest.sh"
}

# boot KERNEL OUT FILES... -- OPTIONS...: runs all.sh in a guest
boot()
{
	local kernel=$1 out=$2 rc
	shift 2
	"$top/tools/lab/lab" run -k "$kernel" -t 2400 -q -o "$out" "$@" \
		-f "$pristine/build/memcgload-static:/lab/memcgload" -- sh all.sh >"$out/lab.log" 2>&1
	rc=$?
	[ $rc = 0 ] || echo "# $kernel: lab status $rc: $(grep -m1 '^lab:' "$out/lab.log")"
	return $rc
}

# The mutants of one kernel, and the sound program; fills `ready` with what built.
prepare()
{
	local folder=$1 name
	shift
	mkdir -p "$folder"
	ready=() files=()
	if ! make_in "$pristine" "$logs/pristine.log" static; then
		fail "$1" "the tree does not build without it" "$logs/pristine.log"
		return 1
	fi
	cp "$pristine/build/memcgtop-static" "$folder/m-sound"
	files=(-f "$folder/m-sound")
	for name in "$@"; do
		mutate "$name" build/memcgtop-static || continue
		cp "$work/tree/build/memcgtop-static" "$folder/m-$name"
		files+=(-f "$folder/m-$name")
		ready+=("$name")
	done
	[ ${#ready[@]} -gt 0 ]
}

# The sound program does the same: what fails there proves nothing.  Mutants
# that ask for the same share one.
sound_of()
{
	echo "sound-$(header "$1" steps | tr ' ' -)-$(header "$1" sections | tr ' ' -)"
}

# guest_kernel KERNEL NAME...
guest_kernel()
{
	local kernel=$1 folder=$work/$1 out=$logs/$1 name sound rc
	shift
	prepare "$folder" "$@" || return
	rm -rf "$out" && mkdir -p "$out"
	: >"$folder/all.sh"
	for name in "${ready[@]}"; do
		sound=$(sound_of "$name")
		if ! script_of "$name" >"$folder/$name.sh"; then
			fail "$name" "the scenario has not the steps it asks for"
			rm "$folder/$name.sh"
			continue
		fi
		if [ ! -e "$folder/$sound.sh" ]; then
			script_of "$sound" "$name" | sed "s|^M=.*|M=/lab/m-sound|" >"$folder/$sound.sh"
			echo "sh /lab/$sound.sh" >>"$folder/all.sh"
			files+=(-f "$folder/$sound.sh")
		fi
		echo "sh /lab/$name.sh" >>"$folder/all.sh"
		files+=(-f "$folder/$name.sh")
	done
	boot "$kernel" "$out" "${files[@]}" -f "$folder/all.sh"
	rc=$?
	for name in "${ready[@]}"; do
		[ -e "$folder/$name.sh" ] || continue
		if [ $rc = 77 ]; then
			skip "$name" "no kernel $kernel here"
			continue
		fi
		judge_guest "$name" "$kernel" "$out/$(sound_of "$name")" "$out/$name"
	done
}

# judge_guest NAME KERNEL SOUND MUTANT: first the sound program by the same checks
judge_guest()
{
	local name=$1 expect
	expect=$(header "$name" expect)
	# shellcheck disable=SC2046
	python3 "$here/judge.py" "$2" "$3" $(header "$name" checks) >"$logs/$name.sound" 2>&1
	if ! grep -q '^ok' "$logs/$name.sound" || grep '^not ok' "$logs/$name.sound" | grep -qE -- "$expect"; then
		fail "$name" "the checks fail without it" "$logs/$name.sound"
		return
	fi
	# shellcheck disable=SC2046
	python3 "$here/judge.py" "$2" "$4" $(header "$name" checks) >"$logs/$name.log" 2>&1
	judge "$name" "$logs/$name.log"
}

# The hold in instructions, beside the same kernel's own count without probes.
guest_truth()
{
	local folder=$work/truth out=$logs/truth name
	prepare "$folder" "$@" || return
	rm -rf "$out" && mkdir -p "$out/mutants" "$out/bare"
	for name in sound "${ready[@]}"; do
		truth_script_of "$name" >"$folder/$name.sh"
		echo "mkdir -p /out/$name; sh /lab/$name.sh hold" >>"$folder/all.sh"
		files+=(-f "$folder/$name.sh")
	done
	if ! boot built "$out/mutants" --icount "${files[@]}" -f "$folder/all.sh"; then
		for name in "${ready[@]}"; do
			skip "$name" "no kernel of our own here"
		done
		return
	fi
	echo "sh /lab/truth_guest.sh bare" >"$folder/all.sh"
	boot built-truth "$out/bare" --icount -f "$top/tests/kernel/truth_guest.sh" -f "$folder/all.sh"
	for name in "${ready[@]}"; do
		for who in sound "$name"; do
			mkdir -p "$out/$name/$who"
			ln -s "$out/mutants/$who" "$out/$name/$who/built-icount"
			ln -s "$out/bare" "$out/$name/$who/built-icount-truth"
		done
		judge_guest "$name" truth "$out/$name/sound" "$out/$name/$name"
	done
}

in_guest()
{
	local kind=$1 kernel name
	shift
	if [ "$kind" = truth ]; then
		guest_truth "$@"
		return
	fi
	for kernel in $(for name in "$@"; do header "$name" suite; done | cut -d' ' -f2 | sort -u); do
		# shellcheck disable=SC2046
		guest_kernel "$kernel" $(for name in "$@"; do
			[ "$(header "$name" suite)" = "kernel $kernel" ] && echo "$name"
		done)
	done
}
