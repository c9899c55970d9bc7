/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording in memory: who measured what, and what was read when.  writer.h
 * puts it into a file, reader.h takes it out again, replay.h makes a source of
 * it, recorded_run.h a single result.  docs/recording.md has the format.
 * Pure but for the FILE and descriptors it is given.
 */
#ifndef RECORDING_RECORDING_H
#define RECORDING_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/host_context.h"
#include "model/run_info.h"
#include "model/snapshot.h"

/*
 * What the first frame says, beside struct run_info.  Strings are owned; NULL:
 * not known, or left out (--anonymous).
 */
struct recording_info {
	struct run_info run;
	char *memcgtop_version;
	char *kernel_build_id;	 /* of the running kernel, hex */
	char *kernel_version;	 /* uname -v */
	char *config_hash;	 /* 64-bit FNV-1a over the kernel's config, or NULL */
	char *cpu_model;
	char *accelerator;	 /* "none", "kvm", "tcg", ...: what the host runs on */
	char *hostname;
	char *command;		 /* CMD as one line, or NULL */
	char *governor;		 /* CPU frequency governor, or NULL */
	bool emulated;		 /* times are an emulator's, not a machine's */
	bool anonymous;
	unsigned int online_cpus;
	uint64_t interval_ns;
	uint64_t start_wall_ns, start_mono_ns; /* the clock pair */
};

void recording_info__clear(struct recording_info *info);

/* What CMD printed about itself (report.h of memcgload has the convention), and how it ended. */
struct recording_end {
	bool known;	   /* false: the recording has no end (killed, disk full) */
	int exit_status;   /* of CMD, -1: without CMD */
	char *result_json; /* one line, or NULL */
};

#endif
