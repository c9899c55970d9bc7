/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a kernel lets memcgtop see: facts and plan as text and as JSON.
 * docs/json.md describes the JSON.
 */
#ifndef VIEW_DOCTOR_H
#define VIEW_DOCTOR_H

#include <stdint.h>
#include <stdio.h>

#include "plan/plan.h"

struct doctor_report {
	const struct facts *facts;
	const struct plan *plan;
	bool attached;		/* the plan was carried out, and taken back */
	const char *failure;	/* it was tried and failed: the kernel's words, or NULL */
	uint64_t map_bytes;	/* kernel memory that measuring takes */
};

void doctor__print_text(FILE *f, const struct doctor_report *report, unsigned int width);

/* One JSON object and a newline.  0 or -ENOMEM. */
int doctor__print_json(FILE *f, const struct doctor_report *report);

/* usable, partly, not: what --json says and the exit status stands for. */
const char *doctor__verdict(const struct doctor_report *report);
int doctor__exit_status(const struct doctor_report *report);

#endif
