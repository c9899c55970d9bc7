# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Which side is booted when. A host drifts: caches fill, neighbours come and go.
# Plain alternation A B A B has every B later than its A, so a drift becomes a
# difference. The Thue-Morse sequence A B B A B A A B ... takes a steady drift out
# wherever the number of boots divides by four, its curvature by eight, and leaves
# next to nothing elsewhere. Every even length has as many A as B, and a longer
# plan begins with the shorter one, which is what lets --resume add runs.

# ab_order_side I: the side of boot I, from 0 on: A when I has an even number of
# one bits
ab_order_side()
{
	local i=$1 ones=0

	while [ "$i" -gt 0 ]; do
		ones=$((ones + (i & 1)))
		i=$((i >> 1))
	done
	if [ $((ones & 1)) -eq 0 ]; then echo A; else echo B; fi
}

# ab_order RUNS: the sides of all boots on one line
ab_order()
{
	local i line=

	for ((i = 0; i < 2 * $1; i++)); do
		line+="$(ab_order_side "$i") "
	done
	printf '%s\n' "${line% }"
}

# ab_order_boots RUNS PLAIN: all boots, "record|plain SIDE NUMBER" a line. The
# plain run of a number stands right before or after the recorded one, in turn.
ab_order_boots()
{
	local i side number a=0 b=0

	for ((i = 0; i < 2 * $1; i++)); do
		side=$(ab_order_side "$i")
		if [ "$side" = A ]; then number=$((++a)); else number=$((++b)); fi
		if [ "$number" -gt "$2" ]; then
			printf 'record %s %d\n' "$side" "$number"
		elif [ $((number & 1)) -eq 1 ]; then
			printf 'record %s %d\nplain %s %d\n' "$side" "$number" "$side" "$number"
		else
			printf 'plain %s %d\nrecord %s %d\n' "$side" "$number" "$side" "$number"
		fi
	done
}
