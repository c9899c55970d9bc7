// SPDX-License-Identifier: GPL-2.0-or-later
/* Families of what the exporter itself costs and does. */
#include "export/families.h"

#include <stdio.h>

static bool get_cpu_seconds(const struct family *family, const struct subject *subject,
			    unsigned int i, struct sample *sample)
{
	const struct own_cost *cost = &subject->view->now->cost;

	(void)family;
	sample->kind = SAMPLE_NS;
	sample->label[0] = i ? "system" : "user";
	sample->n = i ? cost->system_ns : cost->user_ns;
	return true;
}

static bool get_rss(const struct family *family, const struct subject *subject, unsigned int i,
		    struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->view->now->cost.rss_bytes;
	return true;
}

static bool get_map_bytes(const struct family *family, const struct subject *subject,
			  unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->view->now->cost.map_bytes;
	return true;
}

static bool get_runs(const struct family *family, const struct subject *subject, unsigned int i,
		     struct sample *sample)
{
	const struct snapshot *now = subject->view->now;

	(void)family;
	sample->label[0] = role__name((enum role)i);
	sample->n = now->cost.run_count[i];
	return families__has_probe(now, i);
}

static bool get_bpf_seconds(const struct family *family, const struct subject *subject,
			    unsigned int i, struct sample *sample)
{
	const struct own_cost *cost = &subject->view->now->cost;

	(void)family, (void)i;
	sample->kind = SAMPLE_NS;
	sample->label[0] = cost->bpf_measured ? "kernel" : "estimate";
	sample->n = cost->bpf_ns;
	return cost->bpf_known;
}

/* Status classes from 2xx on. */
static bool get_requests(const struct family *family, const struct subject *subject, unsigned int i,
			 struct sample *sample)
{
	(void)family;
	snprintf(sample->scratch, sizeof(sample->scratch), "%uxx", i + 2);
	sample->label[0] = sample->scratch;
	sample->n = subject->opts->stats.requests[i + 2];
	return subject->opts->stats.serves;
}

static bool get_connections(const struct family *family, const struct subject *subject,
			    unsigned int i, struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->opts->stats.connections;
	return subject->opts->stats.serves;
}

static bool get_refused(const struct family *family, const struct subject *subject, unsigned int i,
			struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->opts->stats.connections_refused;
	return subject->opts->stats.serves;
}

static bool get_writes(const struct family *family, const struct subject *subject, unsigned int i,
		       struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->opts->stats.textfile_writes;
	return subject->opts->stats.writes;
}

static bool get_failures(const struct family *family, const struct subject *subject, unsigned int i,
			 struct sample *sample)
{
	(void)family, (void)i;
	sample->n = subject->opts->stats.textfile_failures;
	return subject->opts->stats.writes;
}

static const struct family rows[] = {
	FAMILY("memcgtop_process_cpu_seconds", FAMILY_COUNTER, FAMILY_SECONDS, FAMILY_HOST,
	       LABELS("mode"), get_cpu_seconds, 2, NULL,
	       "CPU time of the exporter itself, without its programs in the kernel."),
	FAMILY("memcgtop_process_resident_memory_bytes", FAMILY_GAUGE, FAMILY_BYTES, FAMILY_HOST,
	       LABELS(NULL), get_rss, 1, NULL, "Resident memory of the exporter."),
	FAMILY("memcgtop_map_memory_bytes", FAMILY_GAUGE, FAMILY_BYTES, FAMILY_HOST, LABELS(NULL),
	       get_map_bytes, 1, NULL, "Kernel memory of the exporter's BPF maps."),
	FAMILY("memcgtop_bpf_runs", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST, LABELS("role"),
	       get_runs, ROLE_NR, NULL,
	       "Calls that the role's programs served, entry and exit being one."),
	FAMILY("memcgtop_bpf_seconds", FAMILY_COUNTER, FAMILY_SECONDS, FAMILY_HOST,
	       LABELS("source"), get_bpf_seconds, 1, NULL,
	       "CPU time of the programs in the kernel: estimate is calls times the calibrated "
	       "cost of one, kernel is from the kernel's statistics (--cost)."),
	FAMILY("memcgtop_http_requests", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS("code"), get_requests, 4, NULL,
	       "HTTP requests answered, by class of status."),
	FAMILY("memcgtop_http_connections", FAMILY_GAUGE, FAMILY_NO_UNIT, FAMILY_HOST, LABELS(NULL),
	       get_connections, 1, NULL, "HTTP connections that are open."),
	FAMILY("memcgtop_http_connections_refused", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS(NULL), get_refused, 1, NULL,
	       "HTTP connections closed for being too many or too slow."),
	FAMILY("memcgtop_textfile_writes", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS(NULL), get_writes, 1, NULL, "Times the textfile was replaced."),
	FAMILY("memcgtop_textfile_write_failures", FAMILY_COUNTER, FAMILY_NO_UNIT, FAMILY_HOST,
	       LABELS(NULL), get_failures, 1, NULL,
	       "Times the textfile could not be replaced and the old one stayed."),
};

const struct family_table families_self = {rows, sizeof(rows) / sizeof(rows[0])};
