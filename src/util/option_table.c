// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/option_table.h"

#define NS_PER_SEC 1000000000ull

#define LIVE	(1u << COMMAND_LIVE)
#define STAT	(1u << COMMAND_STAT)
#define RECORD	(1u << COMMAND_RECORD)
#define REPORT	(1u << COMMAND_REPORT)
#define DIFF	(1u << COMMAND_DIFF)
#define EXPORT	(1u << COMMAND_EXPORT)
#define DOCTOR	(1u << COMMAND_DOCTOR)
#define MEASURE (LIVE | STAT | RECORD | EXPORT)
#define REPORTS (LIVE | STAT | RECORD) /* end by themselves, or show as they go */
#define SHOW	(LIVE | STAT | REPORT)
#define ALL	(LIVE | STAT | RECORD | REPORT | DIFF | EXPORT | DOCTOR)

#define FIELD(f) .offset = offsetof(struct options, f)

static const char *const attach_modes[] = {
	"auto", "session", "fentry", "kprobe.multi", "kprobe", NULL,
};

static const char *const diff_formats[] = {"text", "markdown", "json", "csv", "html", NULL};

const struct command_def command_table[COMMAND_NR] = {
	[COMMAND_LIVE] = {NULL, "[options]",
			  "live screen; plain tables when output is no terminal", false, false},
	[COMMAND_STAT] = {"stat", "stat [options] [-- CMD...]",
			  "one report when CMD ends, -d passes, or at ^C", true, false},
	[COMMAND_RECORD] = {"record", "record -o FILE [options] [-- CMD...]",
			    "what is measured, into FILE, until then", true, false},
	[COMMAND_REPORT] = {"report", "report [options] FILE",
			    "shows a recording, on any machine; -: standard input", false, true},
	[COMMAND_DIFF] = {"diff", "diff [options] BASE... -- OTHER...",
			  "did it change, by how much, how sure",
			  .takes_groups = true},
	[COMMAND_EXPORT] = {"export", "export [options]",
			    "serves Prometheus, by HTTP or a textfile", false, false},
	[COMMAND_DOCTOR] = {"doctor", "doctor [options]",
			    "what this kernel lets memcgtop see, and why not all", false, false},
};

