# SPDX-License-Identifier: GPL-2.0-or-later
# What fish completes: complete.fish FILE LINE: candidates, one a line.
source $argv[1]; or exit 1
complete -C $argv[2] | string replace -r '\t.*' ''
