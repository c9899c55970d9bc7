/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the host's files say about it, told from their text.  Pure: no file is opened. */
#ifndef MODEL_HOST_TEXT_H
#define MODEL_HOST_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "model/host_context.h"

/* Each fills its part of @host and sets its flag if the text is as it should be. */
void host_text__stat(const char *proc_stat, struct host_context *host);
void host_text__softirqs(const char *proc_softirqs, struct host_context *host);
void host_text__softnet(const char *proc_net_softnet_stat, struct host_context *host);

/* Context switches of a thread, from /proc/PID/task/TID/status; added to what is there. */
void host_text__thread_switches(const char *status, uint64_t *voluntary, uint64_t *involuntary);

/* CPU time in /proc/PID/schedstat, nanoseconds; false: there is none. */
bool host_text__schedstat(const char *schedstat, uint64_t *ns);

/* CPU time in /proc/PID/stat, clock ticks; false: there is none. */
bool host_text__cpu_ticks(const char *stat, uint64_t *ticks);

/* Model of the first CPU in /proc/cpuinfo, or NULL.  Caller frees. */
char *host_text__cpu_model(const char *cpuinfo);

/* GNU build id in ELF notes (/sys/kernel/notes) as hex, or NULL.  Caller frees. */
char *host_text__build_id(const void *notes, size_t bytes);

/*
 * host_text__config_hash - 64-bit FNV-1a over the lines of a kernel's config that
 * set something or say that it is not set, as 16 hex digits; other lines have the
 * date and the version.  NULL: memory, or no such line.  Caller frees.
 */
char *host_text__config_hash(const char *config, size_t bytes);

#endif