const struct option_def option_table[] = {
	{"interval", 'i', "SECONDS", "time between reports (live, record: 1; export: 15)",
	 MEASURE | REPORT,
	 OPTION_SECONDS, FIELD(interval_ns), NS_PER_SEC / 10, 3600 * NS_PER_SEC},
	{"duration", 'd', "SECONDS", "stop after this time (0.1 or more)", REPORTS, OPTION_SECONDS,
	 FIELD(duration_ns), NS_PER_SEC / 10, 365 * 86400 * NS_PER_SEC},
	{"cgroup", 0, "PATH", "this cgroup and those below (export: or pattern)",
	 SHOW | EXPORT,
	 OPTION_CGROUP, FIELD(cgroup)},
	{"cpu", 0, "LIST", "show the rows of these CPUs, such as 0-3,8", SHOW, OPTION_CPUS,
	 FIELD(cpus)},
	{"rows", 'n', "N", "rows of each table; 0: all (20; JSON has all)", SHOW, OPTION_COUNT,
	 FIELD(rows), 0, 1000000},
	{"charges", 0, NULL, "probe every charge: share that fell back (costs more)", MEASURE,
	 OPTION_FLAG, FIELD(charges)},
	{"cost", 0, NULL, "measure the probes' cost; slows all BPF of the host", MEASURE,
	 OPTION_FLAG, FIELD(cost)},
	{"max-cgroups", 0, "N", "room for so many cgroups (1024); export: series", MEASURE,
	 OPTION_COUNT, FIELD(max_cgroups), 16, 65536},
	{"output", 'o', "FILE", "write to FILE (record: an old one becomes FILE.old)",
	 STAT | RECORD | REPORT | DIFF, OPTION_FILE, FIELD(output)},
	{"anonymous", 0, NULL, "record no names of the host and of cgroups", RECORD, OPTION_FLAG,
	 FIELD(anonymous)},
	{"from", 0, "SECONDS", "show from here on, since the recording's start", REPORT,
	 OPTION_SECONDS, FIELD(from_ns), 0, 3650ull * 86400 * NS_PER_SEC},
	{"to", 0, "SECONDS", "show up to here", REPORT, OPTION_SECONDS, FIELD(to_ns), 1,
	 3650ull * 86400 * NS_PER_SEC},
	{"once", 0, NULL, "print the text once, of -i SECONDS, and end", EXPORT, OPTION_FLAG,
	 FIELD(once)},
	{"textfile", 0, "FILE.prom", "keep FILE up to date for node_exporter", EXPORT, OPTION_FILE,
	 FIELD(textfile)},
	{"listen", 0, "ADDR:PORT", "serve there (127.0.0.1:19838); unix:PATH; repeatable", EXPORT,
	 OPTION_LIST, FIELD(listen)},
	{"no-cgroups", 0, NULL, "series of the host only", EXPORT, OPTION_FLAG, FIELD(no_cgroups)},
	{"cgroup-depth", 0, "N", "fold deeper cgroups into their ancestor (1 to 64)", EXPORT,
	 OPTION_COUNT, FIELD(cgroup_depth), 1, 64},
	{"cgroup-histograms", 0, NULL, "a histogram for each cgroup (many series)", EXPORT,
	 OPTION_FLAG, FIELD(cgroup_histograms)},
	{"hash-cgroups", 0, "KEYFILE", "hide cgroup names behind a keyed hash", EXPORT, OPTION_FILE,
	 FIELD(hash_cgroups)},
	{"per-cpu", 0, NULL, "series of each CPU", EXPORT, OPTION_FLAG, FIELD(per_cpu)},
	{"buckets", 0, "N", "histogram buckets an octave: 1, 2, 4, 8 or 16 (2)", EXPORT | REPORT,
	 OPTION_COUNT, FIELD(buckets), 1, 16},
	{"config", 0, "FILE", "more options, one a line; read again on SIGHUP", EXPORT, OPTION_FILE,
	 FIELD(config)},
	{"estimate", 0, NULL, "print series, bytes and memory it will take, and end", EXPORT,
	 OPTION_FLAG, FIELD(estimate)},
	{"size", 0, "CPUSxCGROUPS", "--estimate: for such a host, as 512x1000", EXPORT, OPTION_TEXT,
	 FIELD(size)},
	{"prometheus", 0, NULL, "Prometheus text, as export has it", REPORT, OPTION_FLAG,
	 FIELD(prometheus)},
	{"openmetrics", 0, NULL, "OpenMetrics text instead", EXPORT | REPORT, OPTION_FLAG,
	 FIELD(openmetrics)},
	{"screen", 0, NULL, "show it on the live screen", REPORT, OPTION_FLAG, FIELD(screen)},
	{"group", 0, "NAME", "what follows are runs of NAME; the base comes first", DIFF,
	 .kind = OPTION_GROUP},
	{"fail-if", 0, "EXPR", "exit status 1 if so: 'hold.mean>+5%'; repeatable", DIFF,
	 OPTION_LIST, FIELD(gates)},
	{"alpha", 0, "P", "chance of a false alarm in all verdicts (0.05)", DIFF, OPTION_NUMBER,
	 FIELD(alpha), 1000, NS_PER_SEC / 2},
	{"resolution", 0, "PERCENT", "what may go unseen before it is inconclusive (20)", DIFF,
	 OPTION_NUMBER, FIELD(resolution), NS_PER_SEC / 1000, 1000 * NS_PER_SEC},
	{"force", 0, NULL, "compare other machines or loads, with a warning", DIFF, OPTION_FLAG,
	 FIELD(force)},
	{"bisect", 0, NULL, "exit status 125 where it cannot tell (git bisect)", DIFF,
	 OPTION_FLAG, FIELD(bisect)},
	{"format", 0, "FORMAT", "text, markdown, json, csv or html", DIFF, OPTION_CHOICE,
	 FIELD(format), .choices = diff_formats},
	{"no-config", 0, NULL, "live screen: ignore the settings file", LIVE | REPORT, OPTION_FLAG,
	 FIELD(no_config)},
	{"json", 0, NULL, "JSON, one object a line", SHOW | DIFF | DOCTOR, OPTION_FLAG, FIELD(json)},
	{"verbose", 'v', NULL, "say more about what is done", ALL, OPTION_FLAG, FIELD(verbose)},
	{"version", 0, NULL, "print version, licence and libraries", ALL, OPTION_ACTION,
	 FIELD(action), ACTION_VERSION},
	{"help", 'h', NULL, "print this page", ALL, OPTION_ACTION, FIELD(action), ACTION_HELP},

	/* Hidden: for tests and for those who look into memcgtop itself. */
	{"mode", 0, "MODE", NULL, ALL, OPTION_CHOICE, FIELD(mode), .choices = attach_modes},
	{"room", 0, "N", NULL, EXPORT, OPTION_COUNT, FIELD(room), 16, 65536},
	{"source", 0, "SPEC", NULL, MEASURE, OPTION_TEXT, FIELD(source)},
	{"recycle-after", 0, "SECONDS", NULL, MEASURE, OPTION_SECONDS, FIELD(recycle_after_ns),
	 NS_PER_SEC / 10, 3600 * NS_PER_SEC},
	{"facts", 0, NULL, NULL, DOCTOR, OPTION_FLAG, FIELD(facts)},
	{"stocks", 0, NULL, NULL, DOCTOR, OPTION_FLAG, FIELD(stocks)},
	{"dump-options", 0, NULL, NULL, ALL, OPTION_ACTION, FIELD(action), ACTION_DUMP_OPTIONS},
};

const size_t option_table_size = sizeof(option_table) / sizeof(option_table[0]);
