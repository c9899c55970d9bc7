/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What there is to say about a recording beside its figures, as text and as JSON. */
#ifndef VIEW_RECORDING_TEXT_H
#define VIEW_RECORDING_TEXT_H

#include <stdio.h>

#include "recording/reader.h"
#include "view/view.h"

/* All of it; pointers are borrowed. */
struct recording_facts {
	const char *path;
	const struct recording_info *info;
	struct recording_end end;
	struct recording_damage damage;
	const struct recording_gap *gaps; /* those kept */
	size_t n_gaps, all_gaps;
	uint64_t gap_ns;	  /* of all */
	uint64_t start_ns;	  /* monotonic, of the first snapshot: gaps are told from there */
	uint64_t snapshots;	  /* of the part shown */
	uint64_t active_ns;	  /* time its figures cover */
	struct host_context host; /* over that time */
};

/* recording_text__print - a block of labelled lines for the head of a report. */
void recording_text__print(FILE *f, const struct recording_facts *facts,
			   const struct view_opts *opts);

/* recording_text__damage - "2 frames ...", or NULL when all is well.  Caller frees. */
char *recording_text__damage(const struct recording_facts *facts);

/*
 * recording_json__print - one line, "window": "recording"; docs/recording.md has
 * its members.  Returns 0 or -ENOMEM.
 */
int recording_json__print(FILE *f, const struct recording_facts *facts);

#endif
