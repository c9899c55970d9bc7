// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/key.h"

const struct key_help key_table[] = {
	{KEYS_ANYWHERE, "F1 h ?", "this help; any key leaves it", "Help"},
	{KEYS_ANYWHERE, "1 .. 5", "cgroups, CPUs, histogram, stocks, longest holds", NULL},
	{KEYS_ANYWHERE, "Tab Shift-Tab", "next view, previous view", "View"},
	{KEYS_ANYWHERE, "c", "figures of the last interval, since the start, since the mark", "Window"},
	{KEYS_ANYWHERE, "m", "set the mark now and show what happens from here on", "Mark"},
	{KEYS_ANYWHERE, "p z", "pause: the screen stands still, counting goes on", "Pause"},
	{KEYS_ANYWHERE, "u", "read now, before the interval's end; ends a pause", NULL},
	{KEYS_ANYWHERE, "i", "ask for another interval, 0.1 to 3600 seconds", NULL},
	{KEYS_ANYWHERE, "/ F4", "show only rows with this text in their name; Esc ends it", "Filter"},
	{KEYS_ANYWHERE, "e", "export this view to a file: JSON if it ends in .json, else text", "Export"},
	{KEYS_ANYWHERE, "Ctrl-L", "draw the screen anew", NULL},
	{KEYS_ANYWHERE, "q F10", "quit, keeping the settings for the next time", "Quit"},
	{KEYS_TABLES, "Up k  Down j", "select the row above, below", NULL},
	{KEYS_TABLES, "PgUp b  PgDn Space", "a page up, down", NULL},
	{KEYS_TABLES, "Home g  End G", "first row, last row", NULL},
	{KEYS_TABLES, "<  > F6", "sort by the column on the left, on the right", "Sort"},
	{KEYS_TABLES, "r I", "reverse the order", NULL},
	{KEYS_TABLES, "Enter", "histogram of the selected row", NULL},
	{KEYS_TREE, "t F5", "tree or flat list", "Tree"},
	{KEYS_TREE, "Left -  Right +", "fold, unfold the selected cgroup", NULL},
	{KEYS_TREE, "*", "fold all, unfold all", NULL},
	{KEYS_CPUS, "t F5", "table or grid", "Grid"},
	{KEYS_HISTOGRAM, "l", "bars to a linear or to a logarithmic scale", NULL},
	{KEYS_HISTOGRAM, "a", "the host again, not one cgroup or CPU", NULL},
	{KEYS_HISTOGRAM, "s", "holds by refills, or by drain work", NULL},
	{KEYS_REPLAY, "[ ]", "ten intervals back, ten intervals on", NULL},
	{KEYS_REPLAY, "{ }", "half as fast, twice as fast", NULL},
};

const size_t key_table_size = sizeof(key_table) / sizeof(key_table[0]);
