/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A session: the BPF object of a plan, loaded and attached.  Owns the object,
 * its links and mappings.  The programs count only while the gate is open.
 */
#ifndef KERNEL_SESSION_H
#define KERNEL_SESSION_H

#include <bpf/libbpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcgtop_abi.h"
#include "plan/plan.h"

struct session_sizes {
	unsigned int possible_cpus;
	unsigned int max_cgroups;
	bool recycle; /* cells are used again (recycle.h) */
};

#define SESSION_MAX_LINKS (2 * PLAN_MAX_TARGETS)

/* The programs of one role; exit is NULL for session programs and single probes. */
struct session_role {
	struct bpf_program *entry, *exit;
	struct bpf_link *links[SESSION_MAX_LINKS];
	int n_links;
};

/* Programs of the structure calibration (structure.c). */
enum hot_program {
	HOT_FIRST,
	HOT_SECOND,
	HOT_EXIT,
	HOT_NESTED,
	HOT_LAST,
	HOT_NR,
};

struct session {
	struct bpf_object *obj;
	struct session_role roles[ROLE_NR];
	struct bpf_program *calibrate; /* NULL: no in-place calibration in this mode */
	struct bpf_program *hot[HOT_NR]; /* all NULL: this kernel has no test functions */
	const volatile struct mct_hot *hot_sample;
	size_t hot_bytes;
	const char *refill_target;

	/* shared with the programs; mapped */
	volatile struct mct_control *ctl;
	size_t ctl_bytes;
	const volatile struct mct_claims *claims;
	size_t claims_bytes;
	const struct mct_cpu *cpus;
	size_t cpus_bytes;
	struct mct_cell *cells; /* these two are read only, but with recycle: recycle.c */
	size_t cells_bytes;
	struct mct_label *labels;
	size_t labels_bytes;
	struct mct_slot *index;	/* NULL without recycle */
	size_t index_bytes;
	uint64_t *spares;	/* likewise */
	size_t spares_bytes;
	const struct mct_calib *calib;
	size_t calib_bytes;
	unsigned int n_cpus, max_cells;
	unsigned int index_slots; /* of each CPU */
	unsigned int spare_slots; /* 0: no recycle */
	uint64_t stale_seen;	/* most stale frames a read has found */
	uint64_t map_bytes; /* kernel memory of all maps, as created */
};

/* Why a session could not be opened. */
struct session_failure {
	enum attach_mode mode; /* the way that was refused */
	enum role role;	       /* ROLE_NR: while loading, no role to blame */
	int err;	       /* positive errno */
	char detail[256];      /* what libbpf or the verifier said last, one line */
};

/*
 * session__open - loads and attaches; the gate stays shut.
 * Returns 0, or a negative errno with *@why filled; then nothing stays behind.
 */
int session__open(struct session **session, const struct plan *plan, const struct facts *facts,
		  const struct session_sizes *sizes, struct session_failure *why);
void session__close(struct session *session);

/* One past the last cell handed out. */
uint32_t session__cells_end(const struct session *session);

void session__gate(struct session *session, bool open);

/* Bytes of kernel memory the maps will take, before anything is made. */
uint64_t session__map_bytes(const struct session_sizes *sizes);

/* What the kernel says of a role's programs. */
struct role_stats {
	uint64_t misses; /* hits skipped */
	bool misses_known;
	uint64_t run_ns; /* kernel run-time statistics; 0 while they are off */
	uint64_t run_count;
};
void session__role_stats(const struct session *session, const struct plan *plan, enum role role,
			 struct role_stats *stats);

#endif
