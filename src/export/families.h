/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of everything that is exported: name, type, unit, help and labels
 * of each family, and where its numbers come from.  A new family is a new row
 * here (families_*.c), and a row of docs/prometheus.md.  Pure.
 */
#ifndef EXPORT_FAMILIES_H
#define EXPORT_FAMILIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "export/exposition.h"

enum family_type {
	FAMILY_COUNTER, /* exposed as name_total */
	FAMILY_GAUGE,
	FAMILY_INFO, /* exposed as name_info, always 1 */
	FAMILY_HISTOGRAM,
};

enum family_unit {
	FAMILY_NO_UNIT,
	FAMILY_SECONDS, /* the name ends in it */
	FAMILY_BYTES,
};

enum family_scope {
	FAMILY_HOST,   /* one subject; authoritative */
	FAMILY_CPU,    /* each possible CPU; label "cpu" comes first */
	FAMILY_CGROUP, /* each series of the ledger, then other; label "cgroup" comes first */
};

/* Whose numbers they are. */
struct subject {
	const struct ledger_view *view;
	const struct exposition_opts *opts;
	const struct counters *c; /* the row's; host: the total */
	uint64_t hold_ns;	  /* CPU and cgroup: corrected sum of holds */
	const uint64_t *hist;	  /* cgroup: MCT_COARSE_SLOTS slots */
};

#define FAMILY_LABELS  4
#define FAMILY_SCRATCH 64

/* One series: its label values and its number. */
struct sample {
	enum {
		SAMPLE_COUNT,  /* n, as it is */
		SAMPLE_NS,     /* n, shown in seconds */
		SAMPLE_PS,     /* ps, shown in seconds */
		SAMPLE_FINE,   /* a histogram: slots of hist_fine, their sum n in ns */
		SAMPLE_COARSE, /* likewise, of hist_coarse */
	} kind;
	uint64_t n;
	int64_t ps;
	const uint64_t *slots;
	const char *label[FAMILY_LABELS]; /* any bytes; empty or NULL: left out */
	char scratch[FAMILY_SCRATCH];	  /* where a value had to be put together */
};

/* What a series of counters needs to be seen: a metric, or one of these. */
#define NEEDS_NOTHING -1
#define NEEDS_REFILL  -2 /* a probe on refill_stock */

/* A series whose number is a field of struct counters. */
struct family_part {
	const char *label[2];
	int needs;
	size_t offset;
};

struct family {
	const char *name; /* without _total and _info */
	enum family_type type;
	enum family_unit unit;
	enum family_scope scope;
	const char *labels[FAMILY_LABELS]; /* names, beside that of the scope */
	const char *help;		   /* a sentence */
	/*
	 * Series @i of 0 to n - 1; false: it is not shown.  @sample comes zeroed.
	 * Label values depend on @i alone, but for the host's.
	 */
	bool (*get)(const struct family *family, const struct subject *subject, unsigned int i,
		    struct sample *sample);
	unsigned int n;
	const struct family_part *parts; /* of families__counter */
};

/* A row: the help comes last, being the longest. */
#define LABELS(...) __VA_ARGS__
#define FAMILY(name, type, unit, scope, labels, get, n, parts, help)                               \
	{                                                                                          \
		name, type, unit, scope, {labels}, help, get, n, parts                             \
	}

/* The rows of one file; the text has the files in this order. */
struct family_table {
	const struct family *rows;
	size_t n;
};

extern const struct family_table families_run;	/* kernel, roles, correction, times, losses */
extern const struct family_table families_hold; /* holds of the lock, by site */
extern const struct family_table families_host; /* what was counted host-wide */
extern const struct family_table families_cgroup;
extern const struct family_table families_cpu;
extern const struct family_table families_self; /* the exporter itself */

/* Family number @i of all, in the order of the text, or NULL. */
const struct family *families__at(size_t i);

/* What is appended to the name of a family's samples: "_total", "_info" or "". */
const char *family__suffix(const struct family *family);
/* "counter", "gauge", "info", "histogram". */
const char *family__type_name(const struct family *family);
/* "seconds", "bytes", or NULL. */
const char *family__unit_name(const struct family *family);

/* Is it shown: has it what @needs asks for? */
bool families__seen(const struct subject *subject, int needs);

/* get() of a family of parts: a field of the subject's counters. */
bool families__counter(const struct family *family, const struct subject *subject, unsigned int i,
		       struct sample *sample);

/* hold_ns of the subject: get() of the corrected sum of its holds. */
bool families__held(const struct family *family, const struct subject *subject, unsigned int i,
		    struct sample *sample);

/* A role that has a probe of its own: one without can run and miss nothing. */
bool families__has_probe(const struct snapshot *now, unsigned int role);

/* Parts that several scopes share; the sizes are constants. */
extern const struct family_part family_refill_parts[1];
extern const struct family_part family_hold_parts[1];
extern const struct family_part family_preempted_parts[1];
extern const struct family_part family_uncharge_parts[MCT_NR_UNCHARGE];
#define FAMILY_FALLBACKS 5
extern const struct family_part family_fallback_parts[FAMILY_FALLBACKS];

#endif
